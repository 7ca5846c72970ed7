package dev.tengen.client.search;

/** How the simulations of a search are spread. */
public enum RootMethod {
    /** PUCT at every node, as in AlphaZero. */
    PUCT,
    /** Gumbel noise and sequential halving at the root, completed values below it. */
    GUMBEL
}
