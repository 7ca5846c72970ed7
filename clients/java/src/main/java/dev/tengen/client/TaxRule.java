package dev.tengen.client;

/** What groups cost their owner; docs/reference/rules.md says what a region is and when it is in seki. */
public enum TaxRule {
    /** Nothing. */
    NONE,
    /** The empty points of regions in seki. */
    SEKI,
    /** The same, and two points for each other region. */
    ALL
}
