package dev.tengen.cli.arena;

import dev.tengen.text.VisibleText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;

/** Shows a progress bar with the standings below it. The thread of the bar draws both. */
final class TerminalDisplay implements RunDisplay {
    private static final int ROW_COUNT = 12;

    /** Computing ratings of many games takes time. The pause after it is this many times as long. */
    private static final int RATING_PAUSE_FACTOR = 4;

    private final RunProgress progress;
    private final ProgressBar bar;

    TerminalDisplay(RunProgress progress, PrintStream terminal) {
        this.progress = progress;
        bar = new ProgressBarBuilder()
                .setTaskName(VisibleText.line(progress.name()))
                .setInitialMax(progress.expectedGameCount().orElse(-1))
                .startsFrom(progress.endedBefore(), Duration.ZERO)
                .setUnit(" games", 1)
                .showSpeed()
                .setSpeedUnit(ChronoUnit.MINUTES)
                .setEtaFunction(state -> progress.remaining())
                .setConsumer(new Screen(progress, terminal))
                .clearDisplayOnFinish()
                .build();
        progress.onGame(this::ended);
    }

    private void ended() {
        progress.expectedGameCount().ifPresent(bar::maxHint);
        bar.stepTo(progress.endedCount());
        progress.test().map(VisibleText::line).ifPresent(bar::setExtraMessage);
    }

    @Override
    public void close() {
        progress.onGame(() -> {});
        bar.close();
    }

    /** Draws the bar and the standings over the previous drawing. */
    private static final class Screen implements ProgressBarConsumer {
        private static final String CLEAR_BELOW = "\r\u001b[J";

        private final RunProgress progress;
        private final PrintStream terminal;
        private final ConsoleProgressBarConsumer console;
        private int lineCount;
        private int shownCount = -1;
        private long nextRatingNanos = System.nanoTime();
        private List<String> table = List.of();

        Screen(RunProgress progress, PrintStream terminal) {
            this.progress = progress;
            this.terminal = terminal;
            console = new ConsoleProgressBarConsumer(terminal);
        }

        @Override
        public int getMaxRenderedLength() {
            return console.getMaxRenderedLength();
        }

        @Override
        public void accept(String text) {
            update();
            int width = getMaxRenderedLength();
            StringBuilder drawn = new StringBuilder(upToStart()).append(text); // The bar fits the width already.
            for (String line : table) {
                drawn.append(System.lineSeparator()).append(line, 0, Math.min(line.length(), width));
            }
            terminal.print(drawn);
            terminal.flush();
            lineCount = 1 + table.size();
        }

        private void update() {
            int ended = progress.endedCount();
            long start = System.nanoTime();
            if (ended == shownCount || start - nextRatingNanos < 0) {
                return;
            }
            shownCount = ended;
            table = progress.standings()
                    .map(standings -> new StandingsTable(standings).lines(ROW_COUNT))
                    .orElse(List.of());
            long end = System.nanoTime();
            nextRatingNanos = end + RATING_PAUSE_FACTOR * (end - start);
        }

        private String upToStart() {
            String up = lineCount > 1 ? "\u001b[" + (lineCount - 1) + "A" : "";
            return up + CLEAR_BELOW;
        }

        @Override
        public void clear() {
            terminal.print(upToStart());
            terminal.flush();
            lineCount = 0;
        }

        @Override
        public void close() {
            terminal.flush();
        }
    }
}
