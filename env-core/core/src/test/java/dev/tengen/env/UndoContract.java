package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.planes.Symmetry;
import dev.tengen.player.Players;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Undo: the episode continues from the remaining moves, as if the others had never been made. */
public interface UndoContract extends TestedEnvironment.Opener {
    String KO = """
            . X O . .
            X O . O .
            . X O . .
            """;

    /** Returns everything that depends on the moves alone. */
    private static String position(TestedEnvironment environment) {
        return environment.moveNumber()
                + " " + environment.playerToMove()
                + " " + environment.endReason()
                + " " + environment.winner()
                + " " + Long.toHexString(environment.stateHash())
                + " " + Arrays.toString(environment.actionMask())
                + " " + Arrays.deepToString(environment.observations().toArray());
    }

    private static void requireUndo(TestedEnvironment environment, int moveCount) {
        assertThat(environment.undo(moveCount)).isTrue();
    }

    /** Moves that stay and moves that are taken back on 5x5: 25 is a pass, and -2 a resignation, which is no move. */
    @ParameterizedTest
    @CsvSource({"12 6, 7 25 11, 3", "4 25, 25, 1", "4, 0 -2, 1", "'', 4 0 8, 3"})
    default void undo_moves_isTheStateBeforeThem(String kept, String takenBack, int moveCount) {
        TestedEnvironment environment = open(TestSpec.square(5).encodings("alphazero-17"));
        environment.steps(kept);
        String before = position(environment);
        environment.steps(takenBack);

        requireUndo(environment, moveCount);

        assertThat(position(environment)).isEqualTo(before);
    }

    @Test
    default void undo_moves_hasNoActionsAndNoRewards() {
        TestedEnvironment environment =
                open(TestSpec.square(5).rewards(RewardMode.AREA_DELTA).komi(0));
        environment.steps(12, 6);
        assertThat(environment.reward(WHITE)).isNotZero();

        requireUndo(environment, 1);

        assertThat(environment.lastActions()).isEmpty();
        assertThat(environment.reward(BLACK)).isZero();
        assertThat(environment.reward(WHITE)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"SIMPLE", "POSITIONAL"})
    default void undo_moveAfterAKoCapture_forbidsTheRecaptureAgain(Ko ko) {
        TestedEnvironment environment = open(TestSpec.drawn(KO).rules(Rules.TROMP_TAYLOR.withKo(ko)));
        environment.steps(7);
        String before = position(environment);
        environment.steps(4, 14);

        requireUndo(environment, 2);

        assertThat(position(environment)).isEqualTo(before);
        assertThat(environment.actionMask()[0] & 0b0000_0010).isZero();
    }

    @Test
    default void undo_koCapture_allowsOtherMoves() {
        TestedEnvironment environment = open(TestSpec.drawn(KO));
        String before = position(environment);
        environment.steps(7);

        requireUndo(environment, 1);

        assertThat(position(environment)).isEqualTo(before);
        environment.steps(4, 14, 7);
    }

