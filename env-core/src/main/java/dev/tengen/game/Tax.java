package dev.tengen.game;

/**
 * What groups cost their owner. A region is a maximal connected part of one color's area; it is in seki if it touches a
 * neutral point or holds a stone of its owner in atari.
 */
public enum Tax {
    /** Nothing. */
    NONE,

    /** The empty points of regions in seki count nothing, as in Japan. */
    SEKI,

    /** As {@link #SEKI}, and each other region costs two points, those of the eyes it needs; the ancient group tax. */
    ALL
}
