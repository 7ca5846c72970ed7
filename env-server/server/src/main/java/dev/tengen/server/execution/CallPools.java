package dev.tengen.server.execution;

import dev.tengen.server.error.Reason;

/**
 * The pools of unary calls that compute for long. Each has one thread less than there are processors, so that the
 * threads of the transport always find one. Calls that wait for engines have a pool of their own. Thread-safe.
 */
public final class CallPools implements AutoCloseable {
    private static final int MAX_CALLS_PER_CONNECTION = 128;

    private final FairExecutor longThreads = new FairExecutor(
            "tengen-long-calls", Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    private final FairCallExecutor players;
    private final FairCallExecutor longCalls;

    /** Creates the pools. Players that search share the threads of the slow rows of {@code rows}. */
    public CallPools(RowExecutor rows) {
        players = new FairCallExecutor(
                rows.slowThreads(), MAX_CALLS_PER_CONNECTION, Reason.TOO_MANY_ENGINES, "wait for players that search");
        longCalls =
                new FairCallExecutor(longThreads, MAX_CALLS_PER_CONNECTION, Reason.TOO_MANY_CALLS, "replay long games");
    }

    /** Returns the pool of calls in which a built-in player searches. */
    public FairCallExecutor players() {
        return players;
    }

    /** Returns the pool of calls that replay or write a long game. */
    public FairCallExecutor longCalls() {
        return longCalls;
    }

    /** Returns a pool for requests over HTTP, which take turns with those of {@link #longCalls}. */
    public FairCallExecutor newHttpCalls() {
        return new FairCallExecutor(longThreads, MAX_CALLS_PER_CONNECTION, Reason.TOO_MANY_CALLS, "run or wait");
    }

    /** Returns for how many nanoseconds long calls have waited while no thread has taken any; 0 if none wait. */
    public long stalledNanos() {
        return longThreads.stalledNanos();
    }

    /** Stops the threads when they have finished their work. */
    @Override
    public void close() {
        longThreads.close();
    }
}
