package dev.tengen.server;

import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.session.Sessions;
import java.util.List;

/**
 * How much of one thing fits into the memory budget of a server that is used for nothing else. The limits on counts apply besides.
 *
 * @param sessionBytes what a session reserves at the end of an episode, in bytes
 * @param sessionCount the sessions that fit
 * @param laneBytes what a lane reserves, with its part of a request and of an answer, in bytes
 * @param laneCount the lanes that fit, in one batch or in several
 * @param nodeBytes what a node of a tree reserves without observations, in bytes
 * @param nodeCount the nodes that fit, without their roots
 * @param treeBytes what a tree reserves for its root and its board at the end of an episode, without its nodes, in bytes
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

    /** A batch reserves the rows of an answer twice: while it makes them, and for those of ended episodes or the message. */
    private static final int COPIES_OF_ANSWER = 2;

    /** A step has an action of 4 bytes for each lane, and the server reserves the request twice. */
    private static final int REQUEST_BYTES_OF_LANE = 8;

    /** Returns what fits into {@code budget} if one kind of thing may reserve its whole heap. */
    public static Capacity of(MemoryBudget budget, EnvironmentSpec spec, int moveCount) {
        return of(budget, budget.totalBytes(MemoryArea.HEAP), spec, moveCount);
    }

    /**
     * Returns what fits into {@code budget}.
     *
     * @param heapBytes the bytes of its heap that may be reserved, such as the quota of a principal
     * @param spec the environments
     * @param moveCount the moves of an episode
     */
    public static Capacity of(MemoryBudget budget, long heapBytes, EnvironmentSpec spec, int moveCount) {
        EnvironmentBatch lane = new EnvironmentBatch(List.of(spec), new long[1], Autoreset.NEXT_STEP);
        long sessionBytes = Sessions.memoryBytes(spec, moveCount);
        long rowBytes = lane.layout().rowByteCount();
        long ownBytes = lane.memoryBytes(moveCount);
        long laneBytes = ownBytes + COPIES_OF_ANSWER * rowBytes + REQUEST_BYTES_OF_LANE;
        long laneCount = Math.min(
                Math.min(
                        budget.limitBytes(MemoryKind.LANE) / ownBytes,
                        budget.limitBytes(MemoryKind.ANSWER) / (COPIES_OF_ANSWER * rowBytes)),
                Math.min(heapBytes / laneBytes, budget.limitBytes(MemoryKind.ANSWER_BUFFER) / rowBytes));
        long nodeBytes = EnvironmentForest.nodeBytes(SAMPLE_NODE_COUNT) / SAMPLE_NODE_COUNT;
        long treeBytes = new EnvironmentForest(new ForestSpec(spec.grid(), spec.encodings(), spec.form(), 1))
                .treeBytes(spec, moveCount);
        return new Capacity(
                sessionBytes,
                Math.min(heapBytes, budget.limitBytes(MemoryKind.SESSION)) / sessionBytes,
                laneBytes,
                laneCount,
                nodeBytes,
                Math.min(heapBytes, budget.limitBytes(MemoryKind.TREE)) / nodeBytes,
                treeBytes,
                Math.min(heapBytes, budget.limitBytes(MemoryKind.ROOT)) / treeBytes);
    }
}
