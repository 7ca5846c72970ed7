package dev.tengen.client;

/** What a number of a plane is on the wire. {@link Observation} reads all of them. */
public enum ObservationFormat {
    /** A bit, most significant first: the shortest and the fastest. */
    BITS,
    /** A byte, 0 or 1. */
    UINT8,
    /** A float of four bytes, little endian. */
    FLOAT32
}
