package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Player;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of a playout of the Monte-Carlo player with its share of the search: a thousandth of a move on the empty
 * board.
 */
@State(Scope.Thread)
public class MonteCarloBenchmark {
    private static final int PLAYOUT_COUNT = 1000;

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    @SuppressWarnings("NullAway.Init")
    private Game game;

    @SuppressWarnings("NullAway.Init")
    private Player player;

    private final SplitMix64 random = new SplitMix64(1);

    /** Creates the benchmark. JMH sets the parameters and calls the setup. */
    public MonteCarloBenchmark() {}

    /** Creates the player and the game. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        game = new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
        player = new MonteCarlo(PLAYOUT_COUNT).create(grid);
    }

    /** Chooses a move. */
    @Benchmark
    @OperationsPerInvocation(PLAYOUT_COUNT)
    public int playout() {
        return player.chooseMove(game, random);
    }
}
