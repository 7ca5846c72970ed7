package dev.tengen.env;

/**
 * What a step does to a lane whose episode is over; {@code Lane.step} carries it out. An action of -1 leaves any lane
 * unchanged.
 */
public enum Autoreset {
    /** The next step starts a new episode. Its action is ignored and not validated. */
    NEXT_STEP,

    /** The step that ends an episode also starts the next one. A separate row reports the end. */
    SAME_STEP,

    /** Actions are illegal until the lane is reset. */
    DISABLED
}
