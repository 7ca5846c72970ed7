package dev.tengen.server.analysis;

import dev.tengen.base.InvalidValueException;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairCallExecutor;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryAllowance;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** All analyses of a server, and their executor. Thread-safe. */
public final class Analyses implements AutoCloseable {
    private static final String REGRET_ACTIONS = "regret_actions";

    /** A budget that only suffices to name the parts of a race. */
    private static final RaceBudget NO_BUDGET = new RaceBudget(SearchLimits.ofNodes(0), WorkLimits.DEFAULT, 1);

    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    /** The memory to count liberties: states of regions and eyes, and combinatorial games. */
    private static final long STATIC_BYTES = 4L << 20;

    private final AnalysisLimits limits;
    private final FairExecutor threads;
    private final FairCallExecutor calls;
    private final AtomicInteger openCount = new AtomicInteger();
    private final SolverPool solvers;
    private final MemoryBudget budget;
    private final long maxTableBytes;
    private final LongAdder nodeCount = new LongAdder();

    /** Creates an executor with the given limits. Analyses reserve their tables from {@code budget}. */
    public Analyses(AnalysisLimits limits, MemoryBudget budget) {
        this.limits = limits;
        this.budget = budget;
        maxTableBytes = limits.maxTableBytes();
        // Without turns: an analysis that has started keeps the tables of a solver.
        threads = FairExecutor.withoutTurns("tengen-analyses", limits.maxCount());
        calls = new FairCallExecutor(
                threads, limits.maxCountPerConnection(), Reason.TOO_MANY_ANALYSES, "analyze or wait to do so");
        solvers = new SolverPool(limits.maxCount(), limits.maxTableBytes());
    }

    /**
     * Returns the executor of analyses, which come in turn over the connections of clients. It throws
     * {@link CallException} if too many wait already.
     */
    public CallExecutor executor() {
        return this::execute;
    }

    private void execute(CallToken call, Runnable work) {
        int max = limits.maxCount() + limits.maxWaitingCount();
        if (openCount.incrementAndGet() > max) {
            openCount.decrementAndGet();
            throw CallException.retryAfter(
                    Reason.TOO_MANY_ANALYSES,
                    FULL_RETRY_DELAY,
                    max + " calls analyze or wait to do so already, the maximum; retry when some have finished");
        }
        try {
            calls.unordered().execute(call, () -> {
                try {
                    work.run();
                } finally {
                    openCount.decrementAndGet();
                }
            });
        } catch (CallException e) {
            openCount.decrementAndGet();
            throw e;
        }
    }

