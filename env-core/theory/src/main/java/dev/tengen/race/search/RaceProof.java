package dev.tengen.race.search;

import dev.tengen.board.Color;
import java.util.HashSet;
import java.util.Set;

/**
 * A conditional proof: the proven winner of a state for one goal, and the conditions on the game history under which
 * the proof holds. {@link RaceProofSearch} explains the conditions. Immutable.
 *
 * @param winner the winner: the attacker, who captures, or the defender, who is not captured
 * @param isKoFree whether the proof depends on no repetition
 * @param entered colorings that the proof leads to; none of them may have stood in the game before
 * @param barred colorings whose repetition the proof depends on; all of them must have stood in the game before
 */
record RaceProof(int winner, boolean isKoFree, Set<RaceColoring> entered, Set<RaceColoring> barred) {
    /** The value for no proof. */
    static final RaceProof NONE = new RaceProof(Color.EMPTY, true, Set.of(), Set.of());

    private static final RaceProof[] FREE = {
        NONE, new RaceProof(Color.BLACK, true, Set.of(), Set.of()), new RaceProof(Color.WHITE, true, Set.of(), Set.of())
    };
    private static final RaceProof[] WITH_KO = {
        NONE,
        new RaceProof(Color.BLACK, false, Set.of(), Set.of()),
        new RaceProof(Color.WHITE, false, Set.of(), Set.of())
    };

    /** Returns a proof without conditions. */
    static RaceProof always(int winner, boolean isKoFree) {
        return (isKoFree ? FREE : WITH_KO)[winner];
    }

    /** Returns the proof that a repetition of {@code stood} gives if it fails the opponent of {@code winner}. */
    static RaceProof ofRepetition(int winner, RaceColoring stood) {
        return new RaceProof(winner, false, Set.of(), Set.of(stood));
    }

    /** Returns whether this is a proof, not {@link #NONE}. */
    boolean isFound() {
        return winner != Color.EMPTY;
    }

    /** Returns whether this proof has no conditions. */
    boolean isAlways() {
        return entered.isEmpty() && barred.isEmpty();
    }

    /** Returns this proof without its conditions, which are met in every game that reaches its state. */
    RaceProof withoutConditions() {
        return isAlways() ? this : always(winner, isKoFree);
    }

    /** Returns this proof with one more entered coloring. */
    RaceProof withEntered(RaceColoring coloring) {
        return new RaceProof(winner, isKoFree, with(entered, coloring), barred);
    }

    /** Returns this proof with one more barred coloring. */
    RaceProof withBarred(RaceColoring coloring) {
        return new RaceProof(winner, false, entered, with(barred, coloring));
    }

    /** Returns this proof for games in which {@code coloring} has always stood. */
    RaceProof withoutBarred(RaceColoring coloring) {
        if (!barred.contains(coloring)) {
            return this;
        }
        Set<RaceColoring> rest = new HashSet<>(barred);
        rest.remove(coloring);
        return new RaceProof(winner, isKoFree, entered, rest);
    }

    /** Returns the conjunction of this proof and {@code other}, which must have the same winner. */
    RaceProof and(RaceProof other) {
        if (other.isAlways() && (other.isKoFree || !isKoFree)) {
            return this;
        }
        return new RaceProof(
                winner, isKoFree && other.isKoFree, union(entered, other.entered), union(barred, other.barred));
    }

    private static Set<RaceColoring> with(Set<RaceColoring> set, RaceColoring coloring) {
        return union(set, Set.of(coloring));
    }

    private static Set<RaceColoring> union(Set<RaceColoring> first, Set<RaceColoring> second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        Set<RaceColoring> all = new HashSet<>(first);
        all.addAll(second);
        return all;
    }
}
