package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tengen.board.Color;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Suicide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the reference to positions drawn by hand, for each kind of ko and suicide. */
class ReferenceGameTest {
    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    /* White plays D3; Black takes two at B3; White takes one back at C3: the coloring is as it was. */
    private static final String SEND_TWO_RETURN_ONE = """
            O . O . X
            O O X X X
            . . . . .
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

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"POSITIONAL", "SITUATIONAL", "SIMPLE"})
    void legality_immediateKoRecapture_isRepetitionOfMove0(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3");

        assertEquals(Legality.REPETITION, game.legality(game.move("B3")));
        assertEquals(0, game.ruling(game.move("B3")).repeatedMoveNumber());
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"NATURAL_SITUATIONAL", "NONE"})
    void legality_koRecaptureOfStartingColoring_isLegal(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3");

        assertEquals(Legality.LEGAL, game.legality(game.move("B3")));
    }

    @Test
    void legality_thirdKoCaptureUnderNaturalSituational_isRepetitionOfMove1() {
        ReferenceGame game = game(Ko.NATURAL_SITUATIONAL, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3", "B3");

        assertEquals(Legality.REPETITION, game.legality(game.move("C3")));
        assertEquals(1, game.ruling(game.move("C3")).repeatedMoveNumber());
    }

    @Test
    void legality_thirdKoCaptureUnderNone_isLegal() {
        ReferenceGame game = game(Ko.NONE, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3", "B3", "C3", "B3");

        assertEquals(Legality.LEGAL, game.legality(game.move("C3")));
    }

    @Test
    void legality_koRecaptureAfterPassesUnderSimple_isLegal() {
        ReferenceGame game = game(Ko.SIMPLE, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3", "pass", "pass");

        assertEquals(Legality.LEGAL, game.legality(game.move("B3")));
    }

    @Test
    void legality_koRecaptureAfterPassesUnderPositional_isRepetition() {
        ReferenceGame game = game(Ko.POSITIONAL, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3", "pass", "pass");

        assertEquals(Legality.REPETITION, game.legality(game.move("B3")));
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_koRecaptureAfterThreat_isLegal(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, KO, Color.BLACK);

        play(game, "C3", "A1", "D1");

        assertEquals(Legality.LEGAL, game.legality(game.move("B3")));
    }

    @Test
    void legality_sendTwoReturnOneUnderPositional_isRepetitionOfMove0() {
        ReferenceGame game = game(Ko.POSITIONAL, Suicide.ANY, SEND_TWO_RETURN_ONE, Color.WHITE);

        play(game, "D3", "B3");

        assertEquals(Legality.REPETITION, game.legality(game.move("C3")));
        assertEquals(0, game.ruling(game.move("C3")).repeatedMoveNumber());
    }

    @ParameterizedTest
    @EnumSource(
            value = Ko.class,
            names = {"SITUATIONAL", "NATURAL_SITUATIONAL", "SIMPLE", "NONE"})
    void legality_sendTwoReturnOneUnderOtherKo_isLegal(Ko ko) {
        ReferenceGame game = game(ko, Suicide.ANY, SEND_TWO_RETURN_ONE, Color.WHITE);

        play(game, "D3", "B3");

        assertEquals(Legality.LEGAL, game.legality(game.move("C3")));
    }

    @Test
    void legality_sendTwoReturnOneTwiceUnderSituational_isRepetitionOfMove1() {
        ReferenceGame game = game(Ko.SITUATIONAL, Suicide.ANY, SEND_TWO_RETURN_ONE, Color.WHITE);

        play(game, "D3", "B3", "C3", "pass");

        assertEquals(Legality.REPETITION, game.legality(game.move("D3")));
        assertEquals(1, game.ruling(game.move("D3")).repeatedMoveNumber());
    }

    @Test
    void legality_situationReachedByPassUnderSituational_isRepetitionOfThatPass() {
        ReferenceGame game = game(Ko.SITUATIONAL, Suicide.ANY, SEND_TWO_RETURN_ONE, Color.WHITE);

        play(game, "pass", "pass", "D3", "B3");

        assertEquals(Legality.REPETITION, game.legality(game.move("C3")));
        assertEquals(1, game.ruling(game.move("C3")).repeatedMoveNumber());
    }

    @Test
    void legality_situationReachedByPassUnderNaturalSituational_isLegal() {
        ReferenceGame game = game(Ko.NATURAL_SITUATIONAL, Suicide.ANY, SEND_TWO_RETURN_ONE, Color.WHITE);

        play(game, "pass", "pass", "D3", "B3");

        assertEquals(Legality.LEGAL, game.legality(game.move("C3")));
    }

    @Test
    void legality_playWithoutCaptureThatRepeats_isRepetition() {
        ReferenceGame game = game(Ko.POSITIONAL, Suicide.ANY, TWO_STONE_SUICIDE, Color.BLACK);

        play(game, "B3", "pass"); // Two black stones go; the first of them may not come back.

        assertEquals(0, game.ruling(game.move("A3")).capturedCount());
        assertEquals(Legality.REPETITION, game.legality(game.move("A3")));
    }

    @Test
    void legality_oneStoneSuicideUnderPositional_isRepetition() {
        ReferenceGame game = game(Ko.POSITIONAL, Suicide.ANY, ONE_STONE_SUICIDE, Color.BLACK);

        assertEquals(Legality.REPETITION, game.legality(game.move("A3")));
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

    @Test
    void legality_oneStoneSuicideOntoSituationOfPass_isRepetitionOfThatPass() {
        ReferenceGame game = game(Ko.SITUATIONAL, Suicide.ANY, ONE_STONE_SUICIDE, Color.BLACK);

        play(game, "pass", "pass");

        assertEquals(Legality.REPETITION, game.legality(game.move("A3")));
        assertEquals(1, game.ruling(game.move("A3")).repeatedMoveNumber());
    }

    @Test
    void legality_oneStoneSuicideOfMakerUnderNaturalSituational_isRepetitionOfHisPlay() {
        ReferenceGame game = game(Ko.NATURAL_SITUATIONAL, Suicide.ANY, ONE_STONE_SUICIDE, Color.BLACK);

        play(game, "A3", "pass");

        assertEquals(Legality.REPETITION, game.legality(game.move("A3")));
        assertEquals(1, game.ruling(game.move("A3")).repeatedMoveNumber());
    }

    @Test
    void legality_oneStoneSuicideAfterOneUnderSimple_isRepetition() {
        ReferenceGame game = game(Ko.SIMPLE, Suicide.ANY, """
                . O . X .
                O . . . X
                """, Color.BLACK);

        play(game, "A2");

        assertEquals(Legality.REPETITION, game.legality(game.move("E2")));
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_suicideUnderForbidden_isSuicide(Ko ko) {
        ReferenceGame one = game(ko, Suicide.FORBIDDEN, ONE_STONE_SUICIDE, Color.BLACK);
        ReferenceGame two = game(ko, Suicide.FORBIDDEN, TWO_STONE_SUICIDE, Color.BLACK);

        assertEquals(Legality.SUICIDE, one.legality(one.move("A3")));
        assertEquals(Legality.SUICIDE, two.legality(two.move("B3")));
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void legality_oneStoneSuicideUnderMultiStone_isSuicide(Ko ko) {
        ReferenceGame game = game(ko, Suicide.MULTI_STONE, ONE_STONE_SUICIDE, Color.BLACK);

        assertEquals(Legality.SUICIDE, game.legality(game.move("A3")));
    }

    @ParameterizedTest
    @EnumSource(
            value = Suicide.class,
            names = {"MULTI_STONE", "ANY"})
    void play_twoStoneSuicide_clearsBothStones(Suicide suicide) {
        ReferenceGame game = game(Ko.POSITIONAL, suicide, TWO_STONE_SUICIDE, Color.BLACK);

        play(game, "B3");

        assertEquals("..OOO....", game.coloring());
        assertEquals(2, game.capturedCount());
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
        assertEquals(3, game.capturedCount());
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
