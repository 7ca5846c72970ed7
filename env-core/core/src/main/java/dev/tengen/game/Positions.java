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
        copy.setHash = setHash;
        copy.longSteps = longSteps;
        copy.table = table.map(PositionTable::copy);
        return copy;
    }

    /** Removes every position. */
    void clear() {
        setHash = 0;
        longSteps = 0;
        table = Optional.empty();
    }
}
