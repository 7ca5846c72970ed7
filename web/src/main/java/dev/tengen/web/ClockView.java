package dev.tengen.web;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.arena.game.GameView;
import dev.tengen.board.Color;
import dev.tengen.web.DisplayedGame.ShownClock;
import java.time.Duration;
import java.util.List;

/** The clocks of a game as the page shows them. */
final class ClockView {
    private ClockView() {}

    /** Returns Black's and White's clock. */
    static List<ShownClock> of(GameView view) {
        int running = view.ending().isPresent() ? Color.EMPTY : view.game().playerToMove();
        return List.of(
                clock(view.blackLeft(), running == Color.BLACK, view.turnNanos()),
                clock(view.whiteLeft(), running == Color.WHITE, view.turnNanos()));
    }

    private static ShownClock clock(TimeLeft left, boolean isRunning, long turnNanos) {
        long used = isRunning ? turnNanos : 0;
        long main = left.mainNanos() - used;
        if (main > 0 || left.periodCount() == 0) {
            return new ShownClock(millis(Math.max(0, main)), periods(left.periodCount(), left), isRunning);
        }
        long usedUp = Math.min(left.periodCount() - 1, -main / left.periodNanos());
        long rest = Math.max(0, left.periodNanos() * (usedUp + 1) + main);
        return new ShownClock(millis(rest), periods(left.periodCount() - 1 - (int) usedUp, left), isRunning);
    }

    /** Returns what comes after the time that is shown. */
    private static String periods(int count, TimeLeft left) {
        return count == 0
                ? ""
                : "+ " + count + "×" + Duration.ofNanos(left.periodNanos()).toSeconds() + " s";
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }
}
