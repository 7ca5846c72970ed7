package dev.tengen.planes;

import dev.tengen.game.Game;

/**
 * A way to turn a position, and the moves that led to it, into feature planes.
 *
 * <p>An instance belongs to one environment: it may keep scratch space of its own, so it is not thread-safe.
 */
public interface Encoding {
    /** Returns what the planes are. */
    EncodingSpec spec();

    /**
     * Appends the planes of the present position of {@code game} to {@code bits}, plane by plane and row by row. Any
     * position may be encoded, that of a finished game too.
     */
    void encode(Game game, PlaneBits bits);

    /**
     * Writes the globals of the present position of {@code game}, as many as the spec has and in its order, to {@code globals}
     * from {@code offset} on. Encodings without globals write nothing.
     */
    default void encodeGlobals(Game game, float[] globals, int offset) {
        assert spec().globals().isEmpty() : spec().name() + " does not write its globals";
    }

    /** Returns the planes of the present position of {@code game} in a new array, packed; see {@link PlaneBits}. */
    default byte[] observation(Game game) {
        byte[] bytes = new byte[spec().byteCount(game.grid())];
        PlaneBits bits = new PlaneBits(bytes, 0);
        encode(game, bits);
        bits.finish();
        return bytes;
    }
}
