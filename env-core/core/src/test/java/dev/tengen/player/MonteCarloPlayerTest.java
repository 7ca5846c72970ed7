package dev.tengen.player;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.TestSize;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The Monte-Carlo player in positions with an obvious best move. */
@Tag("reference")
class MonteCarloPlayerTest {
    private static final Rules NO_KOMI = Rules.TROMP_TAYLOR.withKomi(0);

    /** The left side is Black's and the right side White's. Black has four columns and White three. */
    private static final String SETTLED = """
            . . . X O . .
            . X X X O O .
            . X . X O . .
            X X X X O O O
            . . . X O . .
            . X . X O . O
            . . . X O . .
            """;

    /** White is ahead on the board, but its two stones at the left edge are dead. */
    private static final String DEAD_STONES = """
            . . . . X O .
            O X . X X O O
            O X . . X O .
            . X . X X O O
            . . . X X O .
            X X X X O O O
            O O O O O . .
            """;

    private static String choose(Game game, int playoutCount, long seed) {
        Player player = new MonteCarlo(playoutCount).create(game.grid());
        return game.grid().name(player.chooseMove(game, new SplitMix64(seed)));
    }

    private static int winnerAtTheEnd(Game game, Player black, Player white, long seed) {
        SplitMix64 random = new SplitMix64(seed);
        while (!game.isOver()) {
            Player mover = game.playerToMove() == BLACK ? black : white;
            assertThat(game.play(mover.chooseMove(game, random)).isLegal()).isTrue();
        }
        return game.outcome().orElseThrow().winner();
    }

    /** At B1 each side captures the stones that would otherwise capture it. */
    @ParameterizedTest
    @ValueSource(ints = {BLACK, WHITE})
    void chooseMove_chainsInMutualAtari_captures(int color) {
        Game game = Diagrams.game("""
                . . X X X .
                O O O O X X
                X X X O X .
                O O X O X X
                X . X O X .
                """, NO_KOMI, color);

        for (long seed = 1; seed <= 5; seed++) {
            assertThat(choose(game, 100, seed)).isEqualTo("B1");
        }
    }

    /** Only E4 saves the chain in atari. */
    @Test
    void chooseMove_ownChainInAtari_savesIt() {
        Game game = Diagrams.game("""
                . . . . . . .
                . O O O X . .
                O X X X O X .
                O X X X . X .
                O X X X O X .
                . O O O X . .
                . . . . . . .
                """, NO_KOMI);

        for (long seed = 1; seed <= 5; seed++) {
            assertThat(choose(game, 1000, seed)).isEqualTo("E4");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void chooseMove_onlyEyesLeft_passes(int playoutCount) {
        Game game = Diagrams.game("""
                . X . X O
                X X X X O
                O O O O O
                . O . O .
                """);

        assertThat(choose(game, playoutCount, 1)).isEqualTo("pass");
    }

    /** There are legal moves, but none is needed. */
    @Test
    void chooseMove_aheadAfterAPass_passes() {
        Game game = Diagrams.game(SETTLED, NO_KOMI, WHITE);
        game.play(game.grid().pass());

        assertThat(choose(game, 100, 1)).isEqualTo("pass");
    }

    @Test
    void chooseMove_behindAfterAPass_playsOn() {
        Game game = Diagrams.game(SETTLED, NO_KOMI);
        game.play(game.grid().pass());

        assertThat(choose(game, 100, 1)).isNotEqualTo("pass");
    }

    /** A pass in reply would count the dead stones as alive. */
    @ParameterizedTest
    @ValueSource(ints = {20, 100, 1000})
    void chooseMove_deadStonesStandAfterAPass_playsOn(int playoutCount) {
        Game game = Diagrams.game(DEAD_STONES, NO_KOMI, WHITE);
        assertThat(game.score().winner()).isEqualTo(WHITE);
        game.play(game.grid().pass());

        for (long seed = 1; seed <= 5; seed++) {
            assertThat(choose(game, playoutCount, seed)).isNotEqualTo("pass");
        }
    }

    /** If Black passes first, White can pass too. */
    @Test
    void chooseMove_deadStonesStand_doesNotPassFirst() {
        Game game = Diagrams.game(DEAD_STONES, NO_KOMI);

        for (long seed = 1; seed <= 5; seed++) {
            assertThat(choose(game, 100, seed)).isNotEqualTo("pass");
        }
    }

    @Test
    @Tag("full")
    void chooseMove_wonGame_isWonAtTheEnd() {
        for (String drawing : new String[] {SETTLED, DEAD_STONES}) {
            for (long seed = 1; seed <= 20; seed++) {
                Game game = Diagrams.game(drawing, NO_KOMI);
                Player opponent = seed % 2 == 0
                        ? new MonteCarlo(100).create(game.grid())
                        : Players.EYE_SAFE_RANDOM.create(game.grid());

                int winner = winnerAtTheEnd(game, new MonteCarlo(100).create(game.grid()), opponent, seed);

                assertThat(winner).as("seed %d%n%s", seed, drawing).isEqualTo(BLACK);
            }
        }
    }

    /** Under territory scoring a stone in the own area costs the point by which Black is ahead. */
    @Test
    void chooseMove_territoryAheadByOne_passesInsteadOfFilling() {
        Rules rules = RulesPreset.JAPANESE.rules(Grid.square(7)).withKomi(0);
        Game open = Diagrams.game(SETTLED, rules);
        Game game = Diagrams.game(SETTLED, rules.withKomi(open.score().margin() - 1));

        for (long seed = 1; seed <= 5; seed++) {
            assertThat(choose(game, 1000, seed)).isEqualTo("pass");
        }
    }

    /** The player never proposes dead stones. It passes, which proposes none. */
    @Test
    void chooseMove_agreementUnderWay_passes() {
        Game game = Diagrams.game(DEAD_STONES, RulesPreset.BLOG_2011.rules(Grid.square(7)));
        for (int i = 0; i < 3; i++) {
            game.play(game.grid().pass());
        }
        assertThat(game.isInAgreement()).isTrue();

        assertThat(choose(game, 100, 1)).isEqualTo("pass");
    }

    /** Games with random moves of other players, so that every kind of position occurs. */
    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void chooseMove_everyPresetAndSize_isLegal(RulesPreset preset) {
        LegalityCounts counts = new LegalityCounts();
        for (Grid grid : LegalityCounts.GRIDS) {
            for (long seed = 1; seed <= TestSize.of(60); seed++) {
                counts.play(grid, preset.rules(grid), seed);
            }
        }

        assertThat(counts.chosenCount).isGreaterThan(TestSize.least(3500));
        assertThat(counts.captureCount).isGreaterThan(TestSize.least(600));
        assertThat(counts.repetitionCount).isGreaterThan(TestSize.least(60));
        assertThat(counts.passCount).isGreaterThan(TestSize.least(700));
    }

    @Test
    void chooseMove_threadIsInterrupted_stopsSearching() throws InterruptedException {
        Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread search = new Thread(() -> choose(game, MonteCarlo.MAX_PLAYOUT_COUNT, 1));
        search.setUncaughtExceptionHandler((thread, error) -> thrown.set(error));
        search.start();

        search.interrupt();

        search.join();
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(game.moveNumber()).isZero();
    }
}
