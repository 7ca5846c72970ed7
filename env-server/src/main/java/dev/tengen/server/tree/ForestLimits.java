package dev.tengen.server.tree;

/**
 * What the trees of all streams together may use.
 *
 * @param maxNodeCount nodes that streams may ask to be kept free for them at once
 * @param maxTreeCount trees that there may be at once
 */
public record ForestLimits(int maxNodeCount, int maxTreeCount) {}