    @Test
    default void undo_playThatMadeAPosition_forgetsThePosition() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, 9);

        requireUndo(environment, 2);

        environment.steps(4);
        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void undo_lostIllegalAction_doesNotCount() {
        TestedEnvironment environment = open(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));
        environment.steps(4);
        String before = position(environment);
        environment.steps(0);
        environment.step(4);
        assertThat(environment.endReason()).isEqualTo(EndReason.ILLEGAL_ACTION);

        requireUndo(environment, 1);

        assertThat(position(environment)).isEqualTo(before);
    }

    @Test
    default void undo_moveAtTheLimit_continuesTheEpisode() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(2));
        environment.steps(4, 0);
        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);

        requireUndo(environment, 1);

        assertThat(environment.isOver()).isFalse();
        environment.steps(1);
        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 100, Integer.MAX_VALUE})
    default void undo_countOutOfRange_isRefusedAndChangesNothing(int moveCount) {
        TestedEnvironment environment = open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA));
        environment.steps(4, 0);
        String before = position(environment);
        double reward = environment.reward(WHITE);

        assertThat(environment.undo(moveCount)).isFalse();

        assertThat(position(environment)).isEqualTo(before);
        assertThat(environment.reward(WHITE)).isEqualTo(reward).isNotZero();
    }

    @Test
    default void undo_noMoves_isRefused() {
        assertThat(open(TestSpec.square(3)).undo(1)).isFalse();
    }

    @Test
    default void undo_afterReset_concernsTheNewEpisodeAlone() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, 0);
        environment.reset(2);
        environment.steps(1);

        assertThat(environment.undo(2)).isFalse();
        requireUndo(environment, 1);

        assertThat(environment.moveNumber()).isZero();
    }

    @Test
    default void undo_moveAndReply_leavesTheClientToMove() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, WHITE));
        environment.steps(12);
        String before = position(environment);
        environment.steps(RewardContract.randomAction(environment, new SplitMix64(1)));

        requireUndo(environment, 2);

        assertThat(position(environment)).isEqualTo(before);
    }

    @Test
    default void undo_replyAlone_isRefusedAndChangesNothing() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, WHITE));
        environment.steps(12);
        environment.steps(RewardContract.randomAction(environment, new SplitMix64(1)));
        String before = position(environment);

        assertThat(environment.undo(1)).isFalse();
        assertThat(environment.undo(3)).isFalse();
        assertThat(environment.undo(6)).isFalse();

        assertThat(position(environment)).isEqualTo(before);
    }

    @Test
    default void undo_moveOfTheClientThatEndedTheEpisode_isAllowed() {
        TestedEnvironment environment = open(TestSpec.square(5).maxMoves(3).opponent(Players.GREEDY, WHITE));
        environment.steps(12);
        String before = position(environment);
        environment.steps(RewardContract.randomAction(environment, new SplitMix64(1)));
        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);

        assertThat(environment.undo(2)).isFalse();
        requireUndo(environment, 1);

        assertThat(position(environment)).isEqualTo(before);
    }

    @Test
    default void undo_openingOfTheOpponent_isRefused() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, BLACK));

        assertThat(environment.undo(1)).isFalse();
        assertThat(environment.undo(2)).isFalse();

        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void undo_turnedView_keepsTheView() {
        TestedEnvironment environment =
                open(TestSpec.square(5).symmetry(Symmetry.ROTATE_90).encodings("alphazero-17"));
        environment.steps(0);
        String before = position(environment);
        environment.steps(1, 2);

        requireUndo(environment, 2);

        assertThat(position(environment)).isEqualTo(before);
        assertThat(environment.symmetry()).isEqualTo(Symmetry.ROTATE_90);
        assertThat(environment.step(0)).isEqualTo(Legality.OCCUPIED);
    }

    @Test
    default void reward_movesInsteadOfThoseTakenBack_addUpToTheMargin() {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA).komi(0.5));
        environment.steps(4);
        double kept = environment.reward(BLACK);
        environment.steps(0, 8);

        requireUndo(environment, 2);
        environment.steps(9);
        double passed = environment.reward(BLACK);
        environment.steps(9);

        assertThat(kept + passed + environment.reward(BLACK)).isEqualTo(environment.margin());
        assertThat(environment.margin()).isEqualTo(8.5);
    }

    @Test
    default void reward_allMovesTakenBack_paysTheStartAgain() {
        TestedEnvironment environment =
                open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA).komi(2));
        environment.steps(9, 9);

        requireUndo(environment, 2);
        environment.steps(9);

        assertThat(environment.reward(BLACK)).isEqualTo(-2);
    }

    @Test
    default void reward_resignationTakenBack_paysTheEndAnew() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, 0, Environment.RESIGN);
        assertThat(environment.reward(WHITE)).isEqualTo(1);

        requireUndo(environment, 1);
        environment.steps(9, 9);

        assertThat(environment.reward(BLACK)).isEqualTo(1);
    }

    /** Each state after an undo must equal the state that the environment had at the same moves. */
    @ParameterizedTest
    @EnumSource(Ko.class)
    default void undo_randomWalkOfSeed1_goesBackThroughTheSameStates(Ko ko) {
        TestedEnvironment environment = open(TestSpec.square(3)
                .rules(Rules.TROMP_TAYLOR.withKo(ko).withSuicide(Suicide.ANY))
                .encodings("alphazero-17"));
        SplitMix64 random = new SplitMix64(1);
        Deque<String> states = new ArrayDeque<>();
        int undoCount = 0;
        for (int call = 0; call < 150; call++) {
            if (environment.isOver() || (!states.isEmpty() && random.nextInt(4) == 0)) {
                int moveCount = 1 + random.nextInt(Math.min(3, states.size()));
                requireUndo(environment, moveCount);
                undoCount++;
                String state = "";
                for (int move = 0; move < moveCount; move++) {
                    state = states.pop();
                }
                assertThat(position(environment)).isEqualTo(state);
            } else {
                states.push(position(environment));
                environment.steps(RewardContract.randomAction(environment, random));
            }
        }
        assertThat(undoCount).isGreaterThan(20);
    }
}
