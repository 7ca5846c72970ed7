package dev.tengen.cli.arena;

import dev.tengen.cli.output.RateText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Prints the progress as a line, at most every ten seconds, when games end. */
final class LineDisplay implements RunDisplay {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int ROW_COUNT = 3;

    private final RunProgress progress;
    private final RateText rate;
    private final PrintWriter out;
    private final long startNanos = System.nanoTime();
    private long lastNanos = startNanos;

    LineDisplay(RunProgress progress, PrintWriter out) {
        this.progress = progress;
        rate = new RateText("games", progress.endedBefore(), ChronoUnit.MINUTES);
        this.out = out;
        progress.onGame(this::ended);
    }

    private synchronized void ended() {
        long now = System.nanoTime();
        if (now - lastNanos >= INTERVAL_NANOS) {
            lastNanos = now;
            out.println(line(now - startNanos));
        }
    }

    private String line(long nanos) {
        StringBuilder line = new StringBuilder(progress.name())
                .append(": ")
                .append(rate.text(progress.endedCount(), progress.gameCount(), nanos, progress.remaining()));
        progress.test().ifPresent(test -> line.append("; ").append(test));
        progress.standings()
                .ifPresent(standings -> line.append("; ").append(new StandingsTable(standings).line(ROW_COUNT)));
        return line.toString();
    }

    @Override
    public void close() {
        progress.onGame(() -> {});
    }
}
