package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Converts packed planes to another format or layout, padded to the widest board with zeros at the bottom and at the
 * right. It writes only the ones, so its cost is proportional to their number.
 *
 * <p>No method allocates. Immutable.
 */
final class FormConverter {
    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    private final int width;
    private final int height;
    private final ObservationFormat format;
    private final int planeCount;
    /** The distances between the numbers of the next plane, the next row and the next column. */
    private final int planeStep;

    private final int rowStep;
    private final int columnStep;

    FormConverter(Grid grid, Grid widest, int planeCount, ObservationForm form) {
        width = grid.width();
        height = grid.height();
        format = form.format();
        this.planeCount = planeCount;
        boolean isPlaneByPlane = form.layout() == ObservationLayout.CHW;
        planeStep = isPlaneByPlane ? widest.pointCount() : 1;
        columnStep = isPlaneByPlane ? 1 : planeCount;
        rowStep = columnStep * widest.width();
    }

    /**
     * Writes the packed planes at the start of {@code from} to {@code to} at {@code offset}. The bytes written must be
     * zero before.
     */
    void convert(byte[] from, byte[] to, int offset) {
        int source = 0;
        for (int plane = 0; plane < planeCount; plane++) {
            for (int row = 0; row < height; row++) {
                int ones = PackedRows.at(from, source, width);
                int start = plane * planeStep + row * rowStep;
                while (ones != 0) {
                    int column = Integer.numberOfLeadingZeros(ones);
                    put(to, offset, start + column * columnStep);
                    ones &= ~(Integer.MIN_VALUE >>> column);
                }
                source += width;
            }
        }
    }

    /** Writes a one as number {@code index} after {@code offset}. */
    private void put(byte[] to, int offset, int index) {
        switch (format) {
            case BITS -> to[offset + (index >>> 3)] |= (byte) (0x80 >>> (index & 7));
            case UINT8 -> to[offset + index] = 1;
            case FLOAT32 -> FLOATS.set(to, offset + index * Float.BYTES, 1f);
        }
    }
}
