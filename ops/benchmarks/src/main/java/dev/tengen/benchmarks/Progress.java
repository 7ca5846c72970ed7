package dev.tengen.benchmarks;

import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;

/** A progress bar on standard error. Shown only if the launcher has found a terminal. */
record Progress(Optional<ProgressBar> bar) implements AutoCloseable {
    static Progress of(String task, long max) {
        if (!Boolean.getBoolean("tengen.terminal")) {
            return new Progress(Optional.empty());
        }
        return new Progress(Optional.of(ProgressBar.builder()
                .setTaskName(task)
                .setInitialMax(max)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .clearDisplayOnFinish()
                .build()));
    }

    void step() {
        bar.ifPresent(ProgressBar::step);
    }

    void stepTo(long done) {
        bar.ifPresent(shown -> shown.stepTo(done));
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
