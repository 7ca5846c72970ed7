package dev.tengen.arena.clock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: whole numbers with units, the larger ones first, as in "1m30s"; none of them is "0s". */
final class DurationText {
    private static final List<Unit> UNITS = List.of(
            new Unit("h", 3_600_000_000_000L),
            new Unit("m", 60_000_000_000L),
            new Unit("s", 1_000_000_000L),
            new Unit("ms", 1_000_000L),
            new Unit("us", 1_000L),
            new Unit("ns", 1L));

    /** Nine digits, so that no sum of them is too large for nanoseconds in a {@link Duration}. */
    private static final Pattern PATTERN = Pattern.compile("(?=.)"
            + "(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?(?:(\\d{1,9})us)?(?:(\\d{1,9})ns)?");

    private DurationText() {}

    /** Returns the duration that {@code text} says, or nothing where it says none. */
    static Optional<Duration> parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Duration sum = Duration.ZERO;
        for (int i = 0; i < UNITS.size(); i++) {
            String count = matcher.group(i + 1);
            if (count != null) {
                sum = sum.plus(Duration.ofNanos(UNITS.get(i).nanos()).multipliedBy(Long.parseLong(count)));
            }
        }
        return Optional.of(sum);
    }

    /** Returns the text of {@code duration}, which {@link #parse} reads where it is not negative. */
    static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.negated());
        }
        StringBuilder text = new StringBuilder();
        Duration rest = duration;
        for (Unit unit : UNITS) {
            Duration one = Duration.ofNanos(unit.nanos());
            long count = rest.dividedBy(one);
            if (count > 0) {
                text.append(count).append(unit.name());
                rest = rest.minus(one.multipliedBy(count));
            }
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    private record Unit(String name, long nanos) {}
}
