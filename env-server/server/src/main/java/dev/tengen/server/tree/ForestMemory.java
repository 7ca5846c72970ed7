package dev.tengen.server.tree;

import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;

/**
 * The memory that a forest reserves: for its nodes, for its roots with their histories and boards, and for an answer
 * while it is made and while it is on its way to the client. Not thread-safe but where it says so: a forest takes one
 * request at a time.
 */
final class ForestMemory implements AutoCloseable {
    /** The rows of an answer, and as many again for the message that is being written. */
    private static final int COPIES_OF_ANSWER = 2;

    private final EnvironmentForest trees;
    private final MemoryReservation nodeBytes;
    private final MemoryReservation rootBytes;
    private final MemoryReservation answerBytes;
    private final MemoryReservation bufferBytes;

    /** Creates the reservations of a forest without trees. Nothing is reserved yet. */
    ForestMemory(MemoryBudget budget, ForestSpec spec) {
        nodeBytes = budget.reserve(MemoryKind.TREE, 0);
        rootBytes = budget.reserve(MemoryKind.ROOT, 0);
        answerBytes = budget.reserve(MemoryKind.ANSWER, 0);
        bufferBytes = budget.reserve(MemoryKind.ANSWER_BUFFER, 0);
        trees = new EnvironmentForest(spec, rootBytes::tryGrow);
    }

    /** Returns the forest, which keeps boards as far as their memory can be reserved. */
    EnvironmentForest trees() {
        return trees;
    }

    /**
     * Reserves the memory of {@code count} more nodes and of an answer about them, and releases that of the last
     * answer. The arrays of nodes do not shrink, so their memory is kept.
     *
     * @throws CallException if too little is free
     */
    void growForNodes(int count) {
        long needed = EnvironmentForest.nodeBytes((long) trees.nodeCount() + count);
        if (needed > nodeBytes.bytes()) {
            nodeBytes.resize(needed);
        }
        long rowBytes = trees.layout().rowByteCount() + (long) Long.BYTES;
        answerBytes.resize(COPIES_OF_ANSWER * rowBytes * count);
        bufferBytes.resize(rowBytes * count);
    }

    /**
     * Reserves the memory of a root before it is read. Thread-safe.
     *
     * @param spec the spec of the root
     * @param moveCount its move number
     * @param proposalBytes the size of its proposals of dead stones
     * @throws CallException if too little is free
     */
    void growForRoot(EnvironmentSpec spec, int moveCount, long proposalBytes) {
        rootBytes.grow(
                trees.treeBytes(spec, moveCount) + 2 * proposalBytes); // In the snapshot of the root and on the board.
    }

    /**
     * Reserves the memory of boards and roots that grow by {@code more} bytes.
     *
     * @throws CallException if too little is free
     */
    void growForDepth(long more) {
        rootBytes.grow(more);
    }

    /** Releases the memory of roots that were not planted, or that have been released. */
    void settleRoots() {
        rootBytes.resize(Math.min(rootBytes.bytes(), trees.treeBytes()));
    }

    /** Releases all memory. */
    @Override
    public void close() {
        nodeBytes.close();
        rootBytes.close();
        answerBytes.close();
        bufferBytes.close();
    }
}
