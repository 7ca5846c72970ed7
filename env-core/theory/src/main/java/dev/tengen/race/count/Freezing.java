package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import java.util.Comparator;
import java.util.List;

/** Computes the value of a region from the values of its options. */
final class Freezing {
    /*
     * Filling a liberty elsewhere is worth one liberty to either player. If the better move here gains no more than
     * that over the enemy's move, neither player is in a hurry. The owner never moves, and the enemy finally has to.
     * Such a region counts what the enemy's move leaves, plus one liberty for that move.
     *
     * A move of Black is worth the right wall of the resulting game at temperature 1, minus the 1 that it costs; a move
     * of White is worth the left wall plus 1. A region is cold if the best of the former is at most the best of the
     * latter. For moves to integers this is Nakamura's rule, which omits the owner's moves if the temperature is at
     * most 1 and reads { | n} as n + 1. The walls extend it to moves that leave threats.
     */
    private final GameUniverse universe;

    Freezing(GameUniverse universe) {
        this.universe = universe;
    }

    /**
     * Returns the value of a region of {@code owner} with these options. The owner may have none; the enemy must have
     * one.
     */
    CanonicalGame value(int owner, List<CanonicalGame> left, List<CanonicalGame> right) {
        boolean isBlack = owner == Color.BLACK;
        List<CanonicalGame> defense = isBlack ? left : right;
        Dyadic afterAttack = isBlack ? afterWhite(right) : afterBlack(left);
        if (defense.isEmpty()) {
            return universe.number(afterAttack);
        }
        Dyadic afterDefense = isBlack ? afterBlack(left) : afterWhite(right);
        int order = afterDefense.compareTo(afterAttack);
        boolean isCold = isBlack ? order <= 0 : order >= 0;
        return isCold ? universe.number(afterAttack) : universe.game(left, right);
    }

    private Dyadic afterBlack(List<CanonicalGame> moves) {
        return moves.stream()
                .map(move -> universe.thermograph(move).right().at(Dyadic.ONE).minus(Dyadic.ONE))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Dyadic afterWhite(List<CanonicalGame> moves) {
        return moves.stream()
                .map(move -> universe.thermograph(move).left().at(Dyadic.ONE).plus(Dyadic.ONE))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }
}
