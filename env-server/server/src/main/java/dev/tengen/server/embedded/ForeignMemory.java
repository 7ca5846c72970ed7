package dev.tengen.server.embedded;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The memory of the language that the process runs, which direct buffers refer to. The language keeps it while Java can
 * reach the buffers, but not after the {@linkplain EmbeddedServer#endProcess end of the process} has begun.
 * Thread-safe.
 */
final class ForeignMemory {
    private static final ReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static boolean isGone;

    private ForeignMemory() {}

    /**
     * Runs {@code access}, which reads or writes the memory for a short time.
     *
     * @throws CancellationException if the process is ending
     */
    static void use(Runnable access) {
        Lock lock = LOCK.readLock();
        lock.lock();
        try {
            if (isGone) {
                throw new CancellationException("the process is ending");
            }
            access.run();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all use of the memory, after waiting for accesses in progress. */
    static void leave() {
        Lock lock = LOCK.writeLock();
        lock.lock();
        try {
            isGone = true;
        } finally {
            lock.unlock();
        }
    }
}
