package dev.tengen.server.embedded;

import dev.tengen.search.FloatNumbers;
import dev.tengen.search.LeafLayout;
import dev.tengen.server.convert.SearchConverter;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.search.LeafBatch;
import dev.tengen.server.search.LeafField;
import dev.tengen.server.search.SelfPlayPlan;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The leaves of a group of an {@link EmbeddedSelfPlay} and their evaluations. The fields are the number of leaves and
 * the length of the message, a little-endian int32 each; the priors and the values, little-endian float32 or float16;
 * and then the fields of {@link LeafField}, each with room for all leaves that the group can have. Before a request,
 * the client writes priors and values.
 */
public final class EmbeddedLeaves extends EmbeddedRequest<HostedSelfPlay> {
    private static final int COUNTS = 0;
    private static final int PRIORS = 1;
    private static final int VALUES = 2;

    /** The number of the first field of {@link LeafField}. */
    private static final int FIRST_LEAF_FIELD = 3;

    private static final LeafField[] LEAF_FIELDS = LeafField.values();

    private final int group;
    private final boolean isHalf;
    private final int actionCount;

    /** The number of evaluations of the next request. */
    private int count;

    private boolean isPause;

    /** Creates the leaves of {@code group} in {@code buffer}, which has room for the last of {@code ranges}. */
    EmbeddedLeaves(SelfPlayPlan plan, int group, int[] ranges, ByteBuffer buffer) {
        super(ranges, buffer);
        this.group = group;
        isHalf = plan.isHalf();
        actionCount = plan.form().grid().moveCount();
    }

    /** Returns where each field of the leaves of {@code group} starts and ends. */
    static int[] ranges(SelfPlayPlan plan, int group) {
        LeafLayout layout = LeafLayout.of(plan.form());
        int capacity = plan.maxLeafCount(group);
        int numberBytes = numberBytes(plan.isHalf());
        int[] byteCounts = new int[FIRST_LEAF_FIELD + LEAF_FIELDS.length];
        byteCounts[COUNTS] = 2 * Integer.BYTES;
        byteCounts[PRIORS] = capacity * layout.actionCount() * numberBytes;
        byteCounts[VALUES] = capacity * numberBytes;
        for (int index = 0; index < LEAF_FIELDS.length; index++) {
            byteCounts[FIRST_LEAF_FIELD + index] = capacity * LEAF_FIELDS[index].byteCount(layout);
        }
        return ranges(byteCounts);
    }

    private static int numberBytes(boolean isHalf) {
        return isHalf ? Short.BYTES : Float.BYTES;
    }

    /** Sets the number of evaluations of the next request, and whether it selects no leaves. */
    void prepare(int evaluationCount, boolean isForPause) {
        count = evaluationCount;
        isPause = isForPause;
    }

    @Override
    long byteCount() {
        return 0; // The numbers stay where they are.
    }

    @Override
    void handle(HostedSelfPlay selfPlay, StreamAnswer<Rest> answer) {
        var evaluations = new HostedSelfPlay.GroupEvaluations(
                numbers(PRIORS, Math.multiplyExact(count, actionCount)), numbers(VALUES, count), ForeignMemory::use);
        selfPlay.evaluate(group, evaluations, isPause, answer.map(this::write));
    }

    private FloatNumbers numbers(int field, int numberCount) {
        ByteBuffer numbers = buffer().slice(start(field), numberCount * numberBytes(isHalf));
        return isHalf ? FloatNumbers.float16(numbers) : FloatNumbers.float32(numbers);
    }

    private Rest write(HostedSelfPlay.Round round) {
        LeafBatch leaves = round.leaves();
        byte[] message = SearchConverter.bytesWithoutLeaves(round);
        ForeignMemory.use(() -> {
            buffer().duplicate()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(start(COUNTS), leaves.count())
                    .putInt(start(COUNTS) + Integer.BYTES, message == null ? 0 : message.length);
            for (int index = 0; index < LEAF_FIELDS.length; index++) {
                leaves.copy(LEAF_FIELDS[index], buffer(), start(FIRST_LEAF_FIELD + index));
            }
        });
        return new Rest(message);
    }
}
