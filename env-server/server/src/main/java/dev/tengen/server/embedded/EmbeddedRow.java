package dev.tengen.server.embedded;

import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * The result of a step in a direct buffer, which another language reads in place.
 *
 * <p>The row has, little-endian: {@code int64} state hash, position hash, number of the episode; {@code float64} reward
 * of Black and of White; {@code int32} move number, player to move, symmetry, count of actions and two actions; a byte
 * for each action, 1 if it is legal; a byte for each point of each plane. Both start at a multiple of eight bytes.
 *
 * <p>A session and its forks share a row. For one thread at a time.
 */
final class EmbeddedRow {
    private static final int NUMBERS_BYTE_COUNT = 3 * Long.BYTES + 2 * Double.BYTES + 6 * Integer.BYTES;
    private static final int MAX_ACTION_COUNT = 2;

    /** The bits of each byte value as eight bytes, the most significant bit first. */
    private static final long[] BITS = new long[1 << Byte.SIZE];

    static {
        for (int value = 0; value < BITS.length; value++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                BITS[value] |= (long) ((value >>> (Byte.SIZE - 1 - bit)) & 1) << (Byte.SIZE * bit);
            }
        }
    }

    private final int planeCount;
    private final ObservationWriter writer;
    private final byte[] planes;
    private final ByteBuffer buffer;

    private EmbeddedRow(EnvironmentSpec spec) {
        Encoding encoding =
                Encodings.named(spec.encodings().get(0), spec.grid()).orElseThrow();
        planeCount = encoding.spec().planeCount();
        writer = ObservationWriter.of(encoding, spec.grid(), spec.form());
        planes = new byte[writer.byteCount()];
        int maskByteCount = (spec.grid().moveCount() + Byte.SIZE - 1) / Byte.SIZE;
        buffer = ByteBuffer.allocateDirect(NUMBERS_BYTE_COUNT + Byte.SIZE * (maskByteCount + planes.length))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns a row for sessions with {@code spec}. Their observations must be packed bits in one encoding without
     * global features, and they must have no task.
     *
     * @throws IllegalArgumentException if their steps do not fit into a row
     */
    static EmbeddedRow of(EnvironmentSpec spec) {
        if (spec.encodings().size() != 1
                || !Encodings.spec("encoding", spec.encodings().get(0))
                        .globals()
                        .isEmpty()
                || spec.form().format() != ObservationFormat.BITS
                || spec.task().isPresent()) {
            throw new IllegalArgumentException("a step of the session has more than a row holds");
        }
        return new EmbeddedRow(spec);
    }

    /** Returns the number of planes of an observation. */
    int planeCount() {
        return planeCount;
    }

    /** Returns the row, a direct buffer. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** Returns whether a row holds all that the last step of {@code environment} has to report. */
    static boolean holds(Environment environment) {
        return environment.lastLegality().isLegal()
                && !environment.isOver()
                && !environment.isInAgreement()
                && environment.endMessage().isEmpty()
                && environment.lastActions().size() <= MAX_ACTION_COUNT;
    }

    /** Writes the state of {@code environment} after its last step. */
    void write(Environment environment) {
        List<Integer> actions = environment.lastActions();
        buffer.clear();
        buffer.putLong(environment.stateHash());
        buffer.putLong(environment.game().positionHash());
        buffer.putLong(environment.episode());
        buffer.putDouble(environment.reward(Color.BLACK));
        buffer.putDouble(environment.reward(Color.WHITE));
        buffer.putInt(environment.game().moveNumber());
        buffer.putInt(environment.game().playerToMove());
        buffer.putInt(environment.symmetry().number());
        buffer.putInt(actions.size());
        for (int index = 0; index < MAX_ACTION_COUNT; index++) {
            buffer.putInt(index < actions.size() ? actions.get(index) : 0);
        }
        putBits(environment.actionMask());
        Arrays.fill(planes, (byte) 0);
        writer.write(environment.game(), environment.symmetry(), planes, 0);
        putBits(planes);
    }

    /** Writes each bit as a byte. */
    private void putBits(byte[] packed) {
        for (byte bits : packed) {
            buffer.putLong(BITS[bits & 0xFF]);
        }
    }
}
