package dev.tengen.planes;

import dev.tengen.game.Game;

/** An encoding that writes transformed planes faster than one can transform what it has written. */
public interface TurningEncoding extends Encoding {
    /**
     * Appends the planes of the present position of {@code game} as {@link #encode(Game, PlaneBits)} does, transformed
     * by {@code map}, a symmetry of the board of the game.
     */
    void encode(Game game, SymmetryMap map, PlaneBits bits);
}
