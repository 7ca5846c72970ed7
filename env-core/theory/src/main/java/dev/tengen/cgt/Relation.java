package dev.tengen.cgt;

/** How one game compares with another. It also decides who wins their difference. */
public enum Relation {
    /** Less: Right wins the difference, no matter who moves first. */
    LESS,
    /** Equal: the player who moves first loses the difference. */
    EQUAL,
    /** Greater: Left wins the difference, no matter who moves first. */
    GREATER,
    /** Neither less nor equal nor greater: the player who moves first wins the difference. */
    CONFUSED;

    static Relation of(boolean isAtMost, boolean isAtLeast) {
        if (isAtMost) {
            return isAtLeast ? EQUAL : LESS;
        }
        return isAtLeast ? GREATER : CONFUSED;
    }
}
