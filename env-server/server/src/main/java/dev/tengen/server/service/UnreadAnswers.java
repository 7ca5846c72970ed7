package dev.tengen.server.service;

import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The answers of a call that are on their way: their memory, and their part of what is unread on the connection.
 * Thread-safe: answers may be made after the call was cancelled.
 */
final class UnreadAnswers {
    private final MemoryReservation reservation;
    private final AtomicLong ofConnection;

    /** Creates the answers of a call, none yet. */
    UnreadAnswers(MemoryBudget budget, AtomicLong ofConnection) {
        reservation = budget.reserve(MemoryKind.ANSWER_BUFFER, 0);
        this.ofConnection = ofConnection;
    }

    /** Reserves the memory of an answer, and returns whether there was enough. */
    synchronized boolean tryAdd(int bytes) {
        long before = reservation.bytes();
        if (!reservation.tryGrow(bytes)) {
            return false;
        }
        ofConnection.addAndGet(reservation.bytes() - before); // Nothing, after the end.
        return true;
    }

    /** Counts all answers as read. */
    synchronized void clear() {
        ofConnection.addAndGet(-reservation.bytes());
        reservation.resize(0);
    }

    /** The call has ended. */
    synchronized void end() {
        clear();
        reservation.close();
    }
}
