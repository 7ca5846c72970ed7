package dev.tengen.server.analysis;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import dev.tengen.server.convert.RaceConverter;
import dev.tengen.server.convert.RacePosition;
import dev.tengen.server.convert.SolveConverter;
import dev.tengen.server.convert.StandingPosition;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.SlowCalls;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** All analyses of a server, and where they run. Thread-safe. */
public final class Analyses implements AutoCloseable {
    /** With which a race is looked at no further than to name its parts. */
    private static final RaceBudget NO_BUDGET = new RaceBudget(SearchLimits.ofNodes(0), WorkLimits.DEFAULT, 1);

    private final AnalysisLimits limits;
    private final SlowCalls calls;
    private final SolverPool solvers;
    private final LongAdder nodeCount = new LongAdder();

    /** Allows what {@code limits} say. */
    public Analyses(AnalysisLimits limits) {
        this.limits = limits;
        calls = new SlowCalls(
                "analyses",
                limits.maxCount(),
                limits.maxCount() + limits.maxWaitingCount(),
                Reason.TOO_MANY_ANALYSES,
                "analyze or wait to do so");
        solvers = new SolverPool(limits.maxCount(), limits.maxTableBytes());
    }

    /**
     * Runs {@code call}, which must throw nothing, when its turn comes, and returns what ends it early. Throws {@link
     * CallException} where too many wait already.
     */
    public Runnable start(Runnable call) {
        return calls.start(call);
    }

    /** Returns the count of calls that run or wait. */
    public int openCount() {
        return calls.callCount();
    }

    /** Returns the count of states searched so far, all analyses together. */
    public long nodeCount() {
        return nodeCount.sum();
    }

    /** Answers a question about perfect play from a position, which is used up. An interrupt of the thread cuts it short. */
    public SolvePositionResponse solve(SolvePositionRequest request, StandingPosition position) {
        Game game = position.game();
        SolveConverter.requireNotOver(game);
        Solver.requireSize(game.grid());
        Solver.requireRules(game.rules());
        List<Integer> moves = SolveConverter.moves(request.getRegretActionsList(), position);
        SearchLimits granted = limits.granted(
                request.getLimits().getMaxNodeCount(), request.getLimits().getMaxTimeMs());
        return solvers.ask(game.grid(), solver -> {
            AnalysisClock clock = new AnalysisClock(granted);
            Solution solution = solver.solve(game, granted);
            nodeCount.add(solution.nodes());
            List<Regret> regrets = new ArrayList<>();
            for (int move : moves) {
                regrets.add(Regret.ofMove(solver, game, solution.proven(), move, clock.restOfTime()));
            }
            return SolveConverter.toProto(position, solution, regrets);
        });
    }

    /** Answers a question about capturing races in a position. An interrupt of the thread cuts it short. */
    public AnalyzeRaceResponse analyzeRaces(AnalyzeRaceRequest request, RacePosition position) {
        SearchLimits granted = limits.granted(
                request.getLimits().getMaxNodeCount(), request.getLimits().getMaxTimeMs());
        List<Race> races = RaceConverter.named(request, position)
                .map(List::of)
                .orElseGet(() -> new RaceAnalyzer(RaceBudget.STATIC).find(position.board(), position.unplayable()));
        AnalysisClock clock = new AnalysisClock(granted);
        List<RaceAnalysis> analyses = new ArrayList<>();
        for (Race race : races) {
            RaceAnalysis analysis = new RaceAnalyzer(budget(clock, request.getIsStatic())).analyze(race);
            clock.use(analysis.nodes());
            nodeCount.add(analysis.nodes());
            analyses.add(analysis);
        }
        return RaceConverter.toProto(position, analyses);
    }

    private static RaceBudget budget(AnalysisClock clock, boolean isStatic) {
        if (clock.isOver()) {
            return NO_BUDGET;
        }
        return isStatic ? RaceBudget.STATIC : RaceBudget.of(clock.rest());
    }

    /** Ends the threads, once calls under way have ended. */
    @Override
    public void close() {
        calls.close();
    }
}
