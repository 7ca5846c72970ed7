package dev.tengen.arena.clock;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The notation of time controls. */
final class TimeControlText {
    private static final String NONE = "none";
    private static final String PER_MOVE = "/move";
    private static final String ALLOWED =
            "\"none\", \"5s/move\", \"10m\" (sudden death), \"10m+5x30s\" (byo-yomi) or \"5m+3s\" (Fischer)";
    private static final String ALLOWED_DURATION = "whole numbers with units h, m, s, ms, us, ns, as in 1m30s";

    /** Main time; then, behind a plus, periods or an increment. */
    private static final Pattern PATTERN = Pattern.compile("([^+/]*)(?:\\+(?:(\\d{1,4})x)?([^+/]*))?");

    private TimeControlText() {}

    static TimeControl parse(String text) {
        if (text.equals(NONE)) {
            return TimeControl.NONE;
        }
        if (text.endsWith(PER_MOVE)) {
            return TimeControl.perMove(duration(text, text.substring(0, text.length() - PER_MOVE.length())));
        }
        Matcher matcher = PATTERN.matcher(text);
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

    private static Duration duration(String text, String part) {
        return DurationText.parse(part).orElseThrow(() -> {
            boolean isWhole = part.equals(text);
            String message = isWhole
                    ? "time_control " + quoted(text) + " is not " + ALLOWED
                    : "time_control " + quoted(text) + " has the duration " + quoted(part) + ", which is not "
                            + ALLOWED_DURATION;
            return InvalidValueException.because(
                    message, "time_control", quoted(text), isWhole ? ALLOWED : ALLOWED_DURATION);
        });
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    static String of(TimeControl control) {
        if (!control.isLimited()) {
            return NONE;
        }
        String main = DurationText.of(control.main());
        if (control.periodCount() > 0) {
            String period = DurationText.of(control.period());
            boolean isPerMove = control.main().isZero() && control.periodCount() == 1;
            return isPerMove ? period + PER_MOVE : main + "+" + control.periodCount() + "x" + period;
        }
        return control.increment().isZero() ? main : main + "+" + DurationText.of(control.increment());
    }
}
