package dev.tengen.race.search;

import dev.tengen.board.Color;
import java.util.HashSet;
import java.util.Set;

/**
 * What has been proven of a state for one question, and in which games it holds; {@link RaceProofSearch} says why. Immutable.
 *
 * @param winner who wins the question: the attacker, who captures, or the defender, who is not captured
 * @param isKoFree whether the proof bars or counts no repetition
 * @param entered colorings that the proof leads to: none of them may have stood in the game before
 * @param barred colorings whose repetition the proof rests on: all must have stood in the game before
 */
record RaceProof(int winner, boolean isKoFree, Set<RaceColoring> entered, Set<RaceColoring> barred) {
    /** Stands for the lack of one. */
    static final RaceProof NONE = new RaceProof(Color.EMPTY, true, Set.of(), Set.of());

    private static final RaceProof[] FREE = {
        NONE, new RaceProof(Color.BLACK, true, Set.of(), Set.of()), new RaceProof(Color.WHITE, true, Set.of(), Set.of())
    };
    private static final RaceProof[] WITH_KO = {
        NONE,
        new RaceProof(Color.BLACK, false, Set.of(), Set.of()),
        new RaceProof(Color.WHITE, false, Set.of(), Set.of())
    };

    /** Returns a proof that holds in any game. */
    static RaceProof always(int winner, boolean isKoFree) {
        return (isKoFree ? FREE : WITH_KO)[winner];
    }

    /** Returns what a repetition of {@code stood} proves where it fails the opponent of {@code winner}. */
    static RaceProof ofRepetition(int winner, RaceColoring stood) {
        return new RaceProof(winner, false, Set.of(), Set.of(stood));
    }

    /** Returns whether this is a proof, not the lack of one. */
    boolean isFound() {
        return winner != Color.EMPTY;
    }

    /** Returns whether this holds in any game. */
    boolean isAlways() {
        return entered.isEmpty() && barred.isEmpty();
    }

    /** Returns this as one that holds in any game, which it does in every game of its state. */
    RaceProof forgetting() {
        return isAlways() ? this : always(winner, isKoFree);
    }

    /** Returns this proof with one more coloring entered. */
    RaceProof entering(RaceColoring coloring) {
        return new RaceProof(winner, isKoFree, with(entered, coloring), barred);
    }

    /** Returns this proof, made to rest on one more coloring being barred. */
    RaceProof barring(RaceColoring coloring) {
        return new RaceProof(winner, false, entered, with(barred, coloring));
    }

    /** Returns this proof for a game in which {@code coloring} has stood in any case. */
    RaceProof given(RaceColoring coloring) {
        if (!barred.contains(coloring)) {
            return this;
        }
        Set<RaceColoring> rest = new HashSet<>(barred);
        rest.remove(coloring);
        return new RaceProof(winner, isKoFree, entered, rest);
    }

    /** Returns what this and {@code other}, of the same winner, need together. */
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
