package dev.tengen.benchmarks;

import dev.tengen.analysis.Influence;
import dev.tengen.analysis.PassAlive;
import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmarks of analyses, on positions of random games without eye-filling: in the middle of a game, after half as many
 * moves as points, and late, after twice as many moves as points.
 */
@State(Scope.Thread)
public class AnalysisBenchmark {
    /** Number of positions: enough that branch prediction cannot memorize them. Must be a power of two. */
    private static final int POSITION_COUNT = 64;

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    private final Game[] middle = new Game[POSITION_COUNT];
    private final Game[] late = new Game[POSITION_COUNT];
    private int next;

    @SuppressWarnings("NullAway.Init")
    private PassAlive passAlive;

    @SuppressWarnings("NullAway.Init")
    private Influence influence;

    /** Creates the benchmark. JMH sets the parameters and calls the setup. */
    public AnalysisBenchmark() {}

    /** Plays the games. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        SplitMix64 random = new SplitMix64(1);
        for (int i = 0; i < POSITION_COUNT; i++) {
            middle[i] = play(grid, random, grid.pointCount() / 2);
            late[i] = play(grid, random, 2 * grid.pointCount());
        }
        passAlive = new PassAlive(grid);
        influence = new Influence(grid);
    }

    private static Game play(Grid grid, SplitMix64 random, int moveCount) {
        Game game = new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
        Player player = Players.EYE_SAFE_RANDOM.create(grid);
        while (game.moveNumber() < moveCount && !game.isOver()) {
            game.playUnchecked(player.chooseMove(game, random));
        }
        return game;
    }

    private Game next(Game[] games) {
        next = (next + 1) & (POSITION_COUNT - 1);
        return games[next];
    }

    /** Finds the pass-alive stones of both colors in the middle of a game. */
    @Benchmark
    public Object passAlive() {
        return passAlive(next(middle));
    }

    /** Finds the pass-alive stones of both colors late in a game, when there are many. */
    @Benchmark
    public Object passAliveLate() {
        return passAlive(next(late));
    }

    private PassAlive passAlive(Game game) {
        passAlive.find(game.board(), game.rules().suicide());
        return passAlive;
    }

    /** Computes the influence of stones in the middle of a game. */
    @Benchmark
    public Object influence() {
        influence.find(next(middle).board());
        return influence;
    }
}
