package dev.tengen.server.embedded;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The state of a session after a step or a reset in a direct buffer, which another language reads in place.
 *
 * <p>The parts of the row are numbers, an action mask, the globals of each encoding, and the planes of each encoding.
 * The numbers are, little-endian: {@code float64} reward that the client gets; {@code int32} flags and move number;
 * {@code int64} state hash, position hash, number and seed of the episode; {@code float64} reward of Black and of
 * White; {@code int32} player to move, symmetry, count of actions and two actions. The mask has a byte for each action,
 * 1 if it is legal.
 *
 * <p>A session and its forks may share a row. For one thread at a time.
 */
final class EmbeddedRow {
    /** The flag of a terminated episode. */
    static final int TERMINATED = 1;

    /** The flag of a truncated episode. */
    static final int TRUNCATED = 2;

    /** The flag of a state with more to report than the numbers hold, such as the end of an episode. */
    static final int SPECIAL = 4;

    private static final int NUMBERS_BYTE_COUNT = 4 * Long.BYTES + 3 * Double.BYTES + 7 * Integer.BYTES;
    private static final int MAX_ACTION_COUNT = 2;
    private static final int ALIGNMENT = 8;

    private final ByteBuffer buffer;
    private final int[] ranges;
    private final UnpackedBits mask;
    private final List<EmbeddedObservation> observations;

    /** Creates a row for sessions with {@code spec}. */
    EmbeddedRow(EnvironmentSpec spec) {
        List<String> encodings = spec.encodings();
        int actionCount = spec.grid().moveCount();
        int first = 2;
        int count = encodings.size();
        ranges = ranges(IntStream.concat(
                        IntStream.of(NUMBERS_BYTE_COUNT, actionCount),
                        IntStream.concat(
                                encodings.stream().mapToInt(EmbeddedObservation::globalByteCount),
                                encodings.stream().mapToInt(name -> EmbeddedObservation.planeByteCount(name, spec))))
                .toArray());
        buffer = ByteBuffer.allocateDirect(aligned(ranges[ranges.length - 1])).order(ByteOrder.LITTLE_ENDIAN);
        mask = new UnpackedBits(buffer, start(1), actionCount);
        observations = IntStream.range(0, count)
                .mapToObj(index -> new EmbeddedObservation(
                        encodings.get(index), spec, buffer, start(first + count + index), start(first + index)))
                .toList();
    }

    /** Returns where parts of these lengths start and end, two numbers each. */
    private static int[] ranges(int[] byteCounts) {
        int[] ranges = new int[2 * byteCounts.length];
        int end = 0;
        for (int part = 0; part < byteCounts.length; part++) {
            ranges[2 * part] = aligned(end);
            end = aligned(end) + byteCounts[part];
            ranges[2 * part + 1] = end;
        }
        return ranges;
    }

    private static int aligned(int offset) {
        return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private int start(int part) {
        return ranges[2 * part];
    }

    /** Returns where each part of the row starts and ends in the buffer, in bytes: two numbers each. */
    int[] ranges() {
        return ranges.clone();
    }

    /** Returns the row, a direct buffer. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** Returns whether the last call on {@code environment} has more to report than the numbers hold. */
    static boolean isSpecial(Environment environment) {
        return !environment.lastLegality().isLegal()
                || environment.isOver()
                || environment.isInAgreement()
                || environment.spec().task().isPresent()
                || environment.lastActionCount() > MAX_ACTION_COUNT;
    }

    /** Writes the state of {@code environment} after its last call. */
    void write(Environment environment) {
        EndReason end = environment.endReason();
        int flags = (end.isTermination() ? TERMINATED : 0)
                | (end.isTruncation() ? TRUNCATED : 0)
                | (isSpecial(environment) ? SPECIAL : 0);
        buffer.clear();
        buffer.putDouble(environment.reward(environment.rewardedColor()));
        buffer.putInt(flags);
        buffer.putInt(environment.game().moveNumber());
        buffer.putLong(environment.stateHash());
        buffer.putLong(environment.game().positionHash());
        buffer.putLong(environment.episode());
        buffer.putLong(environment.seed());
        buffer.putDouble(environment.reward(Color.BLACK));
        buffer.putDouble(environment.reward(Color.WHITE));
        buffer.putInt(environment.game().playerToMove());
        buffer.putInt(environment.symmetry().number());
        buffer.putInt(environment.lastActionCount());
        for (int index = 0; index < MAX_ACTION_COUNT; index++) {
            buffer.putInt(environment.lastAction(index));
        }
        mask.write(environment.actionMask());
        for (EmbeddedObservation observation : observations) {
            observation.write(environment);
        }
    }
}
