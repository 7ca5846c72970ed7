package dev.tengen.server;

import dev.tengen.base.MemoryModel;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.game.Game;
import dev.tengen.server.batch.BatchBytes;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.session.Sessions;
import java.util.List;

/**
 * How much of one thing fits into the memory budget of a server that is used for nothing else. The limits on counts
 * apply besides: see {@link #within}.
 *
 * @param sessionBytes what a session reserves at the end of an episode that is not its first, in bytes
 * @param sessionCount the sessions that fit, if all of them are opened within ten minutes
 * @param laneBytes what a lane reserves, with its part of a request and of an answer, in bytes
 * @param laneCount the lanes that fit in one batch
 * @param nodeBytes what a node of a tree reserves without observations, in bytes
 * @param nodeCount the nodes that fit, without their roots
 * @param treeBytes what a tree reserves for its root and its board at the end of an episode, without its nodes, in
 *     bytes
 * @param treeCount the trees that fit, without their nodes
 */
public record Capacity(
        long sessionBytes,
        long sessionCount,
        long laneBytes,
        long laneCount,
        long nodeBytes,
        long nodeCount,
        long treeBytes,
        long treeCount) {
    private static final int SAMPLE_NODE_COUNT = 1_000_000;

    private static final int SAMPLE_LANE_COUNT = 1_000;

    /** The longest request about all lanes is a reset: a lane of 4 bytes and a seed of 8 for each. */
    private static final int REQUEST_BYTES_OF_LANE = 12;

    /** A stream reserves a request twice. */
    private static final int COPIES_OF_REQUEST = 2;

    /** What the server remembers for ten minutes of a call that opened a session, for retries. */
    static final long REMEMBERED_OPENING_BYTES = 1_200;

    /** What else a client reserves: the messages of a few calls, and the rest of those of a stream. */
    static final long CLIENT_BYTES = 4_096;

    /** Returns what fits into {@code budget} if one kind of thing may reserve its whole heap. */
    public static Capacity of(MemoryBudget budget, EnvironmentSpec spec) {
        return of(budget, budget.totalBytes(MemoryArea.HEAP), spec);
    }

    /**
     * Returns what fits into {@code budget}.
     *
     * @param heapBytes the bytes of its heap that may be reserved, such as the quota of a principal
     * @param spec the environments, with a limit on moves, which their episodes reach
     */
    public static Capacity of(MemoryBudget budget, long heapBytes, EnvironmentSpec spec) {
        int moveCount = spec.moveLimit();
        long sessionBytes = Sessions.memoryBytes(spec, Game.roomForMoves(spec.grid(), moveCount))
                + MemoryModel.KEPT_MOVES.bytes(
                        moveCount); // The moves of the episode before, which remembered calls refer to.
        Lanes lanes = Lanes.of(spec);
        long nodeBytes = EnvironmentForest.nodeBytes(SAMPLE_NODE_COUNT) / SAMPLE_NODE_COUNT;
        long treeBytes = new EnvironmentForest(new ForestSpec(spec.grid(), spec.encodings(), spec.form(), 1))
                .treeBytes(spec, moveCount);
        long openedBytes = Math.max(0, heapBytes - CLIENT_BYTES);
        return new Capacity(
                sessionBytes,
                Math.min(
                        Math.min(
                                budget.limitBytes(MemoryKind.SESSION) / sessionBytes,
                                budget.limitBytes(MemoryKind.REMEMBERED_ANSWER) / REMEMBERED_OPENING_BYTES),
                        openedBytes / (sessionBytes + REMEMBERED_OPENING_BYTES)),
                lanes.bytes(),
                lanes.countWithin(budget, openedBytes),
                nodeBytes,
                Math.min(heapBytes, budget.limitBytes(MemoryKind.TREE)) / nodeBytes,
                treeBytes,
                Math.min(heapBytes, budget.limitBytes(MemoryKind.ROOT)) / treeBytes);
    }

    /** Returns this capacity with the limits of {@code counts}. */
    public Capacity within(DefaultCounts counts) {
        return new Capacity(
                sessionBytes,
                Math.min(sessionCount, counts.sessionCount()),
                laneBytes,
                Math.min(laneCount, counts.laneCount()),
                nodeBytes,
                Math.min(nodeCount, counts.nodeCount()),
                treeBytes,
                Math.min(treeCount, counts.treeCount()));
    }

    /**
     * What a batch reserves.
     *
     * @param fixed what it reserves without lanes
     * @param each what each lane adds
     */
    private record Lanes(BatchBytes fixed, BatchBytes each) {
        static Lanes of(EnvironmentSpec spec) {
            // So many lanes that each thread steps some of them.
            int laneCount = Runtime.getRuntime().availableProcessors();
            BatchBytes some = BatchBytes.of(batch(spec, laneCount), spec.moveLimit());
            BatchBytes more = BatchBytes.of(batch(spec, laneCount + SAMPLE_LANE_COUNT), spec.moveLimit());
            BatchBytes each = new BatchBytes(
                    part(more.lanes() - some.lanes()),
                    0,
                    part(more.answer() - some.answer()),
                    part(more.answerBuffer() - some.answerBuffer()));
            return new Lanes(
                    new BatchBytes(Math.max(0, some.lanes() - laneCount * each.lanes()), more.search(), 0, 0), each);
        }

        private static EnvironmentBatch batch(EnvironmentSpec spec, int laneCount) {
            return new EnvironmentBatch(List.of(spec), new long[laneCount], Autoreset.NEXT_STEP);
        }

        private static long part(long bytes) {
            return (bytes + SAMPLE_LANE_COUNT - 1) / SAMPLE_LANE_COUNT;
        }

        /** Returns what a lane reserves in the heap. */
        long bytes() {
            return each.lanes() + each.answer() + COPIES_OF_REQUEST * REQUEST_BYTES_OF_LANE;
        }

        /** Returns the lanes of a batch that fits into {@code budget} and into {@code heapBytes} of its heap. */
        long countWithin(MemoryBudget budget, long heapBytes) {
            long count = (heapBytes - fixed.lanes() - fixed.search()) / bytes();
            count = Math.min(count, (budget.limitBytes(MemoryKind.LANE) - fixed.lanes()) / each.lanes());
            count = Math.min(count, budget.limitBytes(MemoryKind.ANSWER) / each.answer());
            count = Math.min(count, budget.limitBytes(MemoryKind.ANSWER_BUFFER) / each.answerBuffer());
            count = Math.min(count, budget.limitBytes(MemoryKind.REQUEST_BUFFER) / REQUEST_BYTES_OF_LANE);
            return budget.limitBytes(MemoryKind.ANALYSIS) < fixed.search() ? 0 : Math.max(0, count);
        }
    }
}
