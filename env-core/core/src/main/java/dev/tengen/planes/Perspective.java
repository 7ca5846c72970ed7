package dev.tengen.planes;

/** The perspective in which an encoding shows stones. */
public enum Perspective {
    /** Every board shows the stones of the player to move now, and those of the other player. */
    PLAYER_TO_MOVE,

    /**
     * Each board shows the stones of the player whose move made it, and those of the other player. So the two alternate
     * from board to board. The starting board shows the perspective of the player who does not move first.
     */
    MOVER,

    /** Boards show black and white stones. */
    COLORS
}
