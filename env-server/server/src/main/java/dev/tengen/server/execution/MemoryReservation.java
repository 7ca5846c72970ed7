package dev.tengen.server.execution;

/**
 * Bytes of a {@link MemoryBudget} that something holds until it is closed. Thread-safe: a reservation that is closed
 * while another thread grows it ends with nothing reserved.
 */
public final class MemoryReservation implements AutoCloseable {
    private final MemoryBudget budget;
    private final MemoryKind kind;

    /** Guarded by this. */
    private long bytes;

    /** Guarded by this. */
    private boolean isClosed;

    /** Creates the object for bytes that were taken from {@code budget}. */
    MemoryReservation(MemoryBudget budget, MemoryKind kind, long bytes) {
        this.budget = budget;
        this.kind = kind;
        this.bytes = bytes;
    }

    /** Returns the bytes that are reserved; 0 after {@link #close}. */
    public synchronized long bytes() {
        return bytes;
    }

    /**
     * Reserves {@code more} bytes, 0 or more, before what holds this one grows. Has no effect after {@link #close}.
     *
     * @throws dev.tengen.server.error.CallException if fewer are free; the reservation has not changed then
     */
    public synchronized void grow(long more) {
        if (!isClosed) {
            budget.take(kind, more);
            bytes += more;
        }
    }

    /**
     * Reserves {@code more} bytes, 0 or more, and returns whether they were free. Returns true after {@link #close},
     * without an effect.
     */
    public synchronized boolean tryGrow(long more) {
        if (isClosed) {
            return true;
        }
        if (!budget.tryTake(kind, more)) {
            return false;
        }
        bytes += more;
        return true;
    }

    /**
     * Changes the reservation to {@code newBytes}, 0 or more. Has no effect after {@link #close}.
     *
     * @throws dev.tengen.server.error.CallException if it would grow by more than is free; it has not changed then
     */
    public synchronized void resize(long newBytes) {
        if (newBytes < 0) {
            throw new IllegalArgumentException("bytes " + newBytes + " is negative");
        }
        if (newBytes >= bytes) {
            grow(newBytes - bytes);
        } else if (!isClosed) {
            budget.giveBack(kind, bytes - newBytes);
            bytes = newBytes;
        }
    }

    /** Releases {@code fewer} of the bytes, at most those that are reserved. Has no effect after {@link #close}. */
    public synchronized void shrink(long fewer) {
        if (!isClosed) {
            resize(bytes - fewer);
        }
    }

    /** Releases all bytes. Has no effect if it was called before. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            budget.giveBack(kind, bytes);
            bytes = 0;
        }
    }
}
