package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.List;

/**
 * A game as Conway defines it, with his definitions literally: no canonical form, no cache, no theorem. Comparing takes
 * reasonable time only for small games.
 *
 * @param left the moves of Left
 * @param right the moves of Right
 */
record SlowForm(List<SlowForm> left, List<SlowForm> right) {
    /** Returns {@code value} as a game: this number of moves for one player. */
    static SlowForm integer(int value) {
        if (value == 0) {
            return new SlowForm(List.of(), List.of());
        }
        return value > 0
                ? new SlowForm(List.of(integer(value - 1)), List.of())
                : new SlowForm(List.of(), List.of(integer(value + 1)));
    }

    /** Returns all positions of a canonical game. */
    static SlowForm of(GameUniverse universe, CanonicalGame game) {
        return new SlowForm(
                universe.options(game, Side.LEFT).stream()
                        .map(option -> of(universe, option))
                        .toList(),
                universe.options(game, Side.RIGHT).stream()
                        .map(option -> of(universe, option))
                        .toList());
    }

    boolean isAtMost(SlowForm other) {
        return left.stream().noneMatch(other::isAtMost)
                && other.right.stream().noneMatch(option -> option.isAtMost(this));
    }

    Relation relation(SlowForm other) {
        return Relation.of(isAtMost(other), other.isAtMost(this));
    }

    SlowForm negative() {
        return new SlowForm(
                right.stream().map(SlowForm::negative).toList(),
                left.stream().map(SlowForm::negative).toList());
    }

    SlowForm plus(SlowForm other) {
        List<SlowForm> lefts = new ArrayList<>();
        left.forEach(option -> lefts.add(option.plus(other)));
        other.left.forEach(option -> lefts.add(plus(option)));
        List<SlowForm> rights = new ArrayList<>();
        right.forEach(option -> rights.add(option.plus(other)));
        other.right.forEach(option -> rights.add(plus(option)));
        return new SlowForm(lefts, rights);
    }

    /** Returns the canonical game that is equal to this. */
    CanonicalGame canonical(GameUniverse universe) {
        return universe.game(
                left.stream().map(option -> option.canonical(universe)).toList(),
                right.stream().map(option -> option.canonical(universe)).toList());
    }
}
