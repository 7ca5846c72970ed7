package dev.tengen.planes;

import dev.tengen.game.Game;

/**
 * Encodes a position, and the moves that led to it, as feature planes.
 *
 * <p>What it writes depends on the game alone. An instance may keep scratch space. Not thread-safe.
 */
public interface Encoding {
    /** Returns the spec of the planes. */
    EncodingSpec spec();

    /**
     * Appends the planes of the present position of {@code game} to {@code bits}, plane by plane and row by row. The
     * game may be over.
     */
    void encode(Game game, PlaneBits bits);

    /**
     * Writes the globals of the present position of {@code game} to {@code globals}, starting at {@code offset}, in the
     * order of the spec. Encodings without globals write nothing.
     */
    default void encodeGlobals(Game game, float[] globals, int offset) {
        assert spec().globals().isEmpty() : spec().name() + " does not write its globals";
    }

    /** Returns the planes of the present position of {@code game} in a new packed array; see {@link PlaneBits}. */
    default byte[] observation(Game game) {
        byte[] bytes = new byte[spec().byteCount(game.grid())];
        PlaneBits bits = new PlaneBits(bytes, 0);
        encode(game, bits);
        bits.finish();
        return bytes;
    }
}
