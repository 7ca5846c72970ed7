package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import java.util.Comparator;
import java.util.List;

/** Makes the value of a region from those of its moves. */
final class Freezing {
    /*
     * To fill a liberty elsewhere is worth one liberty to either player. Where the better move here gains no more than that
     * over the enemy's, nobody hurries: the owner never moves, and the enemy has to, in the end. So such a region counts what
     * the enemy leaves, and the enemy's move as one liberty more.
     *
     * A move of Black is worth the right wall of what it leads to, at a temperature of 1, less the 1 that it costs; a move of
     * White the left wall, plus 1. A region is cold where the best of the former is at most the best of the latter. For
     * moves that lead to integers this is Nakamura's rule: it leaves the owner's moves out where the temperature is at most
     * 1, and reads { | n} as n + 1. Walls take moves in that lead to threats.
     */
    private final GameUniverse universe;

    Freezing(GameUniverse universe) {
        this.universe = universe;
    }

    /**
     * Returns the value of a region of {@code owner} with these moves. That player may have none; the enemy must have one.
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
