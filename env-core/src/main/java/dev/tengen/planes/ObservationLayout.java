package dev.tengen.planes;

/** The order of the numbers of an observation. */
public enum ObservationLayout {
    /** Plane by plane, each row by row. */
    CHW,
    /** Row by row, each point by point, each with its number in every plane. */
    HWC
}
