package dev.tengen.server.analysis;

import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;

/**
 * A position to solve. It belongs to one call, which may change the game.
 *
 * @param game a game at the position, with its history
 * @param view how the caller sees actions
 * @param stateHash the state hash of its session; 0 without a session
 */
public record SolvablePosition(Game game, SymmetryMap view, long stateHash) {
    /** Returns the position of {@code game}, which belongs to no session. */
    public static SolvablePosition of(Game game) {
        return new SolvablePosition(game, SymmetryMap.of(Symmetry.IDENTITY, game.grid()), 0);
    }

    /** Returns the position of {@code environment}, with a copy of its game. */
    public static SolvablePosition of(Environment environment) {
        Game game = environment.game().copy();
        return new SolvablePosition(game, SymmetryMap.of(environment.symmetry(), game.grid()), environment.stateHash());
    }
}
