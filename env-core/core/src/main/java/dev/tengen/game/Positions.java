package dev.tengen.game;

import java.util.Optional;

/** What {@link Repetition} keeps of the earlier positions of one game, besides the marks in its {@link History}. */
final class Positions {
    /** The hash of the set of visible positions. */
    long setHash;

    /**
     * How many steps too many the walks of the game took, less those that short walks saved; see {@link Repetition}.
     */
    int longSteps;

    /** The visible positions; empty while walks are short. */
    Optional<PositionTable> table = Optional.empty();

    Positions() {}

    Positions copy() {
        Positions copy = new Positions();
        copy.copyFrom(this);
        return copy;
    }

    /** Makes this a copy of {@code other}. Allocates only if {@code other} has a table of another size. */
    void copyFrom(Positions other) {
        setHash = other.setHash;
        longSteps = other.longSteps;
        if (table.isEmpty() || other.table.isEmpty() || !table.get().copyFrom(other.table.get())) {
            table = other.table.map(PositionTable::copy);
        }
    }

    /** Removes every position. */
    void clear() {
        setHash = 0;
        longSteps = 0;
        table = Optional.empty();
    }
}
