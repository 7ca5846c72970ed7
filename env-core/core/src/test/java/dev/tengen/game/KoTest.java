package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.testing.Diagrams.legality;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Zobrist;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Rulings.Ruling;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The five ko rules and three suicide rules on the drawn positions of {@code rules/rulings.txt}. */
class KoTest {
    private static Game start(Ruling ruling) {
        return Diagrams.game(ruling.drawing(), ruling.rules(), ruling.firstPlayer());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tengen.testing.Rulings#reached")
    void legality_drawnPosition_isTheRuling(Ruling ruling) {
        Game game = play(start(ruling), ruling.before());

        assertThat(legality(game, ruling.move())).isEqualTo(ruling.legality());
        if (ruling.legality() == Legality.REPETITION) {
            assertThat(game.repeatedMoveNumber(game.grid().point(ruling.move())))
                    .isEqualTo(ruling.repeatedMoveNumber());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tengen.testing.Rulings#unreached")
    void play_movesBeforeUnderAStricterRule_areForbidden(Ruling ruling) {
        Game game = start(ruling);

        assertThatThrownBy(() -> play(game, ruling.before())).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource({"6, LEGAL", "16, LEGAL", "-1, OUT_OF_RANGE"})
    void repeatedMoveNumber_noRepetition_throws(int move, Legality legality) {
        Game game = Diagrams.game("""
                . X O .
                X O . O
                . X O .
                . . . .
                """);

        assertThatThrownBy(() -> game.repeatedMoveNumber(move))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move " + move + " is " + legality + ", not REPETITION");
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, true", "SITUATIONAL, true", "NATURAL_SITUATIONAL, true", "SIMPLE, false", "NONE, false"})
    void isSuperko_rule_isWhetherItLooksAtTheWholeGame(Ko ko, boolean expected) {
        assertThat(ko.isSuperko()).isEqualTo(expected);
    }

    /** With keys of two bits most colorings have equal hashes. Legality must not change. */
    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_collidingHashesInATripleKo_isTheSame(Ko ko) {
        Rules rules = Rules.TROMP_TAYLOR.withKo(ko);
        Setup setup = Diagrams.setup("""
                . X O .
                X O . O
                . X O .
                . X O .
                X . X O
                . X O .
                . X O .
                X O . O
                . X O .
                """, BLACK);
        Game exact = new Game(setup, rules);
        Game colliding = new Game(setup, rules, Zobrist.of(setup.grid(), 2));

        play(exact, "C8 B5 C2 B8 C5");
        play(colliding, "C8 B5 C2 B8 C5");

        assertThat(Diagrams.drawLegal(colliding)).isEqualTo(Diagrams.drawLegal(exact));
    }
}
