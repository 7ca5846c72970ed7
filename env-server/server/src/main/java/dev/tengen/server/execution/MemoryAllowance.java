package dev.tengen.server.execution;

import dev.tengen.server.error.CallException;

/** The part of a {@link MemoryBudget} that one principal may reserve in the heap. Implementations are thread-safe. */
public interface MemoryAllowance {
    /** Takes {@code bytes} if they are free, and returns whether they were. */
    boolean isTaken(long bytes);

    /** Gives back {@code bytes} that were taken. */
    void giveBack(long bytes);

    /** Returns the error that {@code bytes} are not free. */
    CallException refusal(long bytes);
}
