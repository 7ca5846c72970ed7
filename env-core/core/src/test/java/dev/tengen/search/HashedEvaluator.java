package dev.tengen.search;

import dev.tengen.base.SplitMix64;
import java.util.Arrays;

/** A network stand-in: priors and a value that are a hash of the observation. */
public final class HashedEvaluator {
    private static final double UNIT = 0x1p-53;

    private final int actionCount;
    private final long seed;
    private final int peak;

    /** {@code peak} is the power to which priors are raised: the greater, the deeper a search goes. */
    public HashedEvaluator(int actionCount, long seed, int peak) {
        this.actionCount = actionCount;
        this.seed = seed;
        this.peak = peak;
    }

    /** An evaluation of one position. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Evaluation(float[] priors, float value) {}

    /** Evaluates the observation in {@code bytes} from {@code from} to {@code to}. */
    public Evaluation evaluate(byte[] bytes, int from, int to) {
        SplitMix64 random = new SplitMix64(SplitMix64.mix(seed + Arrays.hashCode(Arrays.copyOfRange(bytes, from, to))));
        float value = (float) (0.6 * (2 * unit(random) - 1));
        float[] priors = new float[actionCount];
        for (int action = 0; action < actionCount; action++) {
            priors[action] = (float) Math.pow(unit(random), peak);
        }
        return new Evaluation(priors, value);
    }

    private static double unit(SplitMix64 random) {
        return (random.nextLong() >>> 11) * UNIT;
    }

    /** Evaluates the first {@code count} rows. */
    public Evaluations evaluate(LeafRows rows, int count) {
        float[] priors = new float[count * actionCount];
        float[] values = new float[count];
        int length = rows.layout().observationByteCount();
        for (int row = 0; row < count; row++) {
            Evaluation evaluation = evaluate(rows.observations(), row * length, (row + 1) * length);
            System.arraycopy(evaluation.priors(), 0, priors, row * actionCount, actionCount);
            values[row] = evaluation.value();
        }
        return Evaluations.ofProbabilities(priors, values);
    }
}
