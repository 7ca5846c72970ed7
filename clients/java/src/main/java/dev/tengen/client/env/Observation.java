package dev.tengen.client.env;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A position as feature planes, from the agent's view. Immutable. */
public final class Observation {
    private final String encoding;
    private final int planeCount;
    private final int height;
    private final int width;
    private final ObservationFormat format;
    private final ObservationLayout layout;
    private final byte[] bytes;
    private final byte[] globals;

    /**
     * Creates an observation, which owns the arrays.
     *
     * @param encoding name of the encoding
     * @param planeCount number of planes
     * @param height rows of a plane
     * @param width columns of a plane
     * @param format number format of {@code bytes}
     * @param layout order of the numbers in {@code bytes}
     * @param bytes the planes
     * @param globals the global features, 4-byte floats, little endian
     */
    public Observation(
            String encoding,
            int planeCount,
            int height,
            int width,
            ObservationFormat format,
            ObservationLayout layout,
            byte[] bytes,
            byte[] globals) {
        this.encoding = encoding;
        this.planeCount = planeCount;
        this.height = height;
        this.width = width;
        this.format = format;
        this.layout = layout;
        this.bytes = bytes;
        this.globals = globals;
    }

    /** Returns the name of the encoding. */
    public String encoding() {
        return encoding;
    }

    /** Returns the number of planes. */
    public int planeCount() {
        return planeCount;
    }

    /** Returns the number of rows of a plane. */
    public int height() {
        return height;
    }

    /** Returns the number of columns of a plane. */
    public int width() {
        return width;
    }

    /** Returns the number format of {@link #toBytes}. */
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

    /** Returns all numbers in the order plane, row, column, for every layout on the wire. */
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

    /** Returns the global features, in the order of the encoding's spec; most encodings have none. */
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
