package dev.tengen.cli.output;

import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A progress bar on standard error, shown only in a terminal. */
public final class Progress implements AutoCloseable {
    private final Optional<ProgressBar> bar;

    private Progress(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    /** Returns whether standard error is a terminal. Java cannot detect that; the launcher does and sets a property. */
    public static boolean isTerminal() {
        return Boolean.getBoolean("tengen.terminal");
    }

    /** Returns a bar that is full at {@code max}; -1 if the total is unknown. */
    public static Progress of(String task, long max) {
        if (!isTerminal()) {
            return new Progress(Optional.empty());
        }
        return new Progress(Optional.of(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(max)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .clearDisplayOnFinish()
                .build()));
    }

    /** Sets the total, if it was unknown before. */
    public void setMax(long max) {
        bar.ifPresent(shown -> shown.maxHint(max));
    }

    /** Shows that {@code done} of the total are complete. */
    public void stepTo(long done) {
        bar.ifPresent(shown -> shown.stepTo(done));
    }

    /** Shows {@code message} behind the bar. */
    public void setMessage(String message) {
        bar.ifPresent(shown -> shown.setExtraMessage(message));
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
