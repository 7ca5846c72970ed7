package dev.tengen.arena.game;

/** How the player in a {@link PlayerSeat} comes to a move. */
@FunctionalInterface
interface Chooser {
    /**
     * Returns the move of {@code turn}, or {@link dev.tengen.player.Player#RESIGN}. Throws {@link
     * dev.tengen.player.PlayerException} where the player fails.
     */
    int choose(Turn turn);
}
