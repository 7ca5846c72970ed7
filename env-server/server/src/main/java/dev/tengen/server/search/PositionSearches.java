package dev.tengen.server.search;

import dev.tengen.server.execution.CallToken;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.tree.Forests;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** All searches of positions of a server. Their positions count as trees. Thread-safe. */
public final class PositionSearches {
    private final Forests forests;
    private final SearchHost host;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the registry.
     *
     * @param forests has the quota of trees
     * @param host what searches share
     */
    public PositionSearches(Forests forests, SearchHost host) {
        this.forests = forests;
        this.host = host;
    }

    /**
     * Opens a search without positions, which uses nothing more once it is {@linkplain HostedPositionSearch#close
     * closed}.
     *
     * @param call the call that it belongs to
     * @param owner what its principal uses
     * @param plan how positions are searched
     */
    public HostedPositionSearch open(CallToken call, PrincipalUsage owner, PositionSearchPlan plan) {
        return new HostedPositionSearch(
                plan, host.executor().stream(call, plan.grid().pointCount(), false), owner, this);
    }

    /** Returns the maximum number of positions, of trees of forests and of all searches together. */
    public int maxTreeCount() {
        return forests.maxTreeCount();
    }

    /** Returns what draws the seeds of clients that give none. */
    public LongSupplier seeds() {
        return random::nextLong;
    }

    /** Returns what searches share. */
    public SearchHost host() {
        return host;
    }

    Forests forests() {
        return forests;
    }
}
