package dev.tengen.planes;

/** The order of the numbers of an observation. */
public enum ObservationLayout {
    /** Plane by plane, each row by row. */
    CHW,
    /** Row by row and point by point, with the numbers of all planes at each point. */
    HWC
}
