package dev.tengen.server.session;

import dev.tengen.env.Opponent;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.execution.BlockingPolicy;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallPools;
import java.util.Optional;

/**
 * Chooses the executor of a call: the thread of the transport if the call is short, and otherwise a pool for engines,
 * for players that search, for long episodes or for reads of the store. Thread-safe.
 */
public final class SessionExecutors {
    /** Up to this many moves are replayed on a thread of the transport; they take a few milliseconds. */
    private static final int MAX_INLINE_REPLAY_COUNT = 500;

    private final Engines engines;
    private final CallPools pools;
    private final CallExecutor store;

    SessionExecutors(Engines engines, CallPools pools, CallExecutor store) {
        this.engines = engines;
        this.pools = pools;
        this.store = store;
    }

    /**
     * Returns the executor for a call that creates a session.
     *
     * @param opponent the name of its opponent, empty for none
     * @param hasTask whether it has a task
     * @param isLong whether the call replays many moves
     */
    public CallExecutor forOpening(String opponent, boolean hasTask, boolean isLong) {
        Optional<PlayerFactory> player = player(opponent);
        if (BlockingPolicy.mayBlock(player, hasTask)) {
            return forSearch(player);
        }
        return isLong ? pools.longCalls().unordered() : CallExecutor.CALLER;
    }

    /** Returns the executor for a call that asks the player called {@code player} for an action in {@code session}. */
    public CallExecutor forPlayer(Session session, String player) {
        Optional<PlayerFactory> chosen = player(player);
        return BlockingPolicy.mayBlock(chosen, false) ? forSearch(chosen) : session.executor();
    }

    /** Returns the executor for a call that forks {@code session}. */
    public CallExecutor forFork(Session session) {
        Optional<PlayerFactory> opponent = session.spec().opponent().map(Opponent::player);
        if (Engines.isEngine(opponent)) {
            return engines.calls().unordered(); // The session serves other calls while the engine starts.
        }
        boolean isLong = !session.mayBlock() && session.moveCount() > MAX_INLINE_REPLAY_COUNT;
        return isLong ? pools.longCalls().unordered() : session.executor();
    }

    /** Returns the executor for a call that closes {@code session}. It accepts the call even if its queue is full. */
    public CallExecutor forClose(Session session) {
        return session.executor() == CallExecutor.CALLER
                ? CallExecutor.CALLER
                : (call, work) -> engines.calls().executeAlways(work);
    }

    /** Returns the executor for calls that read the store. */
    public CallExecutor forStore() {
        return store;
    }

    private CallExecutor forSearch(Optional<PlayerFactory> player) {
        return Engines.isEngine(player)
                ? engines.calls().unordered()
                : pools.players().unordered();
    }

    /** Returns the player called {@code name}, built in or an engine of this server, if there is one. */
    private Optional<PlayerFactory> player(String name) {
        return Players.named(name).<PlayerFactory>map(player -> player).or(() -> engines.player(name));
    }
}
