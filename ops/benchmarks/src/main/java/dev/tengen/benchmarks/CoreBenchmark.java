package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.LaneRows;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Player;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The parts of a step in the core: placing a stone, computing the action mask, encoding the position, and a whole step;
 * and a playout. The parts start from a random game, so that chains, captures and history are those of its middle.
 */
@State(Scope.Thread)
public class CoreBenchmark {
    private static final String ENCODING = "alphazero-17";
    private static final int PLAYOUT_COUNT = 1000;

    /** Width and height of the board. */
    @Param({"9", "19"})
    public int size;

    private RandomGames games;
    private Board board;

    /** The plays of a game and their colors. */
    private final int[] points = new int[3 * 19 * 19];

    private final int[] colors = new int[points.length];
    private int pointCount;
    private int next;

    private Game empty;
    private Game middle;
    private PointSet legal;
    private Encoding encoding;
    private PlaneBits bits;
    private byte[] bytes = {};
    private Player player;
    private final SplitMix64 random = new SplitMix64(1);

    /** Creates a benchmark, which JMH sets up. */
    public CoreBenchmark() {}

    /** Plays to the middle of a game. */
    @Setup
    public void setUp() {
        Grid grid = Grid.square(size);
        games = new RandomGames(grid, Rules.TROMP_TAYLOR, "", new SplitMix64(1));
        empty = new Game(dev.tengen.game.Setup.empty(grid), Rules.TROMP_TAYLOR);
        player = new MonteCarlo(PLAYOUT_COUNT).create(grid);
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

    /** Computes the legal points in the middle of a game, with superko. */
    @Benchmark
    public Object mask() {
        middle.legalPoints(legal);
        return legal;
    }

    /** Encodes a position in the middle of a game, with no move since the last call. */
    @Benchmark
    public Object encode() {
        bits.startAt(bytes, 0);
        encoding.encode(middle, bits);
        bits.finish();
        return bytes;
    }

    /** Takes a step of random play with the mask. */
    @Benchmark
    public int step() {
        return games.play(1);
    }

    /** Makes a playout of the Monte-Carlo player with its share of the search: 1/1000 of a move on the empty board. */
    @Benchmark
    @OperationsPerInvocation(PLAYOUT_COUNT)
    public int playout() {
        return player.chooseMove(empty, random);
    }

    /** A step of many environments together, as in the server: rows with mask, planes and rewards. One thread. */
    @State(Scope.Thread)
    public static class BatchBenchmark {
        /** Lanes that a call steps. Calls take turns through all lanes. */
        private static final int ROW_COUNT = 64;

        /** Width and height of the boards. */
        @Param({"9", "19"})
        public int size;

        /** Number of lanes. The more, the fewer of them are in the caches of the processor. */
        @Param({"64", "1024", "4096"})
        public int laneCount;

        private final byte[] actions = new byte[ROW_COUNT * Integer.BYTES];
        private int first;
        private EnvironmentBatch batch;

        /** Creates a benchmark, which JMH sets up. */
        public BatchBenchmark() {}

        /** Opens the batch. */
        @Setup
        public void setUp() {
            EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(size), Rules.TROMP_TAYLOR).toBuilder()
                    .encodings(List.of("alphazero-17"))
                    .build();
            batch = new EnvironmentBatch(
                    List.of(spec), LongStream.range(0, laneCount).toArray(), Autoreset.NEXT_STEP);
            batch.open();
            ByteBuffer drawn = ByteBuffer.wrap(actions).order(ByteOrder.LITTLE_ENDIAN);
            IntStream.range(0, ROW_COUNT).forEach(row -> drawn.putInt(EnvironmentBatch.DRAWN_ACTION));
        }

        /** Takes a random action in each of the next lanes. */
        @Benchmark
        @OperationsPerInvocation(ROW_COUNT)
        public Object batchStep() {
            ByteBuffer lanes = ByteBuffer.allocate(ROW_COUNT * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int row = 0; row < ROW_COUNT; row++) {
                lanes.putInt(first + row);
            }
            first = (first + ROW_COUNT) % laneCount;
            LaneRows rows = batch.rows(lanes.array());
            rows.setActions(actions.clone());
            batch.step(rows, 0, ROW_COUNT);
            return rows;
        }
    }
}
