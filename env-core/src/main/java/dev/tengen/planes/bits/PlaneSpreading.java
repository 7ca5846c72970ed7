package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes packed planes in another form, and on a board as wide and high as the widest, with zeros at the bottom and at the
 * right. Only the ones are written, so its work grows with their count.
 *
 * <p>Nothing here allocates. Immutable.
 */
final class PlaneSpreading {
    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

    private final int width;
    private final int height;
    private final ObservationFormat format;
    private final int planeCount;
    /** How far apart the numbers of neighbors are: in the next plane, the next row, the next column. */
    private final int planeStep;

    private final int rowStep;
    private final int columnStep;

    PlaneSpreading(Grid grid, Grid widest, int planeCount, ObservationForm form) {
        width = grid.width();
        height = grid.height();
        format = form.format();
        this.planeCount = planeCount;
        boolean isPlaneByPlane = form.layout() == ObservationLayout.CHW;
        planeStep = isPlaneByPlane ? widest.pointCount() : 1;
        columnStep = isPlaneByPlane ? 1 : planeCount;
        rowStep = columnStep * widest.width();
    }

    /** Writes the planes that are packed from the start of {@code from} to {@code to}, which is zero from {@code offset} on. */
    void spread(byte[] from, byte[] to, int offset) {
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

    /** Writes a one as number {@code index} behind {@code offset}. */
    private void put(byte[] to, int offset, int index) {
        switch (format) {
            case BITS -> to[offset + (index >>> 3)] |= (byte) (0x80 >>> (index & 7));
            case UINT8 -> to[offset + index] = 1;
            case FLOAT32 -> FLOATS.set(to, offset + index * Float.BYTES, 1f);
        }
    }
}
