package dev.tengen.planes;

/** The byte representation of a number of a plane. */
public enum ObservationFormat {
    /** A bit: eight per byte, most significant bit first, the last byte padded with zeros. */
    BITS,
    /** A byte, 0 or 1. */
    UINT8,
    /** A little-endian float32, 0 or 1. */
    FLOAT32
}
