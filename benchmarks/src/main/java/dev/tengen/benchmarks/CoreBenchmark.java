package dev.tengen.benchmarks;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Encodings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmarks of the parts of a step in the core: placing a stone, computing the action mask, encoding the position, and
 * a complete step. Each starts from a random game, so that chains, captures and history are realistic.
 */
@State(Scope.Thread)
public class CoreBenchmark {
    private static final String ENCODING = "alphazero-17";

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    @SuppressWarnings("NullAway.Init")
    private RandomGames games;

    @SuppressWarnings("NullAway.Init")
    private Board board;

    /** The moves of a game and their colors, placed repeatedly. */
    private final int[] points = new int[3 * 19 * 19];

    private final int[] colors = new int[points.length];
    private int pointCount;
    private int next;

    @SuppressWarnings("NullAway.Init")
    private Game middle;

    @SuppressWarnings("NullAway.Init")
    private PointSet legal;

    @SuppressWarnings("NullAway.Init")
    private Encoding encoding;

    @SuppressWarnings("NullAway.Init")
    private PlaneBits bits;

    private byte[] bytes = {};

    /** Creates the benchmark. JMH sets the parameters and calls the setup. */
    public CoreBenchmark() {}

    /** Plays to the middle of a game. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        games = new RandomGames(grid, Rules.TROMP_TAYLOR, "", new SplitMix64(1));
        middle = new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
        RandomGames.play(middle, new SplitMix64(2), grid.pointCount());
        board = new Board(grid, Zobrist.of(grid));
        for (int number = 1; number <= middle.moveNumber(); number++) {
            if (middle.move(number) != grid.pass()) {
                points[pointCount] = middle.move(number);
                colors[pointCount++] = middle.mover(number);
            }
        }
        legal = new PointSet(grid);
        encoding = Encodings.named(ENCODING, grid).orElseThrow();
        bytes = new byte[encoding.spec().byteCount(grid)];
        bits = new PlaneBits(bytes, 0);
    }

    /** Places the next stone of a game with captures, on an empty board after the last of them. */
    @Benchmark
    public int place() {
        if (next == pointCount) {
            next = 0;
            board.clear();
        }
        board.place(points[next], colors[next]);
        return board.colorAt(points[next++]) == Color.EMPTY ? 0 : 1;
    }

    /** Finds the legal points in the middle of a game, superko included. */
    @Benchmark
    public Object mask() {
        middle.legalPoints(legal);
        return legal;
    }

    /** Encodes a position in the middle of a game, with no new move since the last call. */
    @Benchmark
    public Object encode() {
        bits.startAt(bytes, 0);
        encoding.encode(middle, bits);
        bits.finish();
        return bytes;
    }

    /** Takes a step of random play, mask included. */
    @Benchmark
    public int step() {
        return games.play(1);
    }
}
