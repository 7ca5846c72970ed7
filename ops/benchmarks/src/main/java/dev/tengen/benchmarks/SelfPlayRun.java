package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.search.Evaluations;
import dev.tengen.search.LeafRows;
import dev.tengen.search.SelfPlay;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Self-play of a range of slots by one thread, with a network that answers at once: hashes of the whole observation are
 * its priors and its values. Most of the weight is on a few priors, as a network has it. Not thread-safe.
 */
final class SelfPlayRun {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MULTIPLIER = 6364136223846793005L;
    private static final int TABLE_SIZE = 1 << 10;

    /** Priors by ten random bits: the eighth powers of numbers from 0 to 1. */
    private static final float[] PRIORS = new float[TABLE_SIZE];

    static {
        for (int i = 0; i < TABLE_SIZE; i++) {
            PRIORS[i] = (float) (0.0005 + Math.pow(i / (double) TABLE_SIZE, 8));
        }
    }

    private final SelfPlay selfPlay;
    private final int from;
    private final int to;
    private final LeafRows rows;
    private final float[] priors;
    private final float[] values;
    private final Evaluations evaluations;
    private long gameCount;

    SelfPlayRun(SelfPlay selfPlay, int from, int to) {
        this.selfPlay = selfPlay;
        this.from = from;
        this.to = to;
        int rowCount = selfPlay.maxLeafCount() / selfPlay.slotCount() * (to - from);
        rows = new LeafRows(selfPlay.layout(), rowCount);
        priors = new float[rowCount * selfPlay.layout().actionCount()];
        values = new float[rowCount];
        evaluations = Evaluations.ofProbabilities(priors, values);
    }

    /** Plays a round, and returns the number of leaves. */
    int playRound() {
        int count = selfPlay.select(from, to, rows, 0);
        evaluate(count);
        selfPlay.expand(from, to, evaluations, 0);
        gameCount += selfPlay.takeRecords(from, to).size();
        return count;
    }

    /** Returns the number of finished games. */
    long gameCount() {
        return gameCount;
    }

    private void evaluate(int count) {
        int length = rows.layout().observationByteCount();
        int actionCount = rows.layout().actionCount();
        for (int row = 0; row < count; row++) {
            long hash = hash(row * length, length);
            values[row] = (hash >> 40) * 0x1p-24f;
            long state = hash;
            for (int action = row * actionCount; action < (row + 1) * actionCount; action++) {
                state = state * MULTIPLIER + 1;
                priors[action] = PRIORS[(int) (state >>> 54)];
            }
        }
    }

    private long hash(int start, int length) {
        byte[] bytes = rows.observations();
        long hash = 1;
        int offset = start;
        for (; offset + Long.BYTES <= start + length; offset += Long.BYTES) {
            hash = (hash ^ (long) LONGS.get(bytes, offset)) * MULTIPLIER + (hash >>> 29);
        }
        for (; offset < start + length; offset++) {
            hash = (hash ^ bytes[offset]) * MULTIPLIER + (hash >>> 29);
        }
        return SplitMix64.mix(hash);
    }
}
