package dev.tengen.cli.output;

import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A progress bar on standard error, drawn only where a person is looking. */
final class Progress implements AutoCloseable {
    private final Optional<ProgressBar> bar;

    private Progress(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    /** Returns a bar that is full at {@code max}. */
    static Progress of(String task, long max) {
        // Java cannot tell whether standard error is a terminal; the launcher can, and says so.
        if (!Boolean.getBoolean("tengen.terminal")) {
            return new Progress(Optional.empty());
        }
        return new Progress(Optional.of(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(max)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .clearDisplayOnFinish()
                .build()));
    }

    void stepTo(long done) {
        bar.ifPresent(shown -> shown.stepTo(done));
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
