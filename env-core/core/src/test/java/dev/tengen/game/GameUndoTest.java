package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.testing.Diagrams.draw;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Undo, copy and replay. */
class GameUndoTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    @Test
    void undo_start_throws() {
        assertThatThrownBy(Diagrams.game(KO)::undo)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("there is no move to undo");
    }

    @Test
    void undo_capture_restoresTheStones() {
        Game game = play(Diagrams.game(KO), "C3");

        game.undo();

        assertThat(draw(game)).isEqualTo(KO);
    }

    @Test
    void undo_play_restoresTheTurn() {
        Game game = play(Diagrams.game(KO), "C3");

        game.undo();

        assertThat(game.playerToMove()).isEqualTo(BLACK);
    }

    @Test
    void undo_twoStoneSuicide_restoresTheChain() {
        String before = """
                X . O
                O O O
                . . .
                """;
        Game game = play(Diagrams.game(before), "B3");

        game.undo();

        assertThat(draw(game)).isEqualTo(before);
    }

    @Test
    void undo_playThatMadeAPosition_forgetsThePosition() {
        Game game = play(Diagrams.game(KO), "A1 pass");
        game.undo();
        game.undo();

        assertThat(legality(game, "A1")).isEqualTo(Legality.LEGAL);
    }

    @Test
    void undo_playAfterKo_forbidsTheRecaptureAgain() {
        Game game = play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE)), "C3 D1");

        game.undo();

        assertThat(legality(game, "B3")).isEqualTo(Legality.REPETITION);
    }

    @Test
    void undo_secondPass_leavesOnePass() {
        Game game = play(Diagrams.game(KO), "pass pass");

        game.undo();

        assertThat(game.passCount()).isEqualTo(1);
    }

    @Test
    void undo_resignation_keepsTheMoves() {
        Game game = play(Diagrams.game(KO), "C3");
        game.resign(BLACK);

        game.undo();

        assertThat(game.isOver()).isFalse();
        assertThat(game.moveNumber()).isEqualTo(1);
    }

    @Test
    void undo_resignation_restoresTheState() {
        Game game = play(Diagrams.game(KO), "C3");
        long before = game.stateHash();
        game.resign(BLACK);

        game.undo();

        assertThat(game.stateHash()).isEqualTo(before);
    }

    @Test
    void undo_afterResume_takesThePassBackWithIt() {
        Game game = play(Diagrams.game(KO), "pass pass");
        game.resume();

        game.undo();

        assertThat(game.moveNumber()).isEqualTo(1);
        assertThat(game.passCount()).isEqualTo(1);
    }

    @Test
    void undo_passAfterResume_goesBackToTheResumedGame() {
        Game game = play(Diagrams.game(KO), "pass pass");
        game.resume();
        long resumed = game.stateHash();
        play(game, "pass");

        game.undo();

        assertThat(game.stateHash()).isEqualTo(resumed);
    }

    @Test
    void undo_passThatEndedTheGameAgain_endsItWhenPassedAnew() {
        Game game = play(Diagrams.game(KO), "pass pass");
        game.resume();
        game.undo();

        play(game, "pass");

        assertThat(game.isOver()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void undo_randomGamesSeed1_goesBackThroughTheSameStates(Ko ko) {
        Random random = new Random(1);
        for (int round = 0; round < 40; round++) {
            Game game = new Game(
                    Setup.empty(Grid.of(1 + random.nextInt(5), 1 + random.nextInt(5))), Rules.TROMP_TAYLOR.withKo(ko));
            Deque<Long> states = new ArrayDeque<>();
            for (int step = 0; step < 200; step++) {
                if (!states.isEmpty() && (game.isOver() || random.nextInt(3) == 0)) {
                    game.undo();
                    assertThat(game.stateHash()).isEqualTo(states.pop());
                } else {
                    states.push(game.stateHash());
                    playRandomly(game, random);
                }
                game.checkConsistency();
            }
        }
    }

    private static void playRandomly(Game game, Random random) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        int choice = random.nextInt(legal.size() + 1);
        game.play(choice == legal.size() ? game.grid().pass() : legal.nth(choice));
    }

    @Test
    void copy_playedOn_leavesTheOriginal() {
        Game game = play(Diagrams.game(KO), "C3");
        long before = game.stateHash();

        play(game.copy(), "D1 A1 B3 pass pass");

        assertThat(game.stateHash()).isEqualTo(before);
        game.checkConsistency();
    }

    @Test
    void copy_originalPlayedOn_staysAsItWas() {
        Game game = play(Diagrams.game(KO), "C3");
        Game copy = game.copy();
        long before = copy.stateHash();

        play(game, "D1 A1 B3 pass pass");

        assertThat(copy.stateHash()).isEqualTo(before);
        copy.checkConsistency();
    }

    @Test
    void copy_koForbidden_forbidsItToo() {
        Game copy = play(Diagrams.game(KO), "C3").copy();

        assertThat(legality(copy, "B3")).isEqualTo(Legality.REPETITION);
    }

    @Test
    void copy_takenBackToTheStart_isTheStart() {
        Game copy = play(Diagrams.game(KO), "C3 D1 A1 B3").copy();

        for (int i = 0; i < 4; i++) {
            copy.undo();
        }

        assertThat(copy.stateHash()).isEqualTo(Diagrams.game(KO).stateHash());
    }

    @Test
    void copy_resignedGame_isResigned() {
        Game game = Diagrams.game(KO);
        game.resign(BLACK);

        assertThat(game.copy().outcome()).map(Outcome::text).contains("W+R");
    }

    @Test
    void replayTo_someMoves_isTheGameAfterThem() {
        Game game = play(Diagrams.game(KO), "C3 D1 A1 B3");

        assertThat(game.replayTo(2).stateHash())
                .isEqualTo(play(Diagrams.game(KO), "C3 D1").stateHash());
    }

    @Test
    void replayTo_resumedGame_resumesToo() {
        Game game = play(Diagrams.game(KO), "pass pass");
        game.resume();
        play(game, "C3");

        assertThat(game.replayTo(3).stateHash()).isEqualTo(game.stateHash());
    }

    /** Behind the last move, the array holds zeros or undone moves, and these were once replayed. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 32})
    void replayTo_noSuchMove_throwsWithNumberAndRange(int number) {
        Game game = play(Diagrams.game(KO), "C3");

        assertThatThrownBy(() -> game.replayTo(number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move_number " + number + " is outside [0, 1]");
    }

    @Test
    void replayTo_zero_isTheStart() {
        assertThat(play(Diagrams.game(KO), "C3").replayTo(0).stateHash())
                .isEqualTo(Diagrams.game(KO).stateHash());
    }
}
