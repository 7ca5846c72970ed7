package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.draw;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns, passes, ends, resuming and resigning. */
class GameTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    private static Game empty() {
        return new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
    }

    private static Game emptyWithThreePasses() {
        return new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR.withPassesToEnd(3));
    }

    @Test
    void playerToMove_start_isBlack() {
        assertThat(empty().playerToMove()).isEqualTo(BLACK);
    }

    @Test
    void playerToMove_startWithWhiteToMove_isWhite() {
        assertThat(Diagrams.game(KO, Rules.TROMP_TAYLOR, WHITE).playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void playerToMove_afterPlay_isTheOpponent() {
        assertThat(play(empty(), "B2").playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void playerToMove_afterPass_isTheOpponent() {
        assertThat(play(empty(), "pass").playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void play_legalPoint_putsAStoneOfTheMover() {
        Game game = play(empty(), "B2 A1");

        assertThat(draw(game)).isEqualTo("""
                        . . .
                        . X .
                        O . .
                        """);
    }

    @Test
    void play_illegalMove_saysWhy() {
        Game game = play(empty(), "B2");

        assertThat(game.play(game.grid().point("B2"))).isEqualTo(Legality.OCCUPIED);
    }

    @Test
    void play_illegalMove_changesNothing() {
        Game game = play(Diagrams.game(KO), "C3");
        long before = game.stateHash();

        game.play(game.grid().point("B3"));

        assertThat(game.stateHash()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -2, -1, 10, 11, Integer.MAX_VALUE})
    void legality_noMoveOfTheGrid_isOutOfRange(int move) {
        assertThat(empty().legality(move)).isEqualTo(Legality.OUT_OF_RANGE);
    }

    @Test
    void legality_stoneOfEitherColor_isOccupied() {
        Game game = play(empty(), "B2 A1");

        assertThat(legality(game, "B2")).isEqualTo(Legality.OCCUPIED);
        assertThat(legality(game, "A1")).isEqualTo(Legality.OCCUPIED);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4, 9, 10})
    void legality_anyMoveOfAFinishedGame_isEpisodeOver(int move) {
        Game game = play(empty(), "B2 pass pass");

        assertThat(game.legality(move)).isEqualTo(Legality.EPISODE_OVER);
    }

    @ParameterizedTest
    @EnumSource(Legality.class)
    void isLegal_everyAnswer_isTrueForLegalAlone(Legality legality) {
        assertThat(legality.isLegal()).isEqualTo(legality == Legality.LEGAL);
    }

    @Test
    void moveNumber_passesAndPlays_countsBoth() {
        assertThat(play(empty(), "B2 pass A1").moveNumber()).isEqualTo(3);
    }

    @Test
    void move_number_isThatMove() {
        Game game = play(empty(), "B2 pass A1");

        assertThat(new int[] {game.move(1), game.move(2), game.move(3)}).containsExactly(4, 9, 6);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 2, 32})
    void move_noSuchNumber_throwsWithNumberAndRange(int number) {
        Game game = play(empty(), "B2");

        assertThatThrownBy(() -> game.move(number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move_number " + number + " is outside [1, 1]");
        assertThatThrownBy(() -> game.mover(number))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move_number " + number + " is outside [1, 1]");
    }

    @Test
    void mover_startWithWhiteToMove_alternatesFromWhite() {
        Game game = play(Diagrams.game(KO, Rules.TROMP_TAYLOR, WHITE), "A1 B1 pass");

        assertThat(new int[] {game.mover(1), game.mover(2), game.mover(3)}).containsExactly(WHITE, BLACK, WHITE);
    }

    @Test
    void capturedCount_afterCapture_isTheCountOfStones() {
        assertThat(play(Diagrams.game(KO), "C3").removedCount()).isEqualTo(1);
    }

    @Test
    void capturedCount_afterPassAfterCapture_isZero() {
        assertThat(play(Diagrams.game(KO), "C3 pass").removedCount()).isZero();
    }

    @Test
    void capturedCount_start_isZero() {
        assertThat(empty().removedCount()).isZero();
    }

    @Test
    void passCount_playAfterPass_isZero() {
        assertThat(play(empty(), "pass B2").passCount()).isZero();
    }

    @Test
    void isOver_onePass_isFalse() {
        assertThat(play(empty(), "B2 pass").isOver()).isFalse();
    }

    @Test
    void isOver_twoPasses_isTrue() {
        assertThat(play(empty(), "pass pass").isOver()).isTrue();
    }

    @Test
    void isOver_passesNotInARow_isFalse() {
        assertThat(play(empty(), "pass B2 pass A1").isOver()).isFalse();
    }

    @Test
    void isOver_twoOfThreePasses_isFalse() {
        assertThat(play(emptyWithThreePasses(), "pass pass").isOver()).isFalse();
    }

    @Test
    void isOver_threeOfThreePasses_isTrue() {
        assertThat(play(emptyWithThreePasses(), "pass pass pass").isOver()).isTrue();
    }

    @Test
    void isOver_boardWithoutLegalPlay_isFalse() {
        assertThat(Diagrams.game(".").isOver()).isFalse();
    }

    @Test
    void playUnchecked_repetition_isPlayed() {
        Game game = play(Diagrams.game(KO), "C3");

        game.playUnchecked(game.grid().point("B3"));

        assertThat(draw(game)).isEqualTo(KO);
    }

    @Test
    void playLegal_illegalMove_isAnErrorInTests() {
        Game game = play(Diagrams.game(KO), "C3");

        assertThatThrownBy(() -> game.playLegal(game.grid().point("B3")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("REPETITION");
    }

    @Test
    void resume_afterTwoPasses_continuesTheGame() {
        Game game = play(empty(), "B2 pass pass");

        game.resume();

        assertThat(game.isOver()).isFalse();
    }

    @Test
    void resume_afterTwoPasses_keepsTheTurn() {
        Game game = play(empty(), "B2 pass pass");

        game.resume();

        assertThat(game.playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void resume_onePassLater_isNotOver() {
        Game game = play(empty(), "B2 pass pass");
        game.resume();

        play(game, "pass");

        assertThat(game.isOver()).isFalse();
    }

    @Test
    void resume_twoPassesLater_isOver() {
        Game game = play(empty(), "B2 pass pass");
        game.resume();

        play(game, "pass pass");

        assertThat(game.isOver()).isTrue();
    }

    @Test
    void resume_superko_isNotLifted() {
        Game game = play(Diagrams.game(KO), "C3 pass pass");

        game.resume();

        assertThat(legality(game, "B3")).isEqualTo(Legality.REPETITION);
    }

    @Test
    void resume_simpleKo_wasLiftedByThePasses() {
        Game game = play(Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE)), "C3 pass pass");

        game.resume();

        assertThat(legality(game, "B3")).isEqualTo(Legality.LEGAL);
    }

    @Test
    void resume_gameGoesOn_throws() {
        Game game = play(empty(), "pass");

        assertThatThrownBy(game::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the game was not ended by passes");
    }

    @Test
    void resume_afterResignation_throws() {
        Game game = empty();
        game.resign(BLACK);

        assertThatThrownBy(game::resume)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the game was not ended by passes");
    }

    @Test
    void resign_player_endsTheGame() {
        Game game = empty();

        game.resign(WHITE);

        assertThat(game.isOver()).isTrue();
    }

    @Test
    void resign_finishedGame_throws() {
        Game game = play(empty(), "pass pass");

        assertThatThrownBy(() -> game.resign(BLACK))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the game is over");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, EMPTY, 3})
    void resign_nobody_throwsAndGoesOn(int color) {
        Game game = empty();

        assertThatThrownBy(() -> game.resign(color))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("color " + color + " is not 1 (Black) or 2 (White)");
        assertThat(game.isOver()).isFalse();
    }

    @Test
    void outcome_gameGoesOn_isNothing() {
        assertThat(play(empty(), "B2 pass").outcome()).isEmpty();
    }

    @Test
    void outcome_twoPasses_isTheScore() {
        Game game = play(empty(), "B2 pass pass");

        assertThat(game.outcome().map(Outcome::text)).isEqualTo(Optional.of("B+1.5"));
    }

    @Test
    void outcome_resignation_overridesTheScore() {
        Game game = play(empty(), "B2");

        game.resign(BLACK);

        assertThat(game.outcome().map(Outcome::text)).isEqualTo(Optional.of("W+R"));
    }

    @Test
    void outcome_resignationOutOfTurn_isWonByTheOther() {
        Game game = empty();

        game.resign(WHITE);

        assertThat(game.outcome().map(Outcome::winner)).isEqualTo(Optional.of(BLACK));
    }

    @Test
    void outcome_equalScores_isATie() {
        Game game = Diagrams.game("X . O", Rules.TROMP_TAYLOR.withKomi(0));

        play(game, "pass pass");

        assertThat(game.outcome().map(Outcome::text)).isEqualTo(Optional.of("Draw"));
    }

    @Test
    void score_gameGoesOn_isThatOfThePosition() {
        assertThat(play(empty(), "B2").score().text()).isEqualTo("B+1.5");
    }

    @Test
    void reach_point_isThatOfTheBoard() {
        Game game = Diagrams.game(KO);

        assertThat(game.reach(0)).isEqualTo(game.board().reach(0));
    }

    @Test
    void colorAt_point_isTheColorThere() {
        assertThat(play(empty(), "B2").colorAt(4)).isEqualTo(BLACK);
    }

    /** More moves and removed stones than the initial arrays hold. */
    @Test
    void play_manyMovesWithoutKoRule_keepsAllOfThem() {
        Game game = new Game(Setup.empty(Grid.square(1)), Rules.TROMP_TAYLOR.withKo(Ko.NONE));

        for (int i = 0; i < 1000; i++) {
            play(game, "A1");
        }

        assertThat(game.moveNumber()).isEqualTo(1000);
        game.checkConsistency();
    }

    @Test
    void legalPoints_finishedGame_isEmpty() {
        Game game = play(empty(), "pass pass");
        PointSet legal = PointSet.of(game.grid(), 1, 2, 3);

        game.legalPoints(legal);

        assertThat(legal.isEmpty()).isTrue();
    }
}
