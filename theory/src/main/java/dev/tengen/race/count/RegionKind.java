package dev.tengen.race.count;

/** What a region is to a race. */
enum RegionKind {
    /** Liberties of both essential chains. */
    SHARED,
    /** Enclosed by one essential chain alone. */
    EYE,
    /** Liberties of one essential chain, beside safe enemy stones, so that the enemy fills them one by one. */
    PLAIN,
    /** Between one essential chain and safe enemy chains, and not plain. */
    COMPLEX,
    /** Open to a safe chain of its owner, or between the essential chains and not shared. */
    LOOSE
}
