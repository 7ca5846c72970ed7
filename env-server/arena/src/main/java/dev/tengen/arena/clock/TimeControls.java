package dev.tengen.arena.clock;

import dev.tengen.board.Color;

/**
 * The time controls of the two players of a game. They differ in games at time odds.
 *
 * @param black the time control of Black
 * @param white the time control of White
 */
public record TimeControls(TimeControl black, TimeControl white) {
    /** Returns the same time control for both players. */
    public static TimeControls both(TimeControl control) {
        return new TimeControls(control, control);
    }

    /** Returns the time control of the player with {@code color}. */
    public TimeControl of(int color) {
        Color.requirePlayer(color);
        return color == Color.BLACK ? black : white;
    }

    /** Returns whether a player has a time limit. */
    public boolean isLimited() {
        return black.isLimited() || white.isLimited();
    }

    /** Returns whether the players have different time controls. */
    public boolean hasOdds() {
        return !black.equals(white);
    }
}
