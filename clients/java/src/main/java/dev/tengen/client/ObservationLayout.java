package dev.tengen.client;

/** The order of the numbers of an observation on the wire, the slowest index first. */
public enum ObservationLayout {
    /** Plane, row, column. */
    CHW,
    /** Row, column, plane. */
    HWC
}
