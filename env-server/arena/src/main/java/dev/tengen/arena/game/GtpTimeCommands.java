package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import java.util.ArrayList;
import java.util.List;

/**
 * The GTP commands that send an engine its clock in one game. GTP has whole seconds of main time, then periods with a
 * number of stones. A byo-yomi period becomes a GTP period of one stone. GTP cannot express further periods or
 * increments, so an engine believes it has less time than it has. Not thread-safe.
 */
final class GtpTimeCommands {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private boolean isSet;

    /** Returns the commands to send before the move of {@code turn}; none without a time limit. */
    List<GtpCommand> before(Turn turn) {
        if (turn.allowed().isEmpty()) {
            return List.of();
        }
        TimeLeft left = turn.left();
        boolean isOvertime = left.mainNanos() == 0 && left.periodCount() > 0;
        List<GtpCommand> commands = new ArrayList<>();
        if (!isSet) {
            commands.add(settings(left));
            isSet = true;
        }
        commands.add(GtpCommand.of(
                "time_left",
                GtpColor.name(turn.color()),
                seconds(isOvertime ? left.periodNanos() : left.mainNanos()),
                isOvertime ? "1" : "0"));
        return commands;
    }

    /** Returns the command for a clock that has not started. */
    private static GtpCommand settings(TimeLeft start) {
        boolean hasPeriods = start.periodCount() > 0;
        return GtpCommand.of(
                "time_settings",
                start.mainNanos() == 0 ? "0" : seconds(start.mainNanos()),
                hasPeriods ? seconds(start.periodNanos()) : "0",
                hasPeriods ? "1" : "0");
    }

    /** Returns whole seconds, at least one: with zero, some engines do not think and others think forever. */
    private static String seconds(long nanos) {
        return Long.toString(Math.max(1, nanos / NANOS_PER_SECOND));
    }
}
