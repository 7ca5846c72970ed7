package dev.tengen.benchmarks;

import dev.tengen.analysis.Ladders;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmarks of reading all ladders of a position: in the middle of random games, with one ladder across the whole
 * board, and with a search that reaches the limit.
 */
@State(Scope.Thread)
public class LadderBenchmark {
    /** Number of positions. */
    private static final int POSITION_COUNT = 64;

    /** A 9×9 position optimized for long searches: that of the chain at A3 reaches the limit. */
    private static final String HARD = ".O...OO.X"
            + "..XOX.X.O"
            + "....XO..X"
            + "....O.X.."
            + "...X..XOX"
            + "O..XOO.O."
            + "OX..OXX.O"
            + "X.O...O.O"
            + "XOX.O...O";

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    private final PointSet[] black = new PointSet[POSITION_COUNT];
    private final PointSet[] white = new PointSet[POSITION_COUNT];
    private int next;

    @SuppressWarnings("NullAway.Init")
    private Ladders ladders;

    @SuppressWarnings("NullAway.Init")
    private PointSet runner;

    @SuppressWarnings("NullAway.Init")
    private PointSet hunters;

    private final Ladders hardLadders = new Ladders(Grid.square(9));
    private final PointSet hardBlack = stones('X');
    private final PointSet hardWhite = stones('O');

    /** Creates the benchmark. JMH sets the parameters and calls the setup. */
    public LadderBenchmark() {}

    private static PointSet stones(char symbol) {
        return PointSet.of(
                Grid.square(9),
                IntStream.range(0, HARD.length())
                        .filter(point -> HARD.charAt(point) == symbol)
                        .toArray());
    }

    /** Plays games to their middle. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        ladders = new Ladders(grid);
        for (int number = 0; number < POSITION_COUNT; number++) {
            Game game = new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
            RandomGames.play(game, new SplitMix64(number), grid.pointCount() / 2);
            black[number] = game.board().points(Color.BLACK);
            white[number] = game.board().points(Color.WHITE);
        }
        runner = PointSet.of(grid, grid.point(1, 1));
        hunters = PointSet.of(grid, grid.point(0, 1), grid.point(1, 0), grid.point(2, 0));
    }

    /** Reads the ladders of the next position from the middle of a random game. */
    @Benchmark
    public Object laddersOfGames() {
        next = (next + 1) % POSITION_COUNT;
        ladders.read(black[next], white[next], Ladders.NO_KO);
        return ladders.captured();
    }

    /** Reads a ladder from one corner to the opposite one, failing first moves included. */
    @Benchmark
    public Object ladderAcross() {
        ladders.read(runner, hunters, Ladders.NO_KO);
        return ladders.captured();
    }

    /** Reads a position with a search that reaches the limit. Always 9×9. */
    @Benchmark
    public Object laddersAtTheLimit() {
        hardLadders.read(hardBlack, hardWhite, Ladders.NO_KO);
        return hardLadders.captured();
    }
}
