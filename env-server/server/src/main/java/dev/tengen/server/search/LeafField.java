package dev.tengen.server.search;

import dev.tengen.search.LeafLayout;

/** The fields of the rows of leaves. */
public enum LeafField {
    /** The observations in all encodings. */
    OBSERVATIONS,
    /** The legal actions as packed bits. */
    ACTION_MASKS,
    /** The globals, little-endian float32. */
    GLOBALS,
    /** The number of the symmetry through which the row is seen, one byte. */
    SYMMETRIES,
    /** The slot, a little-endian 32-bit integer. */
    SLOTS;

    /** Returns the number of bytes of a row with {@code layout}. */
    public int byteCount(LeafLayout layout) {
        return switch (this) {
            case OBSERVATIONS -> layout.observationByteCount();
            case ACTION_MASKS -> layout.actionMaskByteCount();
            case GLOBALS -> layout.globalByteCount();
            case SYMMETRIES -> Byte.BYTES;
            case SLOTS -> Integer.BYTES;
        };
    }
}
