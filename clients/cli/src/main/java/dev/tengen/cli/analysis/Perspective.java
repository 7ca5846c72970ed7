package dev.tengen.cli.analysis;

import dev.tengen.board.Color;

/** Whose winrates, leads and ownership are reported. */
public enum Perspective {
    /** Those of Black. */
    BLACK,
    /** Those of White. */
    WHITE,
    /** Those of the player to move. */
    SIDETOMOVE;

    /** Returns whether values of {@code mover} must be turned round. */
    boolean isOpposite(int mover) {
        return switch (this) {
            case BLACK -> mover != Color.BLACK;
            case WHITE -> mover != Color.WHITE;
            case SIDETOMOVE -> false;
        };
    }
}
