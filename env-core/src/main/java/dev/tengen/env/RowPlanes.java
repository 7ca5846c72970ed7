package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.PlanePadding;
import java.util.List;

/** Writes the observations of an environment into a row, padded where the widest board of the batch is wider. */
final class RowPlanes {
    private static final byte[] NO_BYTES = {};

    private final Environment environment;
    private final Encoding[] encodings;
    private final int[] byteCounts;
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);
    private final PlanePadding padding;
    private final byte[] unpadded;

    RowPlanes(Environment environment, RowLayout layout) {
        this.environment = environment;
        List<Encoding> list = environment.encodings();
        encodings = list.toArray(Encoding[]::new);
        byteCounts = new int[encodings.length];
        Grid grid = environment.spec().grid();
        Grid widest = Grid.of(layout.width(), layout.height());
        padding = new PlanePadding(grid, widest);
        int longest = 0;
        for (int index = 0; index < encodings.length; index++) {
            byteCounts[index] = encodings[index].spec().byteCount(widest);
            longest = Math.max(longest, encodings[index].spec().byteCount(grid));
        }
        unpadded = padding.isNeeded() ? new byte[longest] : NO_BYTES;
    }

    /** Writes the observation in each encoding to {@code bytes}, whose bytes from {@code offset} on are zero. */
    void write(byte[] bytes, int offset) {
        int start = offset;
        for (int index = 0; index < encodings.length; index++) {
            Encoding encoding = encodings[index];
            if (padding.isNeeded()) {
                encode(encoding, unpadded, 0);
                padding.pad(unpadded, encoding.spec().planeCount(), bytes, start);
            } else {
                encode(encoding, bytes, start);
            }
            start += byteCounts[index];
        }
    }

    private void encode(Encoding encoding, byte[] bytes, int offset) {
        bits.startAt(bytes, offset);
        encoding.encode(environment.game(), bits);
        bits.finish();
    }
}