    /**
     * Returns what {@code work} returns for {@code call}, on the {@link #executor}. The future fails with
     * {@link CallException} if too many analyses wait already.
     */
    public <T> CompletableFuture<T> submit(CallToken call, Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            execute(call, () -> {
                try {
                    result.complete(call.call(work));
                } catch (RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (CallException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    /** Returns the count of calls that run or wait. */
    public int openCount() {
        return openCount.get();
    }

    /** Returns the count of states that all analyses have searched. */
    public long nodeCount() {
        return nodeCount.sum();
    }

    /** Returns the limits that a call gets which asks for these; both are unsigned, and 0 means the default. */
    public SearchLimits granted(long maxNodes, long maxMillis) {
        return limits.granted(maxNodes, maxMillis);
    }

    /**
     * The solution of a position.
     *
     * @param solution what perfect play leads to
     * @param regrets the regrets of the actions that the call named, in its order
     */
    public record Solved(Solution solution, List<Regret> regrets) {}

    /**
     * Solves {@code position}, whose game may be changed. An interrupt of the thread ends the search early.
     *
     * @param caller the principal that has the tables
     * @param regretActions the actions whose regret is wanted, as the caller sees them
     * @throws CallException if the game is over, an action is illegal or named twice, or too little memory is free
     * @throws InvalidValueException if the solver does not support the size or the rules
     */
    public Solved solve(
            SolvablePosition position, MemoryAllowance caller, List<Integer> regretActions, SearchLimits granted) {
        Game game = position.game();
        if (game.isOver()) {
            throw CallException.of(Reason.EPISODE_OVER, "the game is over; there is nothing to solve");
        }
        Solver.requireSize(game.grid());
        Solver.requireRules(game.rules());
        List<Integer> moves = regretMoves(regretActions, position);
        try (MemoryReservation tables =
                budget.limitedBy(caller).reserve(MemoryKind.ANALYSIS, Solver.memoryBytes(game.grid(), maxTableBytes))) {
            assert tables.bytes() > 0 : "the solver uses it";
            return solve(game, moves, granted);
        }
    }

    private Solved solve(Game game, List<Integer> moves, SearchLimits granted) {
        return solvers.use(game.grid(), solver -> {
            AnalysisClock clock = new AnalysisClock(granted);
            Solution solution = solver.solve(game, granted);
            nodeCount.add(solution.nodes());
            List<Regret> regrets = new ArrayList<>();
            for (int move : moves) {
                regrets.add(Regret.ofMove(solver, game, solution.proven(), move, clock.remainingTime()));
            }
            return new Solved(solution, regrets);
        });
    }

    /** Returns the moves on the board that {@code actions} stand for. */
    private static List<Integer> regretMoves(List<Integer> actions, SolvablePosition position) {
        Game game = position.game();
        List<Integer> moves = new ArrayList<>();
        for (int action : actions) {
            int move = position.view().original(action);
            Legality legality = game.legality(move);
            if (action < 0 || legality == Legality.OUT_OF_RANGE) {
                throw CallException.invalid(
                        Reason.OUT_OF_RANGE,
                        InvalidValueException.outside(
                                REGRET_ACTIONS, action, 0, game.grid().pass()));
            }
            if (!legality.isLegal()) {
                throw CallException.of(
                                Reason.valueOf(legality.name()),
                                REGRET_ACTIONS + " " + action + " ("
                                        + game.grid().name(move) + ") is illegal: " + legality)
                        .with("field", REGRET_ACTIONS)
                        .with("value", action);
            }
            if (moves.contains(move)) {
                throw CallException.invalid(
                        REGRET_ACTIONS, "with action " + action + " twice", "a list of different actions");
            }
            moves.add(move);
        }
        return moves;
    }

    /**
     * Analyzes capturing races. An interrupt of the thread ends the search early.
     *
     * @param caller the principal that has the tables
     * @param race the race; all races of the position if empty
     * @param isStatic whether to count liberties only, without a search
     * @throws CallException if too little memory is free
     */
    public List<RaceAnalysis> analyzeRaces(
            RacePosition position,
            MemoryAllowance caller,
            Optional<Race> race,
            boolean isStatic,
            SearchLimits granted) {
        return withRaceTables(caller, isStatic, () -> analyze(position, race, isStatic, granted));
    }

    /**
     * Returns what {@code work} returns, an analysis of races, for which memory is reserved meanwhile.
     *
     * @param caller the principal that has the tables
     * @param isStatic whether it counts liberties only, without a search
     * @throws CallException if too little memory is free
     */
    public <T> T withRaceTables(MemoryAllowance caller, boolean isStatic, Supplier<T> work) {
        try (MemoryReservation tables = budget.limitedBy(caller)
                .reserve(MemoryKind.ANALYSIS, isStatic ? STATIC_BYTES : STATIC_BYTES + RaceAnalyzer.SEARCH_BYTES)) {
            assert tables.bytes() > 0 : "the search uses it";
            return work.get();
        }
    }

    private List<RaceAnalysis> analyze(
            RacePosition position, Optional<Race> race, boolean isStatic, SearchLimits granted) {
        List<Race> races = race.map(List::of)
                .orElseGet(() -> new RaceAnalyzer(RaceBudget.STATIC).find(position.board(), position.unplayable()));
        AnalysisClock clock = new AnalysisClock(granted);
        List<RaceAnalysis> analyses = new ArrayList<>();
        for (Race each : races) {
            RaceAnalysis analysis = new RaceAnalyzer(budget(clock, isStatic)).analyze(each);
            clock.use(analysis.nodes());
            nodeCount.add(analysis.nodes());
            analyses.add(analysis);
        }
        return analyses;
    }

    private static RaceBudget budget(AnalysisClock clock, boolean isStatic) {
        if (clock.isOver()) {
            return NO_BUDGET;
        }
        return isStatic ? RaceBudget.STATIC : RaceBudget.of(clock.remaining());
    }

    /** Stops the threads when the calls that run or wait have finished. */
    @Override
    public void close() {
        threads.close();
    }
}
