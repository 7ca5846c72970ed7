package dev.tengen.cgt;

import java.util.List;

/**
 * Two lists of options that are canonical games: a canonical game, or what is about to become one.
 *
 * <p>Numbers have no options here, though as games they do. Depends on number avoidance: in a sum of a number and a game
 * that is none, who can win by a move in the number can win by a move in the other. So the definition of order stays
 * right without them, and a number takes the same room, however large it is.
 */
sealed interface GameForm permits CanonicalGame, UnreducedForm {
    /** Returns the moves of {@code side}; none for a number. */
    List<CanonicalGame> options(Side side);

    /** Returns the number that is reached if {@code first} begins and play goes on in turns until there is one. */
    Dyadic stop(Side first);

    /** Returns the stop of a form that is not a number, of which {@code options} are the moves of {@code first}. */
    static Dyadic stop(Side first, List<CanonicalGame> options) {
        return options.stream()
                .map(option -> option.stop(first.opponent()))
                .reduce(first == Side.LEFT ? Dyadic::max : Dyadic::min)
                .orElseThrow();
    }
}
