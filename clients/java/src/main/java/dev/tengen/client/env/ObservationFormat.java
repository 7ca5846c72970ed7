package dev.tengen.client.env;

/** The number format of planes on the wire. {@link Observation} reads all of them. */
public enum ObservationFormat {
    /** One bit, most significant first. The smallest and fastest format. */
    BITS,
    /** One byte, 0 or 1. */
    UINT8,
    /** A 4-byte float, little endian. */
    FLOAT32
}
