package dev.tengen.client;

/** A position as feature planes. Immutable. */
public final class Observation {
    private final String encoding;
    private final int planeCount;
    private final int height;
    private final int width;
    private final byte[] packed;

    Observation(String encoding, int planeCount, int height, int width, byte[] packed) {
        this.encoding = encoding;
        this.planeCount = planeCount;
        this.height = height;
        this.width = width;
        this.packed = packed;
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

    /** Returns the number, 0 or 1, at {@code row} (0 is the top) and {@code column} of plane {@code plane}. */
    public int at(int plane, int row, int column) {
        int index = (plane * height + row) * width + column;
        return packed[index >>> 3] >>> (7 - (index & 7)) & 1;
    }

    /** Returns all numbers, plane by plane and row by row. */
    public float[] toFloats() {
        float[] values = new float[planeCount * height * width];
        for (int index = 0; index < values.length; index++) {
            values[index] = packed[index >>> 3] >>> (7 - (index & 7)) & 1;
        }
        return values;
    }

    /** Returns a copy of the bits, plane by plane and row by row, most significant first, padded to a whole byte. */
    public byte[] toBytes() {
        return packed.clone();
    }
}
