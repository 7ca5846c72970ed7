package dev.tengen.planes.catalog;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Scoring;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.planes.Encoding;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases that the vectors of KataGo's own encoder do not reach: other rules, and other ends of games. */
class KataGoV7Test {
    private static final int KO_BANNED = 6;
    private static final int FIRST_TURN = 9;
    private static final int LADDER = 14;
    private static final int AREA = 18;
    private static final Rules FRIENDLY = RulesPreset.CHINESE.rules(Grid.square(5));

    private static Game empty(Rules rules) {
        return new Game(Setup.empty(Grid.square(5)), rules);
    }

    private static String plane(Game game, int plane) {
        return DrawnPlanes.of("katago-v7", game).get(plane);
    }

    private static float global(Game game, int global) {
        float[] globals = new float[KataGoGlobals.COUNT];
        Encodings.named("katago-v7", game.grid()).orElseThrow().encodeGlobals(game, globals, 0);
        return globals[global];
    }

    /** Returns the shown turns, newest first: the name of the point, "pass", or "-" for none. */
    private static String turns(Game game) {
        StringBuilder turns = new StringBuilder();
        for (int turn = 0; turn < 5; turn++) {
            int point = plane(game, FIRST_TURN + turn).replace("/", "").indexOf('1');
            String name = point >= 0 ? game.grid().name(point) : "-";
            turns.append(turn == 0 ? "" : " ").append(global(game, turn) == 1 ? "pass" : name);
        }
        return turns.toString();
    }

    @Test
    void turns_sixMoves_areTheLastFive() {
        assertThat(turns(play(empty(Rules.TROMP_TAYLOR), "A1 B1 C1 pass D1 E1")))
                .isEqualTo("E1 D1 pass C1 B1");
    }

    @ParameterizedTest
    @CsvSource({
        "A1 B1 pass, 0, - - - - -", // A pass now would end the game, and is not to look like it.
        "A1 B1 pass pass, 1, pass - - - -",
        "A1 pass C1, 0, C1 pass A1 - -"
    })
    void turns_friendlyPass_areHiddenWhereAnotherWouldEndTheGame(String moves, int passEnds, String expected) {
        Game game = play(empty(FRIENDLY), moves);

        assertThat(turns(game)).isEqualTo(expected);
        assertThat(global(game, KataGoGlobals.PASS_ENDS)).isEqualTo(passEnds);
    }

    @Test
    void turns_friendlyPassUnderTerritoryScoring_areShown() {
        Game game = play(empty(FRIENDLY.withScoring(Scoring.TERRITORY)), "A1 pass");

        assertThat(turns(game)).isEqualTo("pass A1 - - -");
        assertThat(global(game, KataGoGlobals.PASS_ENDS)).isEqualTo(1);
    }

    @Test
    void turns_resignationAfterFriendlyPass_areTheLastAlone() {
        Game game = play(empty(FRIENDLY), "A1 pass");
        game.resign(BLACK);

        assertThat(turns(game)).isEqualTo("pass - - - -");
    }

    @Test
    void turns_endByRepetition_areTheLastAlone() {
        Game game = play(
                Diagrams.game("""
                . X O .
                X O . O
                . X O .
                . . . .
                """, Rules.TROMP_TAYLOR.withKo(Ko.NONE).withRepetitionEnd(RepetitionEnd.DRAW)), "C3 B3");

        assertThat(game.isOver()).isTrue();
        assertThat(turns(game)).isEqualTo("B3 - - - -");
    }

    @Test
    void turns_resumedGame_beginWithTheLastPass() {
        Game game = play(empty(Rules.TROMP_TAYLOR), "A1 pass pass");
        game.resume();

        assertThat(turns(game)).isEqualTo("pass - - - -");
        assertThat(turns(play(game, "B1 C1"))).isEqualTo("C1 B1 pass - -");
    }

