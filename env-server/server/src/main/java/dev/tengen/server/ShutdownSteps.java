package dev.tengen.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps of a shutdown that may wait for something outside of the process, as for a database that does not answer. They
 * run side by side on daemon threads, and a step that has not finished at the deadline is left behind: it ends with the
 * process, or when what it waits for fails. Used by one thread.
 */
final class ShutdownSteps {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownSteps.class);

    private final List<Step> steps = new ArrayList<>();

    private record Step(String name, Runnable work, CountDownLatch end) {
        void run() {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                LOG.error("Stopping {} failed", name, e);
            } finally {
                end.countDown();
            }
        }
    }

    /** Adds a step, which begins with {@link #run}. {@code name} is for the log, as in "the arena". */
    void add(String name, Runnable step) {
        steps.add(new Step(name, step, new CountDownLatch(1)));
    }

    /**
     * Runs the steps, and waits until they have finished, at most until {@code endNanos} of {@link System#nanoTime}. A
     * step that throws is an error in the log.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void run(long endNanos) throws InterruptedException {
        for (Step step : steps) {
            Thread thread = new Thread(step::run, "tengen-shutdown");
            thread.setDaemon(true);
            thread.start();
        }
        for (Step step : steps) {
            if (!step.end.await(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                LOG.warn(
                        "Stopping without waiting any longer for {}: its store does not respond, or its work takes too long."
                                + " Nothing that was acknowledged is lost",
                        step.name);
            }
        }
    }
}
