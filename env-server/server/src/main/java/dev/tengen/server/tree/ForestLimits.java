package dev.tengen.server.tree;

/**
 * Limits on the trees of all streams together.
 *
 * @param maxNodeCount maximum of nodes that streams may reserve
 * @param maxTreeCount maximum of trees
 */
public record ForestLimits(int maxNodeCount, int maxTreeCount) {}
