package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.player.Players;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentSpecTest {
    private static EnvironmentSpec withEncodings(List<String> names) {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR)
                .encodings(names)
                .build();
    }

    @Test
    void of_gridAndRules_hasTheDefaults() {
        assertThat(EnvironmentSpec.of(Grid.square(3), Rules.TROMP_TAYLOR))
                .isEqualTo(new EnvironmentSpec(
                        Setup.empty(Grid.square(3)),
                        Rules.TROMP_TAYLOR,
                        0,
                        RewardMode.WIN,
                        false,
                        IllegalActionPolicy.REJECT,
                        0,
                        0,
                        List.of(),
                        Optional.empty(),
                        ObservationForm.PACKED,
                        SymmetryChoice.NONE,
                        Optional.empty()));
    }

    @Test
    void toBuilder_everyValueSet_keepsThem() {
        EnvironmentSpec game = TestSpec.drawn(". X .")
                .komi(1.5)
                .maxMoves(5)
                .rewards(RewardMode.MARGIN)
                .scoredOnTruncation()
                .illegalActions(IllegalActionPolicy.IGNORE)
                .penalty(0.5)
                .maxIllegalActions(4)
                .encodings("alphazero-17")
                .opponent(Players.RANDOM, WHITE)
                .form(ObservationFormat.FLOAT32, ObservationLayout.HWC)
                .symmetry(SymmetryChoice.DRAWN)
                .build();

        assertThat(game.toBuilder().build()).isEqualTo(game);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -2, 1_000_001, Integer.MAX_VALUE})
    void constructor_maxIllegalActionsOutOfRange_throwsWithValueAndRange(int maxIllegalActions) {
        TestSpec spec = TestSpec.square(3).maxIllegalActions(maxIllegalActions);

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max_illegal_actions " + maxIllegalActions + " is outside [-1, 1000000]");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 27", "0, 5, 5", "7, 0, 7", "7, -1, -1", "-1, 0, -1", "-1, 1000000, 1000000"})
    void illegalActionLimit_anyLimits_isTheMoveLimitByDefault(int maxMoves, int maxIllegalActions, int expected) {
        EnvironmentSpec spec = TestSpec.square(3)
                .maxMoves(maxMoves)
                .maxIllegalActions(maxIllegalActions)
                .build();

        assertThat(spec.illegalActionLimit()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -2, 1_000_001, Integer.MAX_VALUE})
    void constructor_maxMovesOutOfRange_throwsWithValueAndRange(int maxMoves) {
        TestSpec spec = TestSpec.square(3).maxMoves(maxMoves);

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max_moves " + maxMoves + " is outside [-1, 1000000]");
    }

    @ParameterizedTest
    @CsvSource({"0, 27", "-1, -1", "1, 1", "27, 27", "1000000, 1000000"})
    void moveLimit_maxMoves_isTheMoveNumberMeant(int maxMoves, int expected) {
        assertThat(TestSpec.square(3).maxMoves(maxMoves).build().moveLimit()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.5, -Double.MIN_VALUE, 1_000_000.5, Double.POSITIVE_INFINITY, Double.NaN})
    void constructor_penaltyOutOfRange_throwsWithValueAndRange(double penalty) {
        TestSpec spec = TestSpec.square(3).penalty(penalty);

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("illegal_action_penalty " + penalty + " is outside [0, 1000000]");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1_000_000})
    void constructor_penaltyInRange_isKept(double penalty) {
        assertThat(TestSpec.square(3).penalty(penalty).build().illegalActionPenalty())
                .isEqualTo(penalty);
    }

    @Test
    void constructor_unknownEncoding_throwsWithTheKnownOnes() {
        TestSpec spec = TestSpec.square(3).encodings("alphazero-17", "alphazero-18");

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("encoding \"alphazero-18\" is not one of [alphazero-17");
    }

    @Test
    void constructor_sixteenEncodings_areKept() {
        List<String> names = IntStream.rangeClosed(1, 16)
                .mapToObj(history -> "alphazero:history=" + history)
                .toList();

        assertThat(withEncodings(names).encodings()).isEqualTo(names);
    }

    @Test
    void constructor_encodingTwice_throwsWithItsName() {
        assertThatThrownBy(() -> withEncodings(List.of("tactical", "alphazero-17", "tactical")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("encodings with \"tactical\" twice is not a list of different encodings");
    }

    @Test
    void constructor_seventeenEncodings_throwsWithTheCount() {
        List<String> names = Collections.nCopies(17, "alphazero-17");

        assertThatThrownBy(() -> withEncodings(names))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count of encodings 17 is outside [0, 16]");
    }

    @Test
    void grid_spec_isThatOfTheSetup() {
        assertThat(TestSpec.drawn(". X .").build().grid()).isSameAs(Grid.of(3, 1));
    }

    @Test
    void constructor_opponentOfNoColorAndNoTask_throws() {
        TestSpec spec = TestSpec.square(3).opponent(Players.RANDOM, 0);

        assertThatThrownBy(spec::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("color 0 is not 1 (Black) or 2 (White)");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void opponent_nobodysColor_throwsWithTheValue(int color) {
        assertThatThrownBy(() -> new Opponent(Players.RANDOM, color))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("color " + color + " is not 1 (Black) or 2 (White)");
    }

    @Test
    void opponent_playersColor_isKept() {
        assertThat(new Opponent(Players.RANDOM, BLACK).color()).isEqualTo(BLACK);
    }

    @ParameterizedTest
    @EnumSource(EndReason.class)
    void isTermination_everyReason_isTrueForWhatTheRulesEnded(EndReason reason) {
        boolean expected = Set.of(
                        EndReason.PASSES,
                        EndReason.RESIGNATION,
                        EndReason.ILLEGAL_ACTION,
                        EndReason.REPETITION,
                        EndReason.TASK_DECIDED,
                        EndReason.OPPONENT_TIMEOUT,
                        EndReason.OPPONENT_FAILED)
                .contains(reason);

        assertThat(reason.isTermination()).isEqualTo(expected);
        assertThat(reason.isTruncation()).isEqualTo(reason != EndReason.NONE && !expected);
    }
}
