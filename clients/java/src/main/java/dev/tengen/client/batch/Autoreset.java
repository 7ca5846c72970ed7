package dev.tengen.client.batch;

/** What happens to a lane whose episode is over. An action of -1 leaves any lane unchanged, a finished one included. */
public enum Autoreset {
    /** The next step starts a new episode. Its action is ignored and not validated. */
    NEXT_STEP,
    /** The step that ends an episode starts the next one. {@link LaneRows#ended} has the final state. */
    SAME_STEP,
    /** Nothing until a reset. Actions are illegal. */
    DISABLED
}