    @ParameterizedTest
    @CsvSource({
        "A1 pass, 0, pass A1 - - -",
        "A1 pass pass, 1, pass pass A1 - -",
        "A1 pass pass pass, 1, pass - - - -", // Players say now which stones are dead.
        "A1 pass pass pass pass, 1, pass - - - -",
        "A1 pass pass pass pass pass, 1, pass - - - -"
    })
    void turns_threePassesAndAgreement_endTheSameWay(String moves, int passEnds, String expected) {
        Game game = play(empty(RulesPreset.BLOG_2011.rules(Grid.square(5))), moves);

        assertThat(turns(game)).isEqualTo(expected);
        assertThat(global(game, KataGoGlobals.PASS_ENDS)).isEqualTo(passEnds);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, 1, 0.5",
        "SITUATIONAL, 1, -0.5",
        "NATURAL_SITUATIONAL, 1, -0.5",
        "SIMPLE, 0, 0",
        "NONE, 0, 0"
    })
    void globals_koRule_tellSuperkoAndItsKind(Ko ko, float superko, float kind) {
        Game game = empty(Rules.TROMP_TAYLOR.withKo(ko));

        assertThat(global(game, KataGoGlobals.SUPERKO)).isEqualTo(superko);
        assertThat(global(game, KataGoGlobals.SUPERKO_KIND)).isEqualTo(kind);
    }

    @Test
    void globals_repetitionThatEndsTheGame_isNoSuperko() {
        assertThat(global(empty(RulesPreset.OPENSPIEL.rules(Grid.square(5))), KataGoGlobals.SUPERKO))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"FORBIDDEN, 0", "MULTI_STONE, 1", "ANY, 1"})
    void globals_suicideRule_tellWhetherTwoStonesMay(Suicide suicide, float expected) {
        assertThat(global(empty(Rules.TROMP_TAYLOR.withSuicide(suicide)), KataGoGlobals.SUICIDE))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"NONE, 0, 0", "SEKI, 1, 0", "ALL, 1, 1"})
    void globals_tax_tellOnWhat(Tax tax, float any, float full) {
        Game game = empty(Rules.TROMP_TAYLOR.withTax(tax));

        assertThat(global(game, KataGoGlobals.TAX)).isEqualTo(any);
        assertThat(global(game, KataGoGlobals.FULL_TAX)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource({"7.5, -0.375", "0, -0.0", "-7.5, 0.375", "45, -2.25", "45.5, -2.25", "1000, -2.25", "-1000, 2.25"})
    void globals_komi_isOwnAndCutOffTwentyBeyondThePoints(double komi, float expected) {
        assertThat(global(empty(Rules.TROMP_TAYLOR.withKomi(komi)), KataGoGlobals.KOMI))
                .isEqualTo(expected);
    }

    @Test
    void globals_handicap_addsTheBonusToKomi() {
        Rules rules = Rules.TROMP_TAYLOR.withKomi(0.5).withHandicapBonus(HandicapBonus.N_MINUS_ONE);
        Setup setup = new Setup(Grid.square(5), new PointSet(Grid.square(5)), new PointSet(Grid.square(5)), WHITE, 4);

        assertThat(global(new Game(setup, rules), KataGoGlobals.KOMI)).isEqualTo(3.5F / 20);
    }

    @Test
    void globals_territoryScoring_takeStonesPlayedForKomi() {
        Rules rules = RulesPreset.JAPANESE.rules(Grid.of(4, 2)).withKomi(6);
        Game game = Diagrams.game("""
                . O X .
                . . . .
                """, rules);

        // Two black stones, the second of which captures a white one, against a pass and a white stone that is
        // recaptured.
        play(game, "A2 pass B1 D1");
        game.undo();

        assertThat(global(game, KataGoGlobals.KOMI)).isEqualTo((6 + 2) / 20F);
        assertThat(global(game, KataGoGlobals.PARITY)).isZero();
        assertThat(global(play(game, "D1"), KataGoGlobals.KOMI)).isEqualTo(-(6 + 2 - 1) / 20F);
    }

    @ParameterizedTest
    @CsvSource({
        "5x5, -0.5, -0.5", "5x5, -1, 0", "5x5, -1.5, 0.5", "5x5, -2, 0", "5x5, -2.5, -0.5",
        "4x5, -0.5, 0.5", "4x5, -1, 0", "4x5, -1.5, -0.5", "4x5, 0, 0", "4x5, 0.5, -0.5"
    })
    void globals_parity_isAWaveOfOwnKomi(String size, double komi, float expected) {
        Grid grid = Grids.of(size);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKomi(komi));

        assertThat(global(game, KataGoGlobals.PARITY)).isEqualTo(expected);
    }

    @Test
    void globals_atOffset_leaveTheOthers() {
        float[] globals = new float[KataGoGlobals.COUNT + 2];
        Arrays.fill(globals, 7);

        Encodings.named("katago-v7", Grid.square(5)).orElseThrow().encodeGlobals(empty(FRIENDLY), globals, 1);

        assertThat(globals[0]).isEqualTo(7);
        assertThat(globals[KataGoGlobals.COUNT + 1]).isEqualTo(7);
        assertThat(Arrays.copyOfRange(globals, 1, 6)).containsOnly(0);
    }

    @Test
    void koBanned_naturalSuperko_isWhatThatForbids() {
        String drawing = """
                . X . .
                X O . O
                . X O .
                . . . .
                """;

        Game natural = play(Diagrams.game(drawing, Rules.TROMP_TAYLOR.withKo(Ko.NATURAL_SITUATIONAL), WHITE), "C4 C3");
        Game none = play(Diagrams.game(drawing, Rules.TROMP_TAYLOR.withKo(Ko.NONE), WHITE), "C4 C3");

        assertThat(plane(natural, KO_BANNED)).isEqualTo("0000/0100/0000/0000");
        assertThat(plane(none, KO_BANNED)).isEqualTo("0000/0000/0000/0000");
    }

    /** Black's chain has two eyes. One has a dead white stone. */
    private static final String DEAD_STONE = """
            . X . X O . .
            O X X X O . .
            X X . . . . .
            """;

    @Test
    void area_stoneInPassAliveTerritory_isTakenForCaptured() {
        Game game = Diagrams.game(DEAD_STONE, Rules.TROMP_TAYLOR);

        assertThat(plane(game, AREA)).isEqualTo("1111000/1111000/1100000");
        assertThat(plane(game, AREA + 1)).isEqualTo("0000100/0000100/0000000");
    }

    /** Black's only region touches a neutral point. */
    @ParameterizedTest
    @EnumSource(names = {"SEKI", "ALL"})
    void area_tax_hasTheStonesOfASekiAlone(Tax tax) {
        Game game = Diagrams.game(DEAD_STONE, Rules.TROMP_TAYLOR.withTax(tax));

        assertThat(plane(game, AREA)).isEqualTo("0101000/0111000/1100000");
        assertThat(plane(game, AREA + 1)).isEqualTo("0000100/0000100/0000000");
    }

    /** Neither color touches a neutral point; the white chain at the right is in atari, Black's is not. */
    @Test
    void area_taxOnAChainInAtari_takesItForASeki() {
        String drawing = """
                . X O O
                . X O .
                X X O O
                """;

        assertThat(plane(Diagrams.game(drawing, Rules.TROMP_TAYLOR.withTax(Tax.SEKI)), AREA))
                .isEqualTo("1100/1100/1100");
        assertThat(plane(Diagrams.game(drawing, Rules.TROMP_TAYLOR.withTax(Tax.SEKI)), AREA + 1))
                .isEqualTo("0011/0010/0011");
        assertThat(plane(Diagrams.game(drawing, Rules.TROMP_TAYLOR), AREA + 1)).isEqualTo("0011/0011/0011");
    }

    @Test
    void area_territoryScoring_isEmpty() {
        Game game = Diagrams.game(DEAD_STONE, RulesPreset.JAPANESE.rules(Grid.of(7, 3)));

        assertThat(List.of(plane(game, AREA), plane(game, AREA + 1))).containsOnly("0000000/0000000/0000000");
    }

    /** The white stone in the corner touches no black stone. Its region is an eye only if suicide cannot remove it. */
    @Test
    void area_suicideAssumed_hasLessThatIsAlive() {
        Game game = Diagrams.game("""
                O . X X O .
                . X X X O .
                X X . X O .
                """, RulesPreset.CHINESE.rules(Grid.of(6, 3)));

        assertThat(areas("katago-v7", game))
                .isEqualTo(areas("katago-v7:pass_alive_under_suicide=0", game))
                .containsExactly("111100/111100/111100", "000011/000011/000011");
        assertThat(areas("katago-v7:pass_alive_under_suicide=1", game))
                .containsExactly("001100/011100/111100", "100011/000011/000011");
    }

    private static List<String> areas(String encoding, Game game) {
        return DrawnPlanes.of(encoding, game).subList(AREA, AREA + 2);
    }

    /** White's stone in the corner is caught on the edge until a second stone helps it. */
    private static Game brokenLadder(Rules rules) {
        Grid grid = Grid.square(5);
        Setup setup = new Setup(grid, new PointSet(grid), new PointSet(grid), WHITE);
        return play(new Game(setup, rules), "A1 D4 B2");
    }

    /**
     * Returns 1 or 0 for each of now, one turn ago and two turns ago: whether a ladder catches the stone in the corner.
     */
    private static String caught(Game game) {
        return DrawnPlanes.of("katago-v7", game).subList(LADDER, LADDER + 3).stream()
                .map(plane -> plane.equals("00000/00000/00000/00000/10000") ? "1" : "0")
                .collect(Collectors.joining());
    }

    @Test
    void ladders_boardsBefore_areReadAsTheyWere() {
        assertThat(caught(brokenLadder(Rules.TROMP_TAYLOR))).isEqualTo("011");
        assertThat(caught(play(brokenLadder(Rules.TROMP_TAYLOR), "E5"))).isEqualTo("001");
        assertThat(caught(play(brokenLadder(Rules.TROMP_TAYLOR), "pass"))).isEqualTo("001");
    }

    @Test
    void ladders_turnsThatAreNotShown_repeatTheOldestBoardThatIs() {
        Game resigned = brokenLadder(Rules.TROMP_TAYLOR);
        resigned.resign(BLACK);
        Game resignedLater = play(brokenLadder(Rules.TROMP_TAYLOR), "E5");
        resignedLater.resign(BLACK);

        assertThat(caught(resigned)).isEqualTo("011");
        assertThat(caught(resignedLater)).isEqualTo("000");
        assertThat(caught(play(brokenLadder(FRIENDLY), "pass"))).isEqualTo("000");
    }

    /** The encoder has read the boards that the resignation hides, but not those that its undo shows again. */
    @Test
    void ladders_resignationTakenBack_areAllReadAgain() {
        Game game = play(brokenLadder(Rules.TROMP_TAYLOR), "E5");
        Encoding encoding = Encodings.named("katago-v7", game.grid()).orElseThrow();
        game.resign(BLACK);
        DrawnPlanes.of(encoding, game);
        game.undo();

        assertThat(DrawnPlanes.of(encoding, game)).isEqualTo(DrawnPlanes.of("katago-v7", game));
    }
}
