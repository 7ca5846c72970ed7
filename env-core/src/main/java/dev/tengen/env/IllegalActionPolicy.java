package dev.tengen.env;

/** What an illegal action does. A finished episode takes no action under any policy. */
public enum IllegalActionPolicy {
    /** Nothing: the action is refused and all stays as it is. */
    REJECT,

    /** The mover loses, and the episode terminates. */
    LOSE,

    /** It counts as no move; the mover pays a penalty. */
    IGNORE
}
