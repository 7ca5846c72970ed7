package dev.tengen.game;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KoBansTest {
    /** White plays C4, which makes a ko shape; then Black takes at C3. */
    private static final String BEFORE_KO = """
            . X . .
            X O . O
            . X O .
            . . . .
            """;

    private static String banned(Game game) {
        PointSet banned = new PointSet(game.grid());
        new KoBans().find(game, banned);
        return banned.toString();
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, [B3]", "SITUATIONAL, [B3]", "NATURAL_SITUATIONAL, [B3]", "SIMPLE, [B3]", "NONE, []"})
    void find_koTaken_isThePointThatTheRuleForbids(Ko ko, String expected) {
        Game game = play(Diagrams.game(BEFORE_KO, Rules.TROMP_TAYLOR.withKo(ko), WHITE), "C4 C3");

        assertThat(banned(game)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"POSITIONAL, [B3]", "SITUATIONAL, [B3]", "NATURAL_SITUATIONAL, [B3]", "SIMPLE, []"})
    void find_koTakenAndTwoPasses_isWhatSuperkoForbids(Ko ko, String expected) {
        Game game = play(Diagrams.game(BEFORE_KO, Rules.TROMP_TAYLOR.withKo(ko), WHITE), "C4 C3 pass pass");

        assertThat(game.isOver()).isTrue();
        assertThat(banned(game)).isEqualTo(expected);
    }

    @Test
    void find_resigned_isAsBefore() {
        Game game = play(Diagrams.game(BEFORE_KO, Rules.TROMP_TAYLOR, WHITE), "C4 C3");
        game.resign(BLACK);

        assertThat(banned(game)).isEqualTo("[B3]");
    }

    @Test
    void find_oneStoneSuicide_isLeftOut() {
        Game game = Diagrams.game("""
                . O .
                O . .
                . . .
                """);

        assertThat(game.legality(game.grid().point("A3"))).isEqualTo(Legality.REPETITION);
        assertThat(banned(game)).isEqualTo("[]");
    }

    @Test
    void find_suicideOfTwoThatRepeats_isBanned() {
        Game game = Diagrams.game("""
                . . O
                O O O
                . . .
                """);

        play(game, "A3 pass");

        assertThat(banned(game)).isEqualTo("[B3]");
    }

    @ParameterizedTest(name = "seed 1, {0}, {1}")
    @CsvSource({
        "POSITIONAL, FORBIDDEN, 29",
        "POSITIONAL, MULTI_STONE, 35",
        "POSITIONAL, ANY, 35",
        "SITUATIONAL, FORBIDDEN, 25",
        "SITUATIONAL, ANY, 14",
        "NATURAL_SITUATIONAL, MULTI_STONE, 27",
        "NATURAL_SITUATIONAL, ANY, 23",
        "SIMPLE, FORBIDDEN, 16",
        "SIMPLE, ANY, 11",
        "NONE, ANY, 0"
    })
    void find_randomGames_areTheRepetitionsThatAreNoLoneSuicides(Ko ko, Suicide suicide, int count) {
        SplitMix64 random = new SplitMix64(1);
        Grid grid = Grid.of(4, 3);
        PointSet expected = new PointSet(grid);
        PointSet legal = new PointSet(grid);
        int bannedCount = 0;
        for (int number = 0; number < 40; number++) {
            Game game = new Game(Setup.empty(grid), new Rules(ko, suicide, 2, 0));
            for (int move = 0; move < 60 && !game.isOver(); move++) {
                expected.clear();
                for (int point = 0; point < grid.pointCount(); point++) {
                    if (game.legality(point) == Legality.REPETITION && !isLoneSuicide(game, point)) {
                        expected.add(point);
                    }
                }
                assertThat(banned(game)).as("game %s, move %s", number, move).isEqualTo(expected.toString());
                bannedCount += expected.size();
                game.legalPoints(legal);
                boolean isPass = legal.isEmpty() || random.nextInt(12) == 0;
                game.playUnchecked(isPass ? grid.pass() : legal.nth(random.nextInt(legal.size())));
            }
        }
        assertThat(bannedCount).isEqualTo(count);
    }

    private static boolean isLoneSuicide(Game game, int point) {
        boolean isBesideOwn = false;
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = game.grid().neighbor(point, direction);
            isBesideOwn |= game.grid().contains(neighbor) && game.colorAt(neighbor) == game.playerToMove();
        }
        return !isBesideOwn && game.board().isSuicide(point, game.playerToMove());
    }
}
