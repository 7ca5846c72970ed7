package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What has been proven of states, in bounded memory: 20 bytes for each of at most two million states, and at most a quarter
 * of a million colorings in proofs that hold in some games only. What is lost where there is no room is found again. Not
 * thread-safe.
 */
/*
 * A state is two longs: the stones of each color, with the player to move and whether the last move was a pass in the top
 * bits. Four bits for each question tell what always holds: who wins, and whether that is free of ko. A state is looked for
 * in a few places from its home on; the table is doubled when they are all taken, until it may not grow any more.
 */
final class RaceTranspositionTable {
    private static final int PLACES = 8;
    private static final int MAX_CAPACITY = 1 << 21;
    private static final int MAX_COLORINGS = 1 << 18;
    private static final int BITS = 4;
    private static final int KO_FREE = 4;

    private long[] blacks;
    private long[] whites;
    private int[] values;
    private final Map<Key, List<RaceProof>> proofs = new HashMap<>();
    private int coloringCount;

    RaceTranspositionTable() {
        allocate(1 << 8);
    }

    private void allocate(int capacity) {
        blacks = new long[capacity];
        whites = new long[capacity];
        values = new int[capacity];
    }

    /**
     * Returns a proof that holds for a state after the colorings of {@code line} from number {@code from} on, or {@link
     * RaceProof#NONE}.
     */
    RaceProof find(
            RaceGoal question, long black, long white, int mover, boolean isAfterPass, RaceHistory line, int from) {
        long first = tagged(black, mover == Color.WHITE);
        long second = tagged(white, isAfterPass);
        int place = place(first, second);
        int value = place < 0 ? 0 : (values[place] >>> (BITS * question.index())) & ((1 << BITS) - 1);
        if (value != 0) {
            return RaceProof.always(value & ~KO_FREE, (value & KO_FREE) != 0);
        }
        if (!proofs.isEmpty()) {
            for (RaceProof proof : proofs.getOrDefault(new Key(question, first, second), List.of())) {
                if (line.allows(from, proof)) {
                    return proof;
                }
            }
        }
        return RaceProof.NONE;
    }

    /** Keeps a proof of a state. */
    void add(RaceGoal question, long black, long white, int mover, boolean isAfterPass, RaceProof proof) {
        long first = tagged(black, mover == Color.WHITE);
        long second = tagged(white, isAfterPass);
        if (proof.isAlways()) {
            int value = proof.winner() | (proof.isKoFree() ? KO_FREE : 0);
            put(first, second, value << (BITS * question.index()));
            return;
        }
        int cost = proof.entered().size() + proof.barred().size();
        if (coloringCount + cost <= MAX_COLORINGS) {
            coloringCount += cost;
            proofs.computeIfAbsent(new Key(question, first, second), key -> new ArrayList<>())
                    .add(proof);
        }
    }

    private static long tagged(long bits, boolean isTagged) {
        return isTagged ? bits | Long.MIN_VALUE : bits;
    }

    /** Returns where a state is, or a negative number. */
    private int place(long first, long second) {
        int home = home(first, second);
        for (int i = 0; i < PLACES; i++) {
            int place = (home + i) & (values.length - 1);
            if (values[place] != 0 && blacks[place] == first && whites[place] == second) {
                return place;
            }
        }
        return -1;
    }

    private int home(long first, long second) {
        return (int) SplitMix64.mix(first * 0x9E3779B97F4A7C15L + second) & (values.length - 1);
    }

    private void put(long first, long second, int bits) {
        int place = place(first, second);
        while (place < 0) {
            place = freePlace(first, second);
            if (place < 0 && !grow()) {
                place = home(first, second);
                values[place] = 0;
            }
        }
        blacks[place] = first;
        whites[place] = second;
        values[place] |= bits;
    }

    private int freePlace(long first, long second) {
        int home = home(first, second);
        for (int i = 0; i < PLACES; i++) {
            int place = (home + i) & (values.length - 1);
            if (values[place] == 0) {
                return place;
            }
        }
        return -1;
    }

    private boolean grow() {
        if (values.length == MAX_CAPACITY) {
            return false;
        }
        long[] oldBlacks = blacks;
        long[] oldWhites = whites;
        int[] oldValues = values;
        allocate(2 * oldValues.length);
        for (int i = 0; i < oldValues.length; i++) {
            int place = oldValues[i] == 0 ? -1 : freePlace(oldBlacks[i], oldWhites[i]);
            if (place >= 0) {
                blacks[place] = oldBlacks[i];
                whites[place] = oldWhites[i];
                values[place] = oldValues[i];
            }
        }
        return true;
    }

    /** A state that a question is asked of. */
    private record Key(RaceGoal question, long first, long second) {}
}
