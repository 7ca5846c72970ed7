package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tengen.board.Color;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Rulings.Ruling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the reference to positions drawn by hand, for each kind of ko and suicide. */
class ReferenceGameTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    private static final String ONE_STONE_SUICIDE = """
            . O .
            O . .
            . . .
            """;

    private static final String TWO_STONE_SUICIDE = """
            X . O
            O O .
            . . .
            """;

    private static ReferenceGame start(Ruling ruling) {
        Rules rules = ruling.rules();
        return game(rules.ko(), rules.suicide(), ruling.drawing(), ruling.firstPlayer());
    }

    private static String[] before(Ruling ruling) {
        return ruling.before().isEmpty() ? new String[0] : ruling.before().split(" ");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tengen.testing.Rulings#reached")
    void legality_drawnPosition_isTheRuling(Ruling ruling) {
        ReferenceGame game = start(ruling);

        play(game, before(ruling));

        assertEquals(ruling.legality(), game.legality(game.move(ruling.move())));
        if (ruling.legality() == Legality.REPETITION) {
            assertEquals(
                    ruling.repeatedMoveNumber(),
                    game.ruling(game.move(ruling.move())).repeatedMoveNumber());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.tengen.testing.Rulings#unreached")
    void play_movesBeforeUnderAStricterRule_areForbidden(Ruling ruling) {
        ReferenceGame game = start(ruling);

        assertThrows(AssertionError.class, () -> play(game, before(ruling)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"SITUATIONAL", "NATURAL_SITUATIONAL", "SIMPLE", "NONE"})
    void play_oneStoneSuicideUnderOtherKo_handsOverTheTurn(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, ONE_STONE_SUICIDE, Color.BLACK);

        play(game, "A3");

        assertEquals(".O.O.....", game.coloring());
        assertEquals(Color.WHITE, game.playerToMove());
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"NATURAL_SITUATIONAL", "SIMPLE", "NONE"})
    void play_oneStoneSuicideAfterPass_resetsTheCountOfPasses(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, ONE_STONE_SUICIDE, Color.WHITE);

        play(game, "pass", "A3");

        assertEquals(0, game.passCount());
    }

    @ParameterizedTest
    @EnumSource(
            value = Suicide.class,
            names = {"MULTI_STONE", "ANY"})
    void play_twoStoneSuicide_clearsBothStones(Suicide suicide) {
        ReferenceGame game = game(Ko.POSITIONAL, suicide, TWO_STONE_SUICIDE, Color.BLACK);

        play(game, "B3");

        assertEquals("..OOO....", game.coloring());
        assertEquals(2, game.removedCount());
    }

    @ParameterizedTest
    @EnumSource(Suicide.class)
    void play_lastLibertyOfBothSides_capturesTheOpponentFirst(Suicide suicide) {
        ReferenceGame game = game(Ko.POSITIONAL, suicide, """
                . O X
                O O X
                X X .
                """, Color.BLACK);

        play(game, "A3");

        assertEquals("X.X..XXX.", game.coloring());
        assertEquals(3, game.removedCount());
    }

    @Test
    void isOver_twoPasses_endTheGame() {
        ReferenceGame game = trompTaylor(empty(2, 2));

        play(game, "pass", "A1", "pass", "pass");

        assertTrue(game.isOver());
        assertEquals(Legality.EPISODE_OVER, game.legality(game.pass()));
        assertEquals(Legality.EPISODE_OVER, game.legality(-1));
    }

    @Test
    void resume_twoPasses_startTheCountAgain() {
        ReferenceGame game = trompTaylor(empty(2, 2));

        play(game, "pass", "pass");
        game.resume();

        assertEquals(0, game.passCount());
        assertEquals(2, game.moveNumber());
        assertEquals(Legality.LEGAL, game.legality(game.pass()));
    }

    @Test
    void undo_resumption_goesWithThePassBeforeIt() {
        ReferenceGame game = trompTaylor(empty(2, 2));

        play(game, "pass", "pass");
        game.resume();
        game.undo();

        assertEquals(1, game.passCount());
        assertEquals(1, game.moveNumber());
    }

    @Test
    void playUnchecked_repetition_isTaken() {
        ReferenceGame game = trompTaylor(KO);

        play(game, "C3");
        game.playUnchecked(game.move("B3"));

        assertEquals(game.coloringAfter(0), game.coloring());
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, -1, 5, 400})
    void legality_moveBeyondPass_isOutOfRange(int move) {
        assertEquals(Legality.OUT_OF_RANGE, trompTaylor(empty(2, 2)).legality(move));
    }

    @Test
    void play_occupiedPoint_changesNothing() {
        ReferenceGame game = trompTaylor("X .");
        String before = game.description();

        assertEquals(Legality.OCCUPIED, game.play(0));
        assertEquals(before, game.description());
    }

    @Test
    void undo_captureAndPass_restoresTheDescription() {
        ReferenceGame game = trompTaylor(KO);
        String before = game.description();

        play(game, "C3", "pass");
        game.undo();
        game.undo();

        assertEquals(before, game.description());
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"SIMPLE", "NONE"})
    void description_sameColoringByOtherOrder_isTheSameWithoutSuperko(Ko ko) {
        assertEquals(descriptionAfter(ko, "A1", "B2", "C3"), descriptionAfter(ko, "C3", "B2", "A1"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"})
    void description_sameColoringByOtherOrder_differsUnderSuperko(Ko ko) {
        assertNotEquals(descriptionAfter(ko, "A1", "B2", "C3"), descriptionAfter(ko, "C3", "B2", "A1"));
    }

    private static String descriptionAfter(Ko ko, String... names) {
        ReferenceGame game = game(ko, Suicide.ANY, empty(3, 3), Color.BLACK);
        play(game, names);
        return game.description();
    }

    private static String empty(int width, int height) {
        return (".".repeat(width) + "\n").repeat(height);
    }

    private static ReferenceGame trompTaylor(String drawing) {
        return new ReferenceGame(Ko.POSITIONAL, Suicide.ANY, 2, 7.5, drawing, Color.BLACK);
    }

    /* Three passes end these games, so that two may stand in the middle. */
    private static ReferenceGame game(Ko ko, Suicide suicide, String drawing, int firstPlayer) {
        return new ReferenceGame(ko, suicide, 3, 0, drawing, firstPlayer);
    }

    private static void play(ReferenceGame game, String... names) {
        for (String name : names) {
            assertEquals(Legality.LEGAL, game.play(game.move(name)), name);
        }
    }
}
