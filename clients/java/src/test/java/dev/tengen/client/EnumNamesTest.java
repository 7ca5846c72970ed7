package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.analysis.RaceMethod;
import dev.tengen.client.analysis.RaceResult;
import dev.tengen.client.analysis.RaceStatus;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalActionPolicy;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.RewardMode;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.Rules.SuicideRule;
import dev.tengen.client.search.PriorKind;
import dev.tengen.client.search.RootMethod;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every enum value of the contract has a counterpart in the client. */
class EnumNamesTest {
    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(KoRule.values(), dev.tengen.proto.v1.KoRule.values(), "KO_RULE_"),
                Arguments.of(SuicideRule.values(), dev.tengen.proto.v1.SuicideRule.values(), "SUICIDE_RULE_"),
                Arguments.of(RewardMode.values(), dev.tengen.proto.v1.RewardMode.values(), "REWARD_MODE_"),
                Arguments.of(
                        IllegalActionPolicy.values(),
                        dev.tengen.proto.v1.IllegalActionPolicy.values(),
                        "ILLEGAL_ACTION_POLICY_"),
                Arguments.of(EndReason.values(), dev.tengen.proto.v1.EndReason.values(), "END_REASON_"),
                Arguments.of(IllegalReason.values(), dev.tengen.proto.v1.IllegalReason.values(), "ILLEGAL_REASON_"),
                Arguments.of(
                        ObservationFormat.values(),
                        dev.tengen.proto.v1.ObservationFormat.values(),
                        "OBSERVATION_FORMAT_"),
                Arguments.of(
                        ObservationLayout.values(),
                        dev.tengen.proto.v1.ObservationLayout.values(),
                        "OBSERVATION_LAYOUT_"),
                Arguments.of(RaceResult.values(), dev.tengen.proto.v1.RaceResult.values(), "RACE_RESULT_"),
                Arguments.of(RaceStatus.values(), dev.tengen.proto.v1.RaceStatus.values(), "RACE_STATUS_"),
                Arguments.of(RaceMethod.values(), dev.tengen.proto.v1.RaceMethod.values(), "RACE_METHOD_"),
                Arguments.of(RootMethod.values(), dev.tengen.proto.v1.RootMethod.values(), "ROOT_METHOD_"),
                Arguments.of(PriorKind.values(), dev.tengen.proto.v1.PriorKind.values(), "PRIOR_KIND_"),
                Arguments.of(Color.values(), dev.tengen.proto.v1.Color.values(), "COLOR_"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void values_ofTheContract_haveAPartner(Enum<?>[] client, Enum<?>[] contract, String prefix) {
        List<String> known = Arrays.stream(client).map(Enum::name).toList();

        List<String> wanted = Arrays.stream(contract)
                .map(Enum::name)
                .filter(name -> name.startsWith(prefix) && !name.endsWith("UNSPECIFIED"))
                .map(name -> name.substring(prefix.length()))
                .toList();

        assertThat(known).containsAll(wanted);
    }
}
