package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.EvaluateGroup;
import dev.tengen.proto.v1.NumberFormat;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.PriorKind;
import dev.tengen.proto.v1.RestoreSlots;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A self-play as a hostile client knows it: the leaves of its groups, and states of its slots. Most of its requests are
 * right, some have evaluations that are not allowed. Thread-safe: one thread makes requests, and another learns from
 * answers.
 */
final class HostileSelfPlay {
    /** One request in so many is wrong in some way. */
    private static final int WRONG_ONE_IN = 40;

    private static final int MAX_NUMBER_COUNT = 1 << 20;

    /** Whether the client reads answers; one that does not never answers leaves either. */
    private final boolean isReading;

    private final Random random;
    private final Map<Integer, Integer> leafCounts = new HashMap<>();

    /** The groups whose answer has not come. */
    private final Set<Integer> waiting = new HashSet<>();

    private List<ByteString> states = List.of();
    private boolean hasHalves;
    private boolean hasLogits;
    private int groupCount;
    private int slotCount;
    private int actionCount;

    HostileSelfPlay(boolean isReading, Random random) {
        this.isReading = isReading;
        this.random = random;
    }

    /** Notes what the client opens. */
    synchronized void open(OpenSelfPlay open) {
        slotCount = open.getSlotCount();
        groupCount = Math.max(1, open.getGroupCount());
        hasHalves = open.getEvaluationFormat().getNumberFormat() == NumberFormat.NUMBER_FORMAT_FLOAT16;
        hasLogits = open.getEvaluationFormat().getPriorKind() != PriorKind.PRIOR_KIND_PROBABILITIES;
        actionCount = 1;
        if (open.getSpecsCount() > 0) { // A mutated request may have none.
            actionCount += open.getSpecs(0).getWidth() * open.getSpecs(0).getHeight();
        }
    }

    /** Returns whether there is a request that makes sense before the next answer. */
    synchronized boolean isReady() {
        return groupCount == 0 || waiting.size() < groupCount;
    }

    /** Returns the next request. */
    synchronized SelfPlayRequest next() {
        if (!isReading) {
            return save();
        }
        int chance = random.nextInt(100);
        if (chance < 3 && leafCounts.values().stream().allMatch(count -> count == 0)) {
            return chance == 0 && !states.isEmpty() ? restore() : save();
        }
        int group =
                random.nextInt(Math.max(1, groupCount)); // The first request may have been any other than an opening.
        for (int tries = 0; tries < groupCount && waiting.contains(group); tries++) {
            group = (group + 1) % groupCount;
        }
        return evaluate(group, chance < 10);
    }

    private SelfPlayRequest save() {
        return SelfPlayRequest.newBuilder()
                .setSequence(groupCount)
                .setSave(SaveSlots.newBuilder().setFirstSlot(random.nextInt(Math.max(1, slotCount))))
                .build();
    }

    private SelfPlayRequest restore() {
        return SelfPlayRequest.newBuilder()
                .setSequence(groupCount)
                .setRestore(RestoreSlots.newBuilder().addAllSlotStates(states))
                .build();
    }

    private SelfPlayRequest evaluate(int group, boolean isPause) {
        waiting.add(group);
        int leafCount = leafCounts.getOrDefault(group, 0);
        boolean isWrong = random.nextInt(WRONG_ONE_IN) == 0;
        int kind = isWrong ? random.nextInt(4) : -1;
        long priorCount = (long) leafCount * actionCount + (kind == 0 ? random.nextInt(3) - 1 : 0);
        int valueCount = leafCount + (kind == 1 ? random.nextInt(3) - 1 : 0);
        return SelfPlayRequest.newBuilder()
                .setSequence(group)
                .setEvaluate(EvaluateGroup.newBuilder()
                        .setGroup(kind == 2 ? random.nextInt(2 * groupCount + 1) : group)
                        .setPriors(numbers((int) Math.max(0, Math.min(MAX_NUMBER_COUNT, priorCount)), kind == 3, false))
                        .setValues(numbers(Math.max(0, valueCount), kind == 3, true))
                        .setIsPause(isPause))
                .build();
    }

    /** Returns numbers from -1 to 1, or from 0 on; a few are not allowed if {@code isWrong}. */
    private ByteString numbers(int count, boolean isWrong, boolean areValues) {
        int each = hasHalves ? Short.BYTES : Float.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(each * count).order(ByteOrder.LITTLE_ENDIAN);
        for (int index = 0; index < count; index++) {
            float number = areValues || hasLogits ? 2 * random.nextFloat() - 1 : random.nextFloat();
            if (isWrong && random.nextInt(20) == 0) {
                number = List.of(Float.NaN, Float.NEGATIVE_INFINITY, -2f, 1e30f).get(random.nextInt(4));
            }
            if (hasHalves) {
                bytes.putShort(half(number));
            } else {
                bytes.putFloat(number);
            }
        }
        return ByteString.copyFrom(bytes.flip());
    }

    /** Returns a number as float16, without rounding; zero if it is too small, infinity if it is too great. */
    private static short half(float number) {
        int bits = Float.floatToRawIntBits(number);
        int sign = bits >>> 16 & 0x8000;
        int exponent = (bits >>> 23 & 0xFF) - 127 + 15;
        if (Float.isNaN(number)) {
            return (short) 0x7E00;
        }
        if (exponent <= 0) {
            return (short) sign;
        }
        return (short) (exponent >= 31 ? sign | 0x7C00 : sign | exponent << 10 | bits >>> 13 & 0x3FF);
    }

    /** Notes what an answer says. */
    synchronized void learn(SelfPlayResponse answer) {
        int group = (int) answer.getSequence();
        if (answer.hasLayout()) {
            actionCount = answer.getLayout().getLeaf().getActionCount();
            groupCount = answer.getLayout().getMaxLeafCountsCount();
        } else if (answer.hasLeaves()) {
            waiting.remove(group);
            leafCounts.put(group, answer.getLeaves().getSymmetries().size());
        } else if (answer.getSlotStatesCount() > 0) {
            states = answer.getSlotStatesList();
        }
    }
}
