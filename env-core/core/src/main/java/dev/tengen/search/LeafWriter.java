package dev.tengen.search;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import java.util.Arrays;

/** Writes positions to rows. Only the constructor and the first use of a symmetry allocate. Not thread-safe. */
final class LeafWriter {
    private final LeafLayout layout;
    private final ObservationWriter[] writers;
    private final Grid grid;
    private final PointSet all;
    private final PointSet turned;

    LeafWriter(EnvironmentSpec spec) {
        grid = spec.grid();
        layout = LeafLayout.of(spec);
        writers = spec.encodings().stream()
                .map(name -> ObservationWriter.of(Encodings.named(name, grid).orElseThrow(), grid, spec.form()))
                .toArray(ObservationWriter[]::new);
        all = new PointSet(grid);
        all.fill();
        turned = new PointSet(grid);
    }

    /** Writes the position of {@code game}, where {@code legal} are the legal plays, seen through {@code symmetry}. */
    void write(Game game, PointSet legal, Symmetry symmetry, int gameNumber, LeafRows rows, int row) {
        int start = row * layout.observationByteCount();
        int globalStart = row * layout.globalByteCount();
        Arrays.fill(rows.observations(), start, start + layout.observationByteCount(), (byte) 0);
        for (ObservationWriter writer : writers) {
            writer.write(game, symmetry, rows.observations(), start);
            writer.writeGlobals(game, rows.globals(), globalStart);
            start += writer.byteCount();
            globalStart += writer.globalByteCount();
        }
        writeMask(legal, symmetry, rows.actionMasks(), row * layout.actionMaskByteCount());
        rows.symmetries()[row] = (byte) symmetry.number();
        rows.games()[row] = gameNumber;
    }

    private void writeMask(PointSet legal, Symmetry symmetry, byte[] masks, int offset) {
        PointSet seen = legal;
        if (symmetry != Symmetry.IDENTITY) {
            turn(legal, SymmetryMap.of(symmetry, grid));
            seen = turned;
        }
        masks[offset + layout.actionMaskByteCount() - 1] = 0;
        seen.writeTo(masks, offset);
        int pass = grid.pass();
        masks[offset + (pass >>> 3)] |= (byte) (0x80 >>> (pass & 7));
    }

    /** Sets {@link #turned} to the images of {@code points}, from their images or from those of all other points. */
    private void turn(PointSet points, SymmetryMap map) {
        if (2 * points.size() <= grid.pointCount()) {
            turned.clear();
            for (int i = 0; i < points.wordCount(); i++) {
                for (long rest = points.word(i); rest != 0; rest &= rest - 1) {
                    turned.add(map.turned(lastPoint(i, rest)));
                }
            }
        } else {
            turned.copyFrom(all);
            for (int i = 0; i < points.wordCount(); i++) {
                for (long rest = all.word(i) & ~points.word(i); rest != 0; rest &= rest - 1) {
                    turned.remove(map.turned(lastPoint(i, rest)));
                }
            }
        }
    }

    private static int lastPoint(int wordIndex, long word) {
        return (wordIndex + 1) * Long.SIZE - 1 - Long.numberOfTrailingZeros(word);
    }
}
