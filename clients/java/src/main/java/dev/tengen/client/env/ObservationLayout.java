package dev.tengen.client.env;

/** The order of an observation's numbers on the wire, slowest index first. */
public enum ObservationLayout {
    /** Plane, row, column. */
    CHW,
    /** Row, column, plane. */
    HWC
}
