package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.TurningEncoding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes the observations of an encoding in the requested form: transformed by a symmetry, in a format and layout, and
 * padded to the widest board of a batch.
 *
 * <p>If the requested form is the one that the encoding writes, it is written in place at no extra cost. Only the
 * constructor and the first call with a symmetry allocate. Not thread-safe.
 */
public final class ObservationWriter {
    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};

    private final Encoding encoding;
    private final Grid grid;
    private final ObservationForm form;
    private final int byteCount;
    private final PlanePadding padding;
    private final FormConverter converter;
    private final boolean isAsEncoded;
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);
    private final PlaneTurner turner;
    private final float[] globals;
    private byte[] packed = NO_BYTES;
    private byte[] unturned = NO_BYTES;

    /** Creates a writer for games on {@code grid}, in {@code form}, with planes as wide and high as {@code widest}. */
    public ObservationWriter(Encoding encoding, Grid grid, Grid widest, ObservationForm form) {
        this.encoding = encoding;
        this.grid = grid;
        this.form = form;
        int planeCount = encoding.spec().planeCount();
        byteCount = form.byteCount(planeCount, widest);
        padding = new PlanePadding(grid, widest);
        converter = new FormConverter(grid, widest, planeCount, form);
        isAsEncoded = form.equals(ObservationForm.PACKED) && !padding.isNeeded();
        turner = new PlaneTurner(grid);
        globals = new float[encoding.spec().globals().size()];
    }

    /** Returns a writer for games on {@code grid}, in {@code form}, without padding. */
    public static ObservationWriter of(Encoding encoding, Grid grid, ObservationForm form) {
        return new ObservationWriter(encoding, grid, grid, form);
    }

    /** Returns the number of bytes of an observation. */
    public int byteCount() {
        return byteCount;
    }

    /** Returns the number of bytes of the globals of an observation. */
    public int globalByteCount() {
        return globals.length * Float.BYTES;
    }

    /**
     * Writes the present position of {@code game}, transformed by {@code symmetry}, to {@code bytes} at {@code offset}.
     * The bytes written must be zero before.
     */
    public void write(Game game, Symmetry symmetry, byte[] bytes, int offset) {
        if (isAsEncoded) {
            encode(game, symmetry, bytes, offset);
        } else {
            packed = scratch(packed);
            encode(game, symmetry, packed, 0);
            arrange(packed, bytes, offset);
        }
    }

    /** Returns the present position of {@code game}, transformed by {@code symmetry}, in a new array. */
    public byte[] observation(Game game, Symmetry symmetry) {
        byte[] bytes = new byte[byteCount];
        write(game, symmetry, bytes, 0);
        return bytes;
    }

    private byte[] scratch(byte[] known) {
        return known.length > 0 ? known : new byte[encoding.spec().byteCount(grid)];
    }

    /** Writes packed planes, transformed by {@code symmetry}. */
    private void encode(Game game, Symmetry symmetry, byte[] bytes, int offset) {
        if (symmetry == Symmetry.IDENTITY) {
            bits.startAt(bytes, offset);
            encoding.encode(game, bits);
            bits.finish();
        } else if (encoding instanceof TurningEncoding turning) {
            bits.startAt(bytes, offset);
            turning.encode(game, SymmetryMap.of(symmetry, grid), bits);
            bits.finish();
        } else {
            unturned = scratch(unturned);
            encode(game, Symmetry.IDENTITY, unturned, 0);
            turner.turn(symmetry, unturned, encoding.spec().planeCount(), bytes, offset);
        }
    }

    private void arrange(byte[] from, byte[] to, int offset) {
        if (form.equals(ObservationForm.PACKED)) {
            padding.pad(from, encoding.spec().planeCount(), to, offset);
        } else {
            converter.convert(from, to, offset);
        }
    }

    /** Returns the globals of the present position of {@code game}, little-endian float32, in a new array. */
    public byte[] globals(Game game) {
        byte[] bytes = new byte[globalByteCount()];
        writeGlobals(game, bytes, 0);
        return bytes;
    }

    /**
     * Writes the globals of the present position of {@code game}, little-endian float32, to {@code bytes} at
     * {@code offset}.
     */
    public void writeGlobals(Game game, byte[] bytes, int offset) {
        if (globals.length == 0) {
            return;
        }
        encoding.encodeGlobals(game, globals, 0);
        for (int index = 0; index < globals.length; index++) {
            FLOATS.set(bytes, offset + index * Float.BYTES, globals[index]);
        }
    }
}
