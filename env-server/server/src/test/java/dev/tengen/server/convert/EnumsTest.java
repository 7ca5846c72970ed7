package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Internal.EnumLite;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.RewardMode;
import dev.tengen.env.SymmetryChoice;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.Symmetry;
import dev.tengen.proto.v1.AnalysisProto;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EnvironmentProto;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.ObservationProto;
import dev.tengen.proto.v1.PeerAxes;
import dev.tengen.proto.v1.PeerFirstRow;
import dev.tengen.proto.v1.RulesProto;
import dev.tengen.proto.v1.ScoringRule;
import dev.tengen.proto.v1.SpecProto;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.TaxRule;
import dev.tengen.proto.v1.TimestepProto;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.server.error.CallException;
import dev.tengen.solve.Certainty;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnumsTest {
    /**
     * The enums of the contract with their counterparts in the core; only colors, reasons and ends are converted by
     * number.
     */
    static Stream<Pair<?, ?>> pairs() {
        return Stream.of(
                new Pair<>("KO_RULE_", KoRule.class, Ko.class),
                new Pair<>("SUICIDE_RULE_", SuicideRule.class, Suicide.class),
                new Pair<>("SCORING_RULE_", ScoringRule.class, Scoring.class),
                new Pair<>("TAX_RULE_", TaxRule.class, Tax.class),
                new Pair<>(
                        "HANDICAP_BONUS_",
                        dev.tengen.proto.v1.HandicapBonus.class,
                        dev.tengen.game.HandicapBonus.class),
                new Pair<>("DEAD_STONES_RULE_", DeadStonesRule.class, DeadStones.class),
                new Pair<>(
                        "REPETITION_END_",
                        dev.tengen.proto.v1.RepetitionEnd.class,
                        dev.tengen.game.RepetitionEnd.class),
                new Pair<>("REWARD_MODE_", dev.tengen.proto.v1.RewardMode.class, RewardMode.class),
                new Pair<>(
                        "ILLEGAL_ACTION_POLICY_",
                        dev.tengen.proto.v1.IllegalActionPolicy.class,
                        IllegalActionPolicy.class),
                new Pair<>("PERSPECTIVE_", dev.tengen.proto.v1.Perspective.class, Perspective.class),
                new Pair<>("MISSING_HISTORY_", dev.tengen.proto.v1.MissingHistory.class, MissingHistory.class),
                new Pair<>("PEER_AXES_", PeerAxes.class, PeerLayout.Axes.class),
                new Pair<>("PEER_FIRST_ROW_", PeerFirstRow.class, PeerLayout.FirstRow.class),
                new Pair<>(
                        "OBSERVATION_FORMAT_",
                        dev.tengen.proto.v1.ObservationFormat.class,
                        dev.tengen.planes.ObservationFormat.class),
                new Pair<>(
                        "OBSERVATION_LAYOUT_",
                        dev.tengen.proto.v1.ObservationLayout.class,
                        dev.tengen.planes.ObservationLayout.class),
                new Pair<>("CERTAINTY_", dev.tengen.proto.v1.Certainty.class, Certainty.class),
                new Pair<>("RACE_RESULT_", dev.tengen.proto.v1.RaceResult.class, RaceResult.class),
                new Pair<>("RACE_STATUS_", dev.tengen.proto.v1.RaceStatus.class, RaceStatus.class),
                new Pair<>("RACE_METHOD_", dev.tengen.proto.v1.RaceMethod.class, RaceMethod.class));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <P extends Enum<P> & EnumLite, C extends Enum<C>> void toCore_everyNamedValue_isEveryCoreValue(Pair<P, C> pair) {
        assertThat(pair.named().map(pair::toCore)).containsExactly(pair.core.getEnumConstants());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <P extends Enum<P> & EnumLite, C extends Enum<C>> void toProto_everyCoreValue_isEveryNamedValue(Pair<P, C> pair) {
        assertThat(Arrays.stream(pair.core.getEnumConstants())
                        .map(value -> Enums.toProto(value, pair.prefix, pair.proto)))
                .containsExactlyElementsOf(pair.named().toList());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <P extends Enum<P> & EnumLite, C extends Enum<C>> void toCore_unspecified_isEmpty(Pair<P, C> pair) {
        P unspecified = Enum.valueOf(pair.proto, pair.prefix + "UNSPECIFIED");

        assertThat(Enums.toCore("field", unspecified, 0, pair.prefix, pair.core))
                .isEmpty();
    }

    /** The error once said UNRECOGNIZED, the name that Java has for all unknown numbers. */
    @ParameterizedTest
    @MethodSource("pairs")
    <P extends Enum<P> & EnumLite, C extends Enum<C>> void toCore_unknownNumber_throwsWithTheNumber(Pair<P, C> pair) {
        P unknown = Enum.valueOf(pair.proto, "UNRECOGNIZED");

        assertThatThrownBy(() -> Enums.toCore("ko", unknown, 99, pair.prefix, pair.core))
                .isInstanceOf(CallException.class)
                .hasMessage("ko 99 is not a number of the enum");
    }

    @Test
    void toCoreColor_unknownNumber_throwsWithTheNumber() {
        assertThatThrownBy(() -> Enums.toCoreColor("color", dev.tengen.proto.v1.Color.UNRECOGNIZED, -5, Color.BLACK))
                .isInstanceOf(CallException.class)
                .hasMessage("color -5 is not a number of the enum");
    }

    @Test
    void toProtoColor_everyColor_hasTheSameNumberOnTheWire() {
        assertThat(Stream.of(Color.EMPTY, Color.BLACK, Color.WHITE)
                        .map(Enums::toProtoColor)
                        .map(EnumLite::getNumber))
                .containsExactly(Color.EMPTY, Color.BLACK, Color.WHITE);
    }

    @Test
    void toCoreColor_everyNamedColor_comesBack() {
        for (int color : List.of(Color.BLACK, Color.WHITE)) {
            assertThat(Enums.toCoreColor("color", Enums.toProtoColor(color), color, Color.EMPTY))
                    .isEqualTo(color);
        }
    }

    /** The numbers are the order in which reasons are checked, and the bytes of LegalActions. */
    @Test
    void toProtoReason_everyLegality_isEveryReasonInOrder() {
        assertThat(Arrays.stream(Legality.values()).map(Enums::toProtoReason).map(EnumLite::getNumber))
                .containsExactlyElementsOf(numbers(IllegalReason.getDescriptor()));
    }

    @Test
    void toProto_everyEndReason_isEveryNumberInOrder() {
        assertThat(Arrays.stream(EndReason.values())
                        .map(EpisodeConverter::endReason)
                        .map(EnumLite::getNumber))
                .containsExactlyElementsOf(numbers(dev.tengen.proto.v1.EndReason.getDescriptor()));
    }

    /** The contract has one more value than the core: DRAWN, which no episode has. */
    @Test
    void toProto_everySymmetry_hasItsNumberInRows() {
        List<Integer> named = Arrays.stream(Symmetry.values())
                .map(ViewConverter::toProto)
                .map(EnumLite::getNumber)
                .toList();

        assertThat(named)
                .containsExactlyElementsOf(
                        Arrays.stream(Symmetry.values()).map(Symmetry::number).toList());
        assertThat(ViewConverter.toProto(SymmetryChoice.DRAWN).getNumber()).isEqualTo(9);
        assertThat(numbers(dev.tengen.proto.v1.Symmetry.getDescriptor())).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    private static List<Integer> numbers(EnumDescriptor descriptor) {
        return descriptor.getValues().stream().map(EnumLite::getNumber).toList();
    }

    @Test
    void contract_everyEnum_isOneOfThoseTestedHere() {
        assertThat(Stream.of(
                                RulesProto.getDescriptor(),
                                SpecProto.getDescriptor(),
                                TimestepProto.getDescriptor(),
                                ObservationProto.getDescriptor(),
                                EnvironmentProto.getDescriptor(),
                                AnalysisProto.getDescriptor())
                        .flatMap(file -> file.getEnumTypes().stream())
                        .map(EnumDescriptor::getName))
                .containsExactlyInAnyOrder(
                        "Color",
                        "KoRule",
                        "SuicideRule",
                        "ScoringRule",
                        "TaxRule",
                        "HandicapBonus",
                        "DeadStonesRule",
                        "RepetitionEnd",
                        "RewardMode",
                        "IllegalActionPolicy",
                        "IllegalReason",
                        "EndReason",
                        "Perspective",
                        "MissingHistory",
                        "PeerAxes",
                        "PeerFirstRow",
                        "ObservationFormat",
                        "ObservationLayout",
                        "Symmetry",
                        "Certainty",
                        "RaceResult",
                        "RaceStatus",
                        "RaceMethod");
    }

    record Pair<P extends Enum<P> & EnumLite, C extends Enum<C>>(String prefix, Class<P> proto, Class<C> core) {
        /** Returns the values that name a core value. */
        Stream<P> named() {
            return Arrays.stream(proto.getEnumConstants())
                    .filter(value -> !value.name().equals("UNRECOGNIZED") && value.getNumber() != 0);
        }

        C toCore(P value) {
            return Enums.toCore("field", value, value.getNumber(), prefix, core).orElseThrow();
        }
    }
}
