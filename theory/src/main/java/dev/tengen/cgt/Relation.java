package dev.tengen.cgt;

/** How one game compares with another; the difference of the two tells who wins it. */
public enum Relation {
    /** Less: Right wins the difference, whoever begins. */
    LESS,
    /** Equal: who begins loses the difference. */
    EQUAL,
    /** Greater: Left wins the difference, whoever begins. */
    GREATER,
    /** Neither less nor equal nor greater: who begins wins the difference. */
    CONFUSED;

    static Relation of(boolean isAtMost, boolean isAtLeast) {
        if (isAtMost) {
            return isAtLeast ? EQUAL : LESS;
        }
        return isAtLeast ? GREATER : CONFUSED;
    }
}
