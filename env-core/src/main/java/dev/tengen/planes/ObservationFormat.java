package dev.tengen.planes;

/** What a number of a plane is as bytes. */
public enum ObservationFormat {
    /** A bit; eight to a byte, the most significant first, and the last byte padded with zeros. */
    BITS,
    /** A byte, 0 or 1. */
    UINT8,
    /** A float of four bytes, little endian, 0 or 1. */
    FLOAT32
}
