package dev.tengen.cli.output;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How far a long task is, as text: {@code 120 of 400 games, 7.5 a minute, 37 min 20 s left}.
 *
 * @param things what is counted, in the plural
 * @param before how many were done when this process started; they do not count for the rate
 * @param unit the unit of the rate
 */
public record RateText(String things, long before, ChronoUnit unit) {
    /**
     * Returns the text when {@code done} things are done, {@code nanos} after the process started. The time that is
     * left follows from the rate.
     */
    public String text(long done, OptionalLong total, long nanos) {
        double perSecond = perSecond(done, nanos);
        Optional<Duration> left = total.isPresent() && total.getAsLong() > done && perSecond > 0
                ? Optional.of(Duration.ofSeconds(Math.round((total.getAsLong() - done) / perSecond)))
                : Optional.empty();
        return text(done, total, nanos, left);
    }

    private double perSecond(long done, long nanos) {
        return (done - before) * 1e9 / nanos;
    }

    /**
     * Returns the text when {@code done} things are done, {@code nanos} after the process started, and {@code left} is
     * left if known.
     */
    public String text(long done, OptionalLong total, long nanos, Optional<Duration> left) {
        StringBuilder line = new StringBuilder().append(done);
        if (total.isPresent()) {
            line.append(" of ").append(total.getAsLong());
        }
        double rate = perSecond(done, nanos) * unit.getDuration().toSeconds();
        String unitName = unit.name().toLowerCase(Locale.ROOT).replaceFirst("s$", "");
        line.append(String.format(Locale.ROOT, " %s, %.1f a %s", things, rate, unitName));
        left.ifPresent(time -> line.append(", ").append(text(time)).append(" left"));
        return line.toString();
    }

    private static String text(Duration time) {
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d h %02d min", time.toHours(), time.toMinutesPart())
                : time.toMinutes() > 0
                        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
                        : time.toSeconds() + " s";
    }
}
