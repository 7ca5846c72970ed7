package dev.tengen.cli.solve;

import dev.tengen.solve.SolveProgress;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** How far a search is, on standard error, drawn only where a person is looking; nobody knows how long it will take. */
final class SolveStatus implements AutoCloseable {
    private final Optional<ProgressBar> bar;

    private SolveStatus(Optional<ProgressBar> bar) {
        this.bar = bar;
    }

    static SolveStatus start() {
        return new SolveStatus(
                Boolean.getBoolean("tengen.terminal")
                        ? Optional.of(new ProgressBarBuilder()
                                .setTaskName("solve")
                                .setInitialMax(-1)
                                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                                .clearDisplayOnFinish()
                                .build())
                        : Optional.empty());
    }

    void show(SolveProgress progress) {
        bar.ifPresent(shown -> {
            shown.stepTo(progress.nodes());
            shown.setExtraMessage("margin " + progress.proven() + ", " + progress.certificateCount() + " proofs");
        });
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
