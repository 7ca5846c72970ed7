package dev.tengen.cli.arena;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a command in order when the process gets a signal, by Ctrl-C or SIGTERM. The process ends when this hook is
 * closed, so open it first and close it last.
 */
public final class ShutdownHook implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::signaled, "stop");
    private Runnable stop = () -> {};
    private boolean isSignaled;

    private ShutdownHook() {}

    /** Registers the hook. */
    public static ShutdownHook listen() {
        ShutdownHook listening = new ShutdownHook();
        Runtime.getRuntime().addShutdownHook(listening.hook);
        return listening;
    }

    /** Sets the action that stops the command. Runs it at once if the signal has arrived already. */
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
            if (!closed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Not stopped within {} seconds. The tournament can be resumed", TIMEOUT_SECONDS);
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
