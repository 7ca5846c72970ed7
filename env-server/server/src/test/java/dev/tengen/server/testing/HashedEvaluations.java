package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.search.HashedEvaluator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The evaluations of leaves by a hash of what is seen of them, as a client sends them.
 *
 * @param priors the priors, float32
 * @param values the values, float32
 */
public record HashedEvaluations(ByteString priors, ByteString values) {
    /** The seed of the evaluations. */
    public static final long SEED = 7;

    /** The power to which priors are raised. */
    public static final int PEAK = 4;

    /** Evaluates {@code leaves}. */
    public static HashedEvaluations of(LeafStates leaves, int actionCount) {
        int count = leaves.getSymmetries().size();
        HashedEvaluator evaluator = new HashedEvaluator(actionCount, SEED, PEAK);
        byte[] observations = leaves.getObservations().toByteArray();
        int length = count == 0 ? 0 : observations.length / count;
        ByteBuffer priors = buffer(count * actionCount);
        ByteBuffer values = buffer(count);
        for (int row = 0; row < count; row++) {
            HashedEvaluator.Evaluation evaluation = evaluator.evaluate(observations, row * length, (row + 1) * length);
            for (float prior : evaluation.priors()) {
                priors.putFloat(prior);
            }
            values.putFloat(evaluation.value());
        }
        return new HashedEvaluations(ByteString.copyFrom(priors.flip()), ByteString.copyFrom(values.flip()));
    }

    private static ByteBuffer buffer(int count) {
        return ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    }
}
