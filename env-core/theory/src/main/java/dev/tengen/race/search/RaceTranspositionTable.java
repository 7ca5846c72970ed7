package dev.tengen.race.search;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A transposition table of proofs with bounded memory: 20 bytes for each of at most two million states, and at most a
 * quarter of a million colorings in proofs with conditions. Proofs that do not fit are dropped and computed again. Not
 * thread-safe.
 */
/*
 * A state is two longs: the stones of each color, with the player to move and whether the last move was a pass in the
 * top bits. For each goal four bits store an unconditional result: the winner, and whether the proof is free of ko. The
 * table uses linear probing over a few slots. If all of them are taken, the table doubles, up to its maximum size; then
 * an entry is overwritten.
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
     * Returns a proof that holds for a state after the colorings of {@code history} from index {@code from}; otherwise
     * {@link RaceProof#NONE}.
     */
    RaceProof find(
            RaceGoal goal, long black, long white, int mover, boolean isAfterPass, RaceHistory history, int from) {
        long first = tagged(black, mover == Color.WHITE);
        long second = tagged(white, isAfterPass);
        int place = place(first, second);
        int value = place < 0 ? 0 : (values[place] >>> (BITS * goal.index())) & ((1 << BITS) - 1);
        if (value != 0) {
            return RaceProof.always(value & ~KO_FREE, (value & KO_FREE) != 0);
        }
        if (!proofs.isEmpty()) {
            for (RaceProof proof : proofs.getOrDefault(new Key(goal, first, second), List.of())) {
                if (history.allows(from, proof)) {
                    return proof;
                }
            }
        }
        return RaceProof.NONE;
    }

    /** Stores a proof of a state. */
    void add(RaceGoal goal, long black, long white, int mover, boolean isAfterPass, RaceProof proof) {
        long first = tagged(black, mover == Color.WHITE);
        long second = tagged(white, isAfterPass);
        if (proof.isAlways()) {
            int value = proof.winner() | (proof.isKoFree() ? KO_FREE : 0);
            put(first, second, value << (BITS * goal.index()));
            return;
        }
        int cost = proof.entered().size() + proof.barred().size();
        if (coloringCount + cost <= MAX_COLORINGS) {
            coloringCount += cost;
            proofs.computeIfAbsent(new Key(goal, first, second), key -> new ArrayList<>())
                    .add(proof);
        }
    }

    private static long tagged(long bits, boolean isTagged) {
        return isTagged ? bits | Long.MIN_VALUE : bits;
    }

    /** Returns the slot of a state; negative if it is not stored. */
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

    /** A state and a goal. */
    private record Key(RaceGoal goal, long first, long second) {}
}
