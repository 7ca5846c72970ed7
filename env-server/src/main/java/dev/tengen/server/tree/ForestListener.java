package dev.tengen.server.tree;

/**
 * Is told what happens in the trees of a server, to count it.
 *
 * <p>Calls come from many threads at once, from within the calls of clients: they must be quick and must not throw.
 */
@FunctionalInterface
public interface ForestListener {
    /** Ignores everything. */
    ForestListener NONE = count -> {};

    /** So many nodes were made, roots not counted. */
    void expanded(int count);
}
