package dev.tengen.cli.output;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * The progress and the rate of a long task: a bar in a terminal; elsewhere, as in the log of a container, a line at
 * most every ten seconds. Thread-safe.
 */
public final class RateProgress implements AutoCloseable {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private final String task;
    private final long total;
    private final RateText text;
    private final PrintWriter out;
    private final Optional<ProgressBar> bar;
    private final long startNanos = System.nanoTime();
    private long lastNanos = startNanos;
    private long done;

    private RateProgress(String task, long total, RateText text, PrintWriter out, Optional<ProgressBar> bar) {
        this.task = task;
        this.total = total;
        this.text = text;
        this.out = out;
        this.bar = bar;
        done = text.before();
    }

    /**
     * Starts to show the progress of {@code task}.
     *
     * @param things what is counted, in the plural
     * @param before how many are done already
     * @param total how many there will be
     * @param out where lines go; a bar goes to standard error
     */
    public static RateProgress of(String task, String things, long before, long total, PrintWriter out) {
        RateText text = new RateText(things, before, ChronoUnit.SECONDS);
        Optional<ProgressBar> bar =
                Progress.isTerminal() ? Optional.of(bar(task, things, before, total, System.err)) : Optional.empty();
        return new RateProgress(task, total, text, out, bar);
    }

    private static ProgressBar bar(String task, String things, long before, long total, PrintStream terminal) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .startsFrom(before, Duration.ZERO)
                .setUnit(" " + things, 1)
                .showSpeed()
                .setConsumer(new ConsoleProgressBarConsumer(terminal))
                .clearDisplayOnFinish()
                .build();
    }

    /** Shows that one more is done. */
    public void step() {
        bar.ifPresent(ProgressBar::step);
        if (bar.isEmpty()) {
            count();
        }
    }

    private synchronized void count() {
        done++;
        long now = System.nanoTime();
        if (now - lastNanos >= INTERVAL_NANOS) {
            lastNanos = now;
            out.println(task + ": " + text.text(done, OptionalLong.of(total), now - startNanos));
        }
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
