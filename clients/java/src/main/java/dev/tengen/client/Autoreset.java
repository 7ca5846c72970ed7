package dev.tengen.client;

/** What happens to a lane whose episode is over. An action of -1 leaves such a lane as it is, as any other lane. */
public enum Autoreset {
    /** The next step starts a new episode; its action is ignored and not looked at. */
    NEXT_STEP,
    /** The step that ends an episode starts the next one; the end is told in {@link LaneRows#ended}. */
    SAME_STEP,
    /** Nothing, until the lane is reset; actions are illegal. */
    DISABLED
}
