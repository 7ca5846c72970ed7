package dev.tengen.cli.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Runs tasks in a bounded number of threads, those of greater priority first, then in their order. Thread-safe. */
final class AnalysisQueue {
    /** Maximum number of tasks that wait or run. Each keeps its moves. */
    static final int MAX_OPEN_COUNT = 100_000;

    private static final Comparator<Runnable> ORDER = Comparator.comparing(Ranked.class::cast, Ranked.ORDER);

    private final ThreadPoolExecutor executor;
    private final Set<PositionTask> open = new LinkedHashSet<>();
    private long count;

    AnalysisQueue(int threadCount) {
        executor = new ThreadPoolExecutor(
                threadCount, threadCount, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>(threadCount, ORDER));
    }

    /** Adds all tasks, or none if there would be too many. Returns whether they were added. */
    synchronized boolean addAll(List<PositionTask> tasks) {
        if (open.size() + tasks.size() > MAX_OPEN_COUNT) {
            return false;
        }
        for (PositionTask task : tasks) {
            open.add(task);
            executor.execute(new Ranked(task, count++));
        }
        return true;
    }

    /** Terminates the open tasks that match. */
    void terminate(Predicate<PositionTask> isMeant) {
        List<PositionTask> meant;
        synchronized (this) {
            meant = new ArrayList<>(open.stream().filter(isMeant).toList());
        }
        meant.forEach(PositionTask::terminate);
    }

    /** Waits until all tasks have ended. None may be added from then on. */
    void finish() throws InterruptedException {
        executor.shutdown();
        boolean isFinished = false;
        while (!isFinished) {
            isFinished = executor.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private synchronized void remove(PositionTask task) {
        open.remove(task);
    }

    /** A task with its place among those of equal priority. */
    private final class Ranked implements Runnable {
        static final Comparator<Ranked> ORDER = Comparator.<Ranked>comparingLong(ranked -> ranked.task.priority())
                .reversed()
                .thenComparingLong(ranked -> ranked.number);

        private final PositionTask task;
        private final long number;

        Ranked(PositionTask task, long number) {
            this.task = task;
            this.number = number;
        }

        @Override
        public void run() {
            try {
                task.run();
            } finally {
                remove(task);
            }
        }
    }
}
