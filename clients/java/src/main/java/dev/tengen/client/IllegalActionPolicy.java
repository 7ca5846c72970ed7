package dev.tengen.client;

/** What an illegal action does. */
public enum IllegalActionPolicy {
    /** The call fails and changes nothing. */
    REJECT,
    /** The mover loses. */
    LOSE,
    /** It counts as no move; the mover pays a penalty. */
    IGNORE
}
