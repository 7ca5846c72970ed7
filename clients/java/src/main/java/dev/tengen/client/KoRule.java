package dev.tengen.client;

/** Which repetitions a play may not make; docs/reference/rules.md says exactly what each means. */
public enum KoRule {
    /** No coloring twice. */
    POSITIONAL,
    /** No coloring twice with the same player to move. */
    SITUATIONAL,
    /** No coloring made twice by plays of the same player. */
    NATURAL_SITUATIONAL,
    /** No retaking at once. */
    SIMPLE,
    /** All are allowed. */
    NONE
}
