package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;

/**
 * The memory that a batch reserves: for its lanes, which grow with the moves of their longest episodes, for the
 * searches of their opponents, and for an answer about all lanes, while it is made and while it is on its way to the
 * client. Not thread-safe: a batch takes one request at a time.
 */
final class BatchMemory implements AutoCloseable {
    /** The moves that a step may add to a lane: its own and the reply of the opponent. */
    private static final int MOVES_PER_STEP = 2;

    private final EnvironmentBatch lanes;
    private final MemoryReservation laneBytes;
    private final MemoryReservation answerBytes;
    private final MemoryReservation bufferBytes;
    private final MemoryReservation searchBytes;
    private final MemoryReservation journalBytes;
    private int roomForMoves;

    /** The size of the proposals of dead stones, when it was last counted. */
    private long proposalBytes;

    /** No lane has played more moves than this in an episode. */
    private long greatestMoveCount;

    private BatchMemory(
            EnvironmentBatch lanes,
            MemoryReservation laneBytes,
            MemoryReservation answerBytes,
            MemoryReservation bufferBytes,
            MemoryReservation searchBytes,
            MemoryReservation journalBytes,
            int roomForMoves) {
        this.lanes = lanes;
        this.laneBytes = laneBytes;
        this.answerBytes = answerBytes;
        this.bufferBytes = bufferBytes;
        this.searchBytes = searchBytes;
        this.journalBytes = journalBytes;
        this.roomForMoves = roomForMoves;
    }

    /**
     * Reserves the memory of {@code lanes}, whose episodes have not started.
     *
     * @throws CallException if too little is free
     */
    static BatchMemory reserve(MemoryBudget budget, EnvironmentBatch lanes) {
        BatchBytes needed = BatchBytes.of(lanes);
        MemoryReservation laneBytes = budget.reserve(MemoryKind.LANE, 0);
        MemoryReservation answerBytes = budget.reserve(MemoryKind.ANSWER, 0);
        MemoryReservation bufferBytes = budget.reserve(MemoryKind.ANSWER_BUFFER, 0);
        MemoryReservation searchBytes = budget.reserve(MemoryKind.ANALYSIS, 0);
        try {
            searchBytes.grow(needed.search());
            bufferBytes.grow(needed.answerBuffer());
            answerBytes.grow(needed.answer());
            laneBytes.grow(needed.lanes());
            MemoryReservation journalBytes = budget.reserve(MemoryKind.LANE, 0);
            return new BatchMemory(
                    lanes, laneBytes, answerBytes, bufferBytes, searchBytes, journalBytes, BatchBytes.firstRoom(lanes));
        } catch (CallException e) {
            laneBytes.close();
            answerBytes.close();
            bufferBytes.close();
            searchBytes.close();
            throw e;
        }
    }

    /**
     * Reserves the memory of the moves that a step may add.
     *
     * @param proposalCount count of the proposals of dead stones in the step
     * @throws CallException if too little is free
     */
    void growForStep(int proposalCount) {
        growForProposals(proposalCount);
        if (roomForMoves >= lanes.moveLimit()) {
            return;
        }
        growForMoves(greatestMoveCount + MOVES_PER_STEP);
    }

    private void growForProposals(int proposalCount) {
        if (proposalCount > 0) {
            // Episodes end and take their proposals with them, so they are counted again. Few steps have proposals.
            long bytes = lanes.proposalBytes(proposalCount);
            laneBytes.resize(laneBytes.bytes() - proposalBytes + bytes);
            proposalBytes = bytes;
        }
    }

    private void growForMoves(long needed) {
        if (needed > roomForMoves) {
            int room = (int) Math.min(lanes.moveLimit(), needed + needed / 2);
            laneBytes.resize(BatchBytes.laneBytes(lanes, room) + proposalBytes);
            roomForMoves = room;
        }
        greatestMoveCount = needed;
    }

    /**
     * Reserves the memory of an episode that a lane resumes.
     *
     * @throws CallException if too little is free
     */
    void growForEpisode(EnvironmentSnapshot episode) {
        growForProposals(episode.proposals().size());
        if (roomForMoves < lanes.moveLimit()) {
            growForMoves(Math.max(greatestMoveCount, episode.actions().size()));
        }
    }

    /**
     * Reserves {@code bytes} for what a journal keeps in memory, in place of what it had.
     *
     * @throws CallException if too little is free
     */
    void resizeJournal(long bytes) {
        journalBytes.resize(bytes);
    }

    /** Returns what is reserved in the heap, in bytes. */
    long heapBytes() {
        return laneBytes.bytes() + answerBytes.bytes() + searchBytes.bytes() + journalBytes.bytes();
    }

    /** Releases all memory. */
    @Override
    public void close() {
        laneBytes.close();
        answerBytes.close();
        bufferBytes.close();
        searchBytes.close();
        journalBytes.close();
    }
}
