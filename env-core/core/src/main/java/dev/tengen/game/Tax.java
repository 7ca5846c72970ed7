package dev.tengen.game;

/**
 * The points subtracted from a player's score for its groups (group tax). A region is a maximal connected part of one
 * color's area. It is in seki if it touches a neutral point or holds a stone of its owner in atari.
 */
public enum Tax {
    /** Nothing. */
    NONE,

    /** The empty points of regions in seki do not count, as in Japanese rules. */
    SEKI,

    /**
     * As {@link #SEKI}, and each other region costs two points, those of the two eyes it needs: the ancient group tax.
     */
    ALL
}
