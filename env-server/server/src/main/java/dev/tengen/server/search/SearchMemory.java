package dev.tengen.server.search;

import dev.tengen.search.SelfPlay;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;

/**
 * The memory that a self-play or a search of positions reserves: for its games with their trees and records, and for an
 * answer while it is made and while it is on its way to the client. Not thread-safe but where it says so: a stream
 * takes one request at a time.
 */
final class SearchMemory implements AutoCloseable {
    /** The rows of leaves, and those of the message. */
    private static final int COPIES_OF_ANSWER = 2;

    private final MemoryReservation gameBytes;
    private final MemoryReservation answerBytes;
    private final MemoryReservation bufferBytes;
    private long rowBytes;

    /** Creates the reservations. Nothing is reserved yet. */
    SearchMemory(MemoryBudget budget) {
        gameBytes = budget.reserve(MemoryKind.TREE, 0);
        answerBytes = budget.reserve(MemoryKind.ANSWER, 0);
        bufferBytes = budget.reserve(MemoryKind.ANSWER_BUFFER, 0);
    }

    /**
     * Reserves the memory of games at their start, and of the first answers: the layout, and then rows.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    void open(SelfPlayPlan plan) {
        resizeRows((long) plan.maxLeafCount() * plan.rowByteCount());
        resizeRecords(plan.layoutByteCount());
        gameBytes.resize(SelfPlay.memoryBytes(plan.specs(), plan.settings(), plan.slotCount(), 1, 1, 1));
    }

    /**
     * Reserves {@code bytes} for the games, in place of what they had.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    void resizeGames(long bytes) {
        gameBytes.resize(bytes);
    }

    /**
     * Reserves {@code more} bytes for games. Thread-safe.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    void growGames(long more) {
        gameBytes.grow(more);
    }

    /** Releases the memory of games beyond {@code bytes}. */
    void shrinkGames(long bytes) {
        gameBytes.resize(Math.min(gameBytes.bytes(), bytes));
    }

    /**
     * Reserves {@code bytes} for the rows of an answer, in place of those of the answer before.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    void resizeRows(long bytes) {
        bufferBytes.resize(bytes);
        answerBytes.resize(COPIES_OF_ANSWER * bytes);
        rowBytes = bytes;
    }

    /**
     * Reserves {@code bytes} for the records of an answer, in place of those of the answer before.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    void resizeRecords(long bytes) {
        bufferBytes.resize(rowBytes + bytes);
        answerBytes.resize(COPIES_OF_ANSWER * (rowBytes + bytes));
    }

    /** Releases all memory. */
    @Override
    public void close() {
        gameBytes.close();
        answerBytes.close();
        bufferBytes.close();
    }
}
