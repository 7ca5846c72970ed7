package dev.tengen.env;

/** The effect of an illegal action. After the end of an episode every action is rejected. */
public enum IllegalActionPolicy {
    /** The action is rejected and nothing changes. */
    REJECT,

    /** The mover loses, and the episode terminates. */
    LOSE,

    /**
     * The action is not a move. The mover gets a penalty. {@link EnvironmentSpec#maxIllegalActions} of them truncate
     * the episode, so that an agent that only acts illegally does not play one episode forever.
     */
    IGNORE
}
