package dev.tengen.search;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.bits.PlaneTurner;
import dev.tengen.planes.catalog.Encodings;
import java.util.Arrays;

/** Writes positions to rows. Only the constructor and the first use of a symmetry allocate. Not thread-safe. */
final class LeafWriter {
    private final LeafLayout layout;
    private final ObservationWriter[] writers;
    private final PlaneTurner turner;
    private final byte[] mask;
    private final int pass;

    LeafWriter(EnvironmentSpec spec) {
        Grid grid = spec.grid();
        layout = LeafLayout.of(spec);
        writers = spec.encodings().stream()
                .map(name -> ObservationWriter.of(Encodings.named(name, grid).orElseThrow(), grid, spec.form()))
                .toArray(ObservationWriter[]::new);
        turner = new PlaneTurner(grid);
        mask = new byte[layout.actionMaskByteCount()];
        pass = grid.pass();
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
        boolean isTurned = symmetry != Symmetry.IDENTITY;
        byte[] into = isTurned ? mask : masks;
        int at = isTurned ? 0 : offset;
        into[at + layout.actionMaskByteCount() - 1] = 0;
        legal.writeTo(into, at);
        into[at + (pass >>> 3)] |= (byte) (0x80 >>> (pass & 7));
        if (isTurned) {
            Arrays.fill(masks, offset, offset + layout.actionMaskByteCount(), (byte) 0);
            turner.turnMask(symmetry, mask, masks, offset);
        }
    }
}
