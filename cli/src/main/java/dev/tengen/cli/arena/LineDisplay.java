package dev.tengen.cli.arena;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/** Prints the progress as a line, at most every ten seconds, when games end. */
final class LineDisplay implements RunDisplay {
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int ROW_COUNT = 3;

    private final RunProgress progress;
    private final PrintWriter out;
    private final long startNanos = System.nanoTime();
    private long lastNanos = startNanos;

    LineDisplay(RunProgress progress, PrintWriter out) {
        this.progress = progress;
        this.out = out;
        progress.onGame(this::ended);
    }

    private synchronized void ended() {
        long now = System.nanoTime();
        if (now - lastNanos >= INTERVAL_NANOS) {
            lastNanos = now;
            out.println(line(now - startNanos));
            out.flush();
        }
    }

    private String line(long nanos) {
        int ended = progress.endedCount();
        OptionalLong total = progress.gameCount();
        double perSecond = (ended - progress.endedBefore()) * 1e9 / nanos;
        StringBuilder line = new StringBuilder(progress.name()).append(": ").append(ended);
        if (total.isPresent()) {
            line.append(" of ").append(total.getAsLong());
        }
        line.append(String.format(Locale.ROOT, " games, %.1f a minute", 60 * perSecond));
        if (total.isPresent() && total.getAsLong() > ended) {
            Duration left = Duration.ofSeconds(Math.round((total.getAsLong() - ended) / perSecond));
            line.append(", ").append(text(left)).append(" left");
        }
        progress.test().ifPresent(test -> line.append("; ").append(test));
        progress.standings()
                .ifPresent(standings -> line.append("; ").append(new StandingsTable(standings).line(ROW_COUNT)));
        return line.toString();
    }

    private static String text(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d h %02d min", time.toHours(), time.toMinutesPart())
                : time.toMinutes() > 0
                        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                        : time.toSeconds() + " s";
    }

    @Override
    public void close() {
        progress.onGame(() -> {});
    }
}
