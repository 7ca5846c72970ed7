package dev.tengen.server.convert;

import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;

/**
 * A position to be solved. It belongs to one call, which may change the game.
 *
 * @param game where it stands, with its past
 * @param seen how actions are turned
 * @param stateHash the state hash of the session it is of; 0 for no session
 */
public record StandingPosition(Game game, SymmetryMap seen, long stateHash) {
    /** A position of no session. */
    StandingPosition(Game game) {
        this(game, SymmetryMap.of(Symmetry.IDENTITY, game.grid()), 0);
    }
}
