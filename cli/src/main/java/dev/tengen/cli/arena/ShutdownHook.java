package dev.tengen.cli.arena;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a command in good order when the process is told to end, by Ctrl-C or SIGTERM, and holds the end up until this is closed:
 * to be opened first and closed last.
 */
public final class ShutdownHook implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::signaled, "stop");
    private Runnable stop = () -> {};
    private boolean isSignaled;

    private ShutdownHook() {}

    /** Begins to listen for signals. */
    public static ShutdownHook listen() {
        ShutdownHook listening = new ShutdownHook();
        Runtime.getRuntime().addShutdownHook(listening.hook);
        return listening;
    }

    /** Makes {@code action} what stops the command; it is run at once if the signal has come already. */
    public void stopBy(Runnable action) {
        boolean isLate;
        synchronized (this) {
            stop = action;
            isLate = isSignaled;
        }
        if (isLate) {
            action.run();
        }
    }

    private void signaled() {
        Runnable action;
        synchronized (this) {
            isSignaled = true;
            action = stop;
        }
        action.run();
        try {
            if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Not stopped within {} seconds; it can be gone on with all the same", PATIENCE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the process end. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The process is ending already", e);
        }
    }
}
