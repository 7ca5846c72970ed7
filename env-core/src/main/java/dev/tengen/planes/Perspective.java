package dev.tengen.planes;

/** Whose eyes an encoding sees stones with. */
public enum Perspective {
    /** Every board shows the stones of the player to move now and those of the other one. */
    PLAYER_TO_MOVE,

    /**
     * Each board shows the stones of the player whose move made it and those of the other one, so that the two change
     * places from each board to the next. The board of the start is seen by the player who does not move first.
     */
    MOVER,

    /** Boards show black and white stones. */
    COLORS
}
