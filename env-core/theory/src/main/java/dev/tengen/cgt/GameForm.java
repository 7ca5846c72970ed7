package dev.tengen.cgt;

import java.util.List;

/**
 * A game form: two lists of options that are canonical games. It is a canonical game, or is about to become one.
 *
 * <p>Numbers have no options here, although they have some as games. This relies on number avoidance: in a sum of a
 * number and a game that is not a number, a player who can win by a move in the number can also win by a move in the
 * other game. So the order is computed correctly without these options, and a number needs the same memory however
 * large it is.
 */
sealed interface GameForm permits CanonicalGame, UnreducedForm {
    /** Returns the moves of {@code side}; none for a number. */
    List<CanonicalGame> options(Side side);

    /**
     * Returns the stop: the number that is reached if {@code first} moves first and the players alternate until a
     * number is left.
     */
    Dyadic stop(Side first);

    /** Returns the stop of a form that is not a number. {@code options} are the moves of {@code first}. */
    static Dyadic stop(Side first, List<CanonicalGame> options) {
        return options.stream()
                .map(option -> option.stop(first.opponent()))
                .reduce(first == Side.LEFT ? Dyadic::max : Dyadic::min)
                .orElseThrow();
    }
}
