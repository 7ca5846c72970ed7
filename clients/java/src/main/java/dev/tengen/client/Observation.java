package dev.tengen.client;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A position as feature planes, as the agent sees it. Immutable. */
public final class Observation {
    private final String encoding;
    private final int planeCount;
    private final int height;
    private final int width;
    private final ObservationFormat format;
    private final ObservationLayout layout;
    private final byte[] bytes;
    private final byte[] globals;

    Observation(dev.tengen.proto.v1.Observation message) {
        encoding = message.getEncoding();
        planeCount = message.getPlaneCount();
        height = message.getHeight();
        width = message.getWidth();
        format = Messages.value(
                ObservationFormat.class,
                message.getFormat(),
                "OBSERVATION_FORMAT_",
                ObservationFormat.BITS,
                ObservationFormat.BITS);
        layout = Messages.value(
                ObservationLayout.class,
                message.getLayout(),
                "OBSERVATION_LAYOUT_",
                ObservationLayout.CHW,
                ObservationLayout.CHW);
        bytes = message.getPlanes().toByteArray();
        globals = message.getGlobals().toByteArray();
    }

    /** Returns the name of the encoding. */
    public String encoding() {
        return encoding;
    }

    /** Returns the count of planes. */
    public int planeCount() {
        return planeCount;
    }

    /** Returns the rows of a plane. */
    public int height() {
        return height;
    }

    /** Returns the columns of a plane. */
    public int width() {
        return width;
    }

    /** Returns what a number is in {@link #toBytes}. */
    public ObservationFormat format() {
        return format;
    }

    /** Returns the order of the numbers in {@link #toBytes}. */
    public ObservationLayout layout() {
        return layout;
    }

    /** Returns the number, 0 or 1, at {@code row} (0 is the top) and {@code column} of plane {@code plane}. */
    public int at(int plane, int row, int column) {
        int index = layout == ObservationLayout.CHW
                ? (plane * height + row) * width + column
                : (row * width + column) * planeCount + plane;
        return switch (format) {
            case BITS -> bytes[index >>> 3] >>> (7 - (index & 7)) & 1;
            case UINT8 -> bytes[index];
            case FLOAT32 -> (int) floats(bytes).getFloat(index * Float.BYTES);
        };
    }

    private static ByteBuffer floats(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns all numbers, plane by plane and row by row, whatever the layout on the wire. */
    public float[] toFloats() {
        float[] values = new float[planeCount * height * width];
        int index = 0;
        for (int plane = 0; plane < planeCount; plane++) {
            for (int row = 0; row < height; row++) {
                for (int column = 0; column < width; column++) {
                    values[index++] = at(plane, row, column);
                }
            }
        }
        return values;
    }

    /** Returns the encoding's numbers that belong to no point, in the order of its spec; none for most encodings. */
    public float[] globals() {
        float[] values = new float[globals.length / Float.BYTES];
        floats(globals).asFloatBuffer().get(values);
        return values;
    }

    /** Returns a copy of the planes as they are on the wire, in {@link #format} and {@link #layout}. */
    public byte[] toBytes() {
        return bytes.clone();
    }
}
