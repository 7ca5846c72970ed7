package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Interner;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.BlockingPolicy;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.quota.PrincipalUsage;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes sessions, with their memory, their opponents and the executors of their calls. Thread-safe. */
final class SessionFactory {
    private final SessionLimits limits;
    private final Ticker ticker;
    private final ActivityListener listener;
    private final Engines engines;
    private final CallPools pools;
    private final MemoryBudget budget;

    // Most sessions of a server have the same spec; they share one instance.
    private final Interner<EnvironmentSpec> specs = Interner.newWeakInterner();

    /** Creates a factory of sessions that reserve their memory from {@code budget}. */
    SessionFactory(
            SessionLimits limits,
            Ticker ticker,
            ActivityListener listener,
            Engines engines,
            CallPools pools,
            MemoryBudget budget) {
        this.limits = limits;
        this.ticker = ticker;
        this.listener = listener;
        this.engines = engines;
        this.pools = pools;
        this.budget = budget;
    }

    /** Returns the instance that stands for all specs that equal {@code spec}. */
    EnvironmentSpec shared(EnvironmentSpec spec) {
        return specs.intern(spec);
    }

    /**
     * Returns a new session, on which the caller holds a lease, with memory that is reserved for it.
     *
     * @param id its id
     * @param usage what its owner uses
     * @param number its number
     * @param preset the rule preset of its spec
     * @param spec the spec of its environment
     * @param moveCount the moves that it will have, or one more
     * @param environment returns its environment, still without an opponent
     * @param journal writes its states, if they are stored
     * @param idleTimeout its idle timeout
     * @param origin the text of the part of the server that opened it; empty for none
     * @param idle how long it has been idle
     * @throws dev.tengen.server.error.CallException if too little memory is free, or the opponent cannot be started
     */
    Session create(
            String id,
            PrincipalUsage usage,
            long number,
            RulesPreset preset,
            EnvironmentSpec spec,
            int moveCount,
            Supplier<Environment> environment,
            Optional<SessionJournal> journal,
            Duration idleTimeout,
            String origin,
            Duration idle) {
        SessionMemory reserved = SessionMemory.reserve(budget.limitedBy(usage), spec, moveCount, limits.maxMoveCount());
        try {
            reserved.growForOrigin(origin);
            Environment made = newEnvironment(reserved, spec, moveCount, environment);
            return new Session(
                    id,
                    usage,
                    number,
                    preset,
                    made,
                    listener,
                    reserved,
                    sequentialExecutor(made.spec()),
                    pools.longCalls().newSequential(),
                    journal,
                    idleTimeout,
                    origin,
                    idle,
                    ticker);
        } catch (RuntimeException | Error e) {
            reserved.close();
            throw e;
        }
    }

    /** Returns the environment of a session, with its opponent. */
    private static Environment newEnvironment(
            SessionMemory reserved, EnvironmentSpec spec, int moveCount, Supplier<Environment> environment) {
        try (MemoryReservation search = reserved.reserveSearch(spec.opponent().map(Opponent::player), moveCount)) {
            assert search.bytes() >= 0 : "the opponent may use it for its first move";
            Environment made = environment.get();
            try {
                reserved.growForProposals(made.proposalBytes());
                made.createOpponent();
                return made;
            } catch (RuntimeException | Error e) {
                made.close();
                throw e;
            }
        }
    }

    /** Returns the executor for calls on a session with {@code spec}, if they may block. */
    private Optional<CallExecutor> sequentialExecutor(EnvironmentSpec spec) {
        if (!BlockingPolicy.mayBlock(spec)) {
            return Optional.empty();
        }
        return Optional.of(
                Engines.isEngine(spec.opponent().map(Opponent::player))
                        ? engines.calls().newSequential()
                        : pools.players().newSequential());
    }
}
