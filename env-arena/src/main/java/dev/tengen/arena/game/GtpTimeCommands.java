package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * What an engine is told of its clock in one game, in the terms of GTP: whole seconds of main time, then periods with a count of
 * stones. One of our periods is one with a single stone; that there are others behind it, and increments, cannot be said, so that
 * an engine believes it has less time than it has. Not thread-safe.
 */
final class GtpTimeCommands {
    private static final long NANOS_A_SECOND = 1_000_000_000L;

    private boolean isSet;

    /** Returns the commands to send before {@code turn}'s move: none without a limit. */
    List<GtpCommand> news(Turn turn) {
        if (turn.allowed().isEmpty()) {
            return List.of();
        }
        TimeLeft left = turn.left();
        boolean isOvertime = left.mainNanos() == 0 && left.periodCount() > 0;
        List<GtpCommand> news = new ArrayList<>();
        if (!isSet) {
            news.add(settings(left));
            isSet = true;
        }
        news.add(GtpCommand.of(
                "time_left",
                GtpColor.name(turn.color()),
                seconds(isOvertime ? left.periodNanos() : left.mainNanos()),
                isOvertime ? "1" : "0"));
        return news;
    }

    /** Returns the command for a clock that has not run yet. */
    private static GtpCommand settings(TimeLeft start) {
        boolean hasPeriods = start.periodCount() > 0;
        return GtpCommand.of(
                "time_settings",
                start.mainNanos() == 0 ? "0" : seconds(start.mainNanos()),
                hasPeriods ? seconds(start.periodNanos()) : "0",
                hasPeriods ? "1" : "0");
    }

    /** Returns whole seconds; at least one, for with none left some engines do not think at all, and others for ever. */
    private static String seconds(long nanos) {
        return Long.toString(Math.max(1, nanos / NANOS_A_SECOND));
    }
}
