package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which differences the state hash covers, and which it does not. */
class StateHashTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    private static Game empty(Ko ko) {
        return new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR.withKo(ko));
    }

    private static Game ko(Ko ko) {
        return Diagrams.game(KO, Rules.TROMP_TAYLOR.withKo(ko));
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void stateHash_sameMoves_isTheSame(Ko ko) {
        assertThat(play(empty(ko), "C3 D4 pass").stateHash())
                .isEqualTo(play(empty(ko), "C3 D4 pass").stateHash());
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, false", "SITUATIONAL, false", "NATURAL_SITUATIONAL, false", "SIMPLE, true", "NONE, true"})
    void stateHash_samePositionByOtherMoves_isTheSameUnlessSuperkoSeesThem(Ko ko, boolean isSame) {
        long first = play(empty(ko), "C3 D4 B2 A1").stateHash();
        long second = play(empty(ko), "B2 A1 C3 D4").stateHash();

        assertThat(first == second).isEqualTo(isSame);
    }

    /** White's pass and Black's pass make situations that Black's and White's do not. No coloring is new. */
    @ParameterizedTest
    @CsvSource({"POSITIONAL, true", "SITUATIONAL, false", "NATURAL_SITUATIONAL, true", "SIMPLE, true", "NONE, true"})
    void stateHash_sameColoringsWithOtherTurns_isTheSameUnlessTurnsCount(Ko ko, boolean isSame) {
        Rules rules = Rules.TROMP_TAYLOR.withKo(ko).withPassesToEnd(3);
        Setup setup = Setup.empty(Grid.square(5));
        long first = play(new Game(setup, rules), "C3 pass pass D4 pass").stateHash();
        long second = play(new Game(setup, rules), "pass pass C3 D4 pass").stateHash();

        assertThat(first == second).isEqualTo(isSame);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void stateHash_samePositionAtAnotherMoveNumber_differs(Ko ko) {
        long first = play(empty(ko), "C3 D4 pass pass").stateHash();
        Game resumed = play(empty(ko), "pass pass");
        resumed.resume();

        assertThat(play(resumed, "C3 D4 pass pass").stateHash()).isNotEqualTo(first);
    }

    /** The same stones, turn and move number; only after the second order was the last move a ko capture. */
    @ParameterizedTest
    @CsvSource({"SIMPLE, false", "NONE, true"})
    void stateHash_koTakenLast_differsUnderSimpleKo(Ko ko, boolean isSame) {
        long takenFirst = play(ko(ko), "C3 pass D1").stateHash();
        long takenLast = play(ko(ko), "D1 pass C3").stateHash();

        assertThat(takenFirst == takenLast).isEqualTo(isSame);
    }

    @Test
    void stateHash_captureOfOneThatCannotBeRetaken_isAsIfTakenEarlier() {
        Game first = Diagrams.game(". X O . . . .", Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE));
        Game second = Diagrams.game(". X O . . . .", Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE));

        assertThat(play(first, "D1 pass F1").stateHash())
                .isEqualTo(play(second, "F1 pass D1").stateHash());
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, SITUATIONAL", "SIMPLE, NONE", "SITUATIONAL, NATURAL_SITUATIONAL"})
    void stateHash_otherKoRule_differs(Ko first, Ko second) {
        assertThat(empty(first).stateHash()).isNotEqualTo(empty(second).stateHash());
    }

    @Test
    void stateHash_otherKomi_differs() {
        Setup setup = Setup.empty(Grid.square(5));

        assertThat(new Game(setup, Rules.TROMP_TAYLOR).stateHash())
                .isNotEqualTo(new Game(setup, Rules.TROMP_TAYLOR.withKomi(7)).stateHash());
    }

    @Test
    void stateHash_otherSizeOfEmptyBoard_differs() {
        assertThat(new Game(Setup.empty(Grid.of(3, 2)), Rules.TROMP_TAYLOR).stateHash())
                .isNotEqualTo(new Game(Setup.empty(Grid.of(2, 3)), Rules.TROMP_TAYLOR).stateHash());
    }

    @Test
    void stateHash_otherPlayerToMove_differs() {
        assertThat(Diagrams.game(KO, Rules.TROMP_TAYLOR, BLACK).stateHash())
                .isNotEqualTo(Diagrams.game(KO, Rules.TROMP_TAYLOR, WHITE).stateHash());
    }

    @Test
    void stateHash_resumed_differs() {
        Game game = play(empty(Ko.POSITIONAL), "C3 pass pass");
        long over = game.stateHash();

        game.resume();

        assertThat(game.stateHash()).isNotEqualTo(over);
    }

    @Test
    void stateHash_resigned_differs() {
        Game game = play(empty(Ko.POSITIONAL), "C3");
        long before = game.stateHash();

        game.resign(WHITE);

        assertThat(game.stateHash()).isNotEqualTo(before);
    }

    @Test
    void stateHash_resignedByTheOther_differs() {
        Game first = empty(Ko.POSITIONAL);
        Game second = empty(Ko.POSITIONAL);

        first.resign(BLACK);
        second.resign(WHITE);

        assertThat(first.stateHash()).isNotEqualTo(second.stateHash());
    }

    @Test
    void positionHash_emptyBoard_isZero() {
        assertThat(empty(Ko.POSITIONAL).positionHash()).isZero();
    }

    @Test
    void positionHash_sameColoringByOtherMoves_isTheSame() {
        assertThat(play(empty(Ko.POSITIONAL), "C3 D4 B2 A1").positionHash())
                .isEqualTo(play(empty(Ko.POSITIONAL), "B2 D4 C3 A1 pass").positionHash());
    }

    /** Clients store these numbers. The same version must return them on every machine. */
    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, 320aa5e0eded99f2",
        "SITUATIONAL, 26d3f2fe02f088fd",
        "NATURAL_SITUATIONAL, e814fb9cb5aa39a0",
        "SIMPLE, 5fc19e4614874fff",
        "NONE, 678b1a8fb27d143c"
    })
    void stateHash_afterKo_isPinned(Ko ko, String expected) {
        assertThat(Long.toHexString(play(ko(ko), "D1 pass C3").stateHash())).isEqualTo(expected);
    }

    @Test
    void positionHash_afterKo_isPinned() {
        assertThat(Long.toHexString(play(ko(Ko.NONE), "D1 pass C3").positionHash()))
                .isEqualTo("2e82703d039a9832");
    }
}
