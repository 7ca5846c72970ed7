package dev.tengen.planes;

import dev.tengen.board.Grid;

/**
 * The byte representation of the planes of an observation. Globals are little-endian float32 in every form.
 *
 * @param format the representation of a number
 * @param layout the order of the numbers
 */
public record ObservationForm(ObservationFormat format, ObservationLayout layout) {
    /** Bits, plane by plane: the form that encodings write, and by far the fastest. */
    public static final ObservationForm PACKED = new ObservationForm(ObservationFormat.BITS, ObservationLayout.CHW);

    /** Returns the number of bytes of {@code planeCount} planes on {@code grid}. */
    public int byteCount(int planeCount, Grid grid) {
        int count = planeCount * grid.pointCount();
        return switch (format) {
            case BITS -> (count + 7) / 8;
            case UINT8 -> count;
            case FLOAT32 -> count * Float.BYTES;
        };
    }
}
