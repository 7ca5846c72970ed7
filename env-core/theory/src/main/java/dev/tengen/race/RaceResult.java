package dev.tengen.race;

import dev.tengen.board.Color;

/** The result of a race under perfect play by both players. */
public enum RaceResult {
    /** White's essential chain is captured. */
    BLACK_CAPTURES,
    /** Neither can capture: a player who fills a shared liberty is captured first. */
    SEKI,
    /** Black's essential chain is captured. */
    WHITE_CAPTURES;

    /** Returns the result in which {@code color} captures. */
    public static RaceResult captureBy(int color) {
        return color == Color.BLACK ? BLACK_CAPTURES : WHITE_CAPTURES;
    }

    /** Returns the value for {@code color}: 1 if it captures, 0 for a seki, -1 if it is captured. */
    public int valueFor(int color) {
        return this == SEKI ? 0 : this == captureBy(color) ? 1 : -1;
    }

    /** Returns this result with the colors exchanged. */
    public RaceResult swapped() {
        return switch (this) {
            case BLACK_CAPTURES -> WHITE_CAPTURES;
            case SEKI -> SEKI;
            case WHITE_CAPTURES -> BLACK_CAPTURES;
        };
    }
}
