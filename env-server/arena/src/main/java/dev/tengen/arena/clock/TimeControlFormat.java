package dev.tengen.arena.clock;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses and formats time controls and durations. */
final class TimeControlFormat {
    private static final String NONE = "none";
    private static final String PER_MOVE = "/move";
    private static final String ALLOWED =
            "\"none\", \"5s/move\", \"10m\" (sudden death), \"10m+5x30s\" (byo-yomi) or \"5m+3s\" (Fischer)";
    private static final String ALLOWED_DURATION = "whole numbers with units h, m, s, ms, us, ns, as in 1m30s";

    /** Main time; then, after a plus sign, periods or an increment. */
    private static final Pattern CONTROL = Pattern.compile("([^+/]*)(?:\\+(?:(\\d{1,4})x)?([^+/]*))?");

    /** The names of the units, which are also groups of {@link #DURATION}, by their nanoseconds, longest first. */
    private static final Map<Long, String> UNITS = new TreeMap<Long, String>(Map.of(
                    3_600_000_000_000L,
                    "h",
                    60_000_000_000L,
                    "m",
                    1_000_000_000L,
                    "s",
                    1_000_000L,
                    "ms",
                    1_000L,
                    "us",
                    1L,
                    "ns"))
            .descendingMap();

    /** At most nine digits for each unit, so that the sum fits the nanoseconds of a {@link Duration}. */
    private static final Pattern DURATION = Pattern.compile("(?=.)(?:(?<h>\\d{1,9})h)?(?:(?<m>\\d{1,9})m)?"
            + "(?:(?<s>\\d{1,9})s)?(?:(?<ms>\\d{1,9})ms)?(?:(?<us>\\d{1,9})us)?(?:(?<ns>\\d{1,9})ns)?");

    private TimeControlFormat() {}

    static TimeControl parse(String text) {
        if (text.equals(NONE)) {
            return TimeControl.NONE;
        }
        if (text.endsWith(PER_MOVE)) {
            return TimeControl.perMove(duration(text, text.substring(0, text.length() - PER_MOVE.length())));
        }
        Matcher matcher = CONTROL.matcher(text);
        if (!matcher.matches()) {
            throw InvalidValueException.not("time_control", quoted(text), ALLOWED);
        }
        Duration main = duration(text, matcher.group(1));
        String second = matcher.group(3);
        if (second == null) {
            return TimeControl.suddenDeath(main);
        }
        String count = matcher.group(2);
        return count == null
                ? TimeControl.fischer(main, duration(text, second))
                : TimeControl.byoYomi(main, Integer.parseInt(count), duration(text, second));
    }

    /** Parses {@code part} of {@code text}: whole numbers with units, longest first, such as "1m30s". */
    private static Duration duration(String text, String part) {
        Matcher matcher = DURATION.matcher(part);
        if (!matcher.matches()) {
            boolean isWhole = part.equals(text);
            String problem = isWhole
                    ? " is not " + ALLOWED
                    : " has the duration " + quoted(part) + ", which is not " + ALLOWED_DURATION;
            throw InvalidValueException.because(
                    "time_control " + quoted(text) + problem,
                    "time_control",
                    quoted(text),
                    isWhole ? ALLOWED : ALLOWED_DURATION);
        }
        Duration sum = Duration.ZERO;
        for (Map.Entry<Long, String> unit : UNITS.entrySet()) {
            String count = matcher.group(unit.getValue());
            if (count != null) {
                sum = sum.plus(Duration.ofNanos(unit.getKey()).multipliedBy(Long.parseLong(count)));
            }
        }
        return sum;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    static String format(TimeControl control) {
        if (!control.isLimited()) {
            return NONE;
        }
        String main = format(control.main());
        if (control.periodCount() > 0) {
            String period = format(control.period());
            boolean isPerMove = control.main().isZero() && control.periodCount() == 1;
            return isPerMove ? period + PER_MOVE : main + "+" + control.periodCount() + "x" + period;
        }
        return control.increment().isZero() ? main : main + "+" + format(control.increment());
    }

    /** Returns {@code duration} with units, such as "1m30s"; "0s" for zero. */
    static String format(Duration duration) {
        if (duration.isNegative()) {
            return "-" + format(duration.negated());
        }
        StringBuilder text = new StringBuilder();
        Duration rest = duration;
        for (Map.Entry<Long, String> unit : UNITS.entrySet()) {
            Duration one = Duration.ofNanos(unit.getKey());
            long count = rest.dividedBy(one);
            if (count > 0) {
                text.append(count).append(unit.getValue());
                rest = rest.minus(one.multipliedBy(count));
            }
        }
        return text.isEmpty() ? "0s" : text.toString();
    }
}
