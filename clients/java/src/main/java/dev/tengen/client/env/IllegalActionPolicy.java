package dev.tengen.client.env;

/** What an illegal action does. */
public enum IllegalActionPolicy {
    /** The call fails and changes nothing. */
    REJECT,
    /** The mover loses. */
    LOSE,
    /** Nothing is played. The mover pays a penalty. */
    IGNORE
}
