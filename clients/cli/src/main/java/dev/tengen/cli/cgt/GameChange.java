package dev.tengen.cli.cgt;

import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import java.util.Optional;

/**
 * A change of the temperature of a game.
 *
 * @param kind the kind of change
 * @param degrees by how much to cool or heat; 0 for the other kinds
 */
record GameChange(Kind kind, Dyadic degrees) {
    /** No change. */
    static final GameChange NONE = new GameChange(Kind.NONE, Dyadic.ZERO);

    /** A kind of change. */
    enum Kind {
        /** No change. */
        NONE,
        /** A tax on each move. */
        COOL,
        /** A bonus on each move. */
        HEAT,
        /** Cooled by its own temperature. */
        FREEZE
    }

    /** Returns {@code game} after the change. */
    CanonicalGame apply(GameUniverse universe, CanonicalGame game) {
        return switch (kind) {
            case NONE -> game;
            case COOL -> universe.cool(game, degrees);
            case HEAT -> universe.heat(game, degrees);
            case FREEZE -> universe.freeze(game);
        };
    }

    /** Returns the kind; empty for no change. */
    Optional<String> name() {
        return kind == Kind.NONE ? Optional.empty() : Optional.of(kind.name());
    }

    /** Returns the degrees; empty for changes without. */
    Optional<String> degreesText() {
        return kind == Kind.COOL || kind == Kind.HEAT ? Optional.of(degrees.toString()) : Optional.empty();
    }

    /** Returns the change as an ending of the name of a game, such as " cooled by 5/8". */
    String suffix() {
        return switch (kind) {
            case NONE -> "";
            case COOL -> " cooled by " + degrees;
            case HEAT -> " heated by " + degrees;
            case FREEZE -> " frozen";
        };
    }
}
