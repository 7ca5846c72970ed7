package dev.tengen.game;

import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.draw;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

/** What a suicide leaves behind; {@link KoTest} has the rules that forbid one. */
class SuicideTest {
    /** A play at A3 removes itself. */
    private static final String ONE_STONE = """
            . O .
            O . .
            . . .
            """;

    /** A play at B3 removes itself and A3. */
    private static final String TWO_STONES = """
            X . O
            O O O
            . . .
            """;

    /** A stone of Black's at A1 or of White's at C3 would remove itself. */
    private static final String BOTH_SIDES = """
            . X .
            O . X
            . O .
            """;

    private static Game game(String drawing, Ko ko, Suicide suicide) {
        return Diagrams.game(drawing, new Rules(ko, suicide, 3, 0));
    }

    @Test
    void play_twoStoneSuicide_removesBothStones() {
        Game game = game(TWO_STONES, Ko.POSITIONAL, Suicide.ANY);

        play(game, "B3");

        assertThat(draw(game)).isEqualTo("""
                        . . O
                        O O O
                        . . .
                        """);
    }

    @Test
    void capturedCount_twoStoneSuicide_isTwo() {
        Game game = game(TWO_STONES, Ko.POSITIONAL, Suicide.ANY);

        play(game, "B3");

        assertThat(game.removedCount()).isEqualTo(2);
    }

    @Test
    void play_oneStoneSuicide_leavesTheBoard() {
        Game game = game(ONE_STONE, Ko.NONE, Suicide.ANY);

        play(game, "A3");

        assertThat(draw(game)).isEqualTo(ONE_STONE);
    }

    @Test
    void play_oneStoneSuicide_handsOverTheTurn() {
        Game game = game(ONE_STONE, Ko.NONE, Suicide.ANY);

        play(game, "A3");

        assertThat(game.playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void play_oneStoneSuicideAfterPass_startsThePassCountAgain() {
        Game game = game(BOTH_SIDES, Ko.NONE, Suicide.ANY);

        play(game, "pass C3");

        assertThat(game.passCount()).isZero();
    }
}
