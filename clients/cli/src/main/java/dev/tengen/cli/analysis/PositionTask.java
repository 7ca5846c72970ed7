package dev.tengen.cli.analysis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.player.MonteCarloAnalysis;
import dev.tengen.player.MoveFilter;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The analysis of one position of a query. It ends with exactly one answer that is not "during search", whether it
 * runs, is terminated or fails. Thread-safe.
 */
final class PositionTask implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PositionTask.class);

    private final String id;
    private final int turnNumber;
    private final long priority;
    private final Position position;
    private final MoveFilter filter;
    private final SearchLimits limits;
    private final ReportOptions options;
    private final long seed;
    private final AnalysisOutput output;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private volatile boolean isStopped;

    /** Creates the task of turn {@code turnNumber} of the query {@code id}. */
    PositionTask(
            String id,
            int turnNumber,
            long priority,
            Position position,
            MoveFilter filter,
            SearchLimits limits,
            ReportOptions options,
            long seed,
            AnalysisOutput output) {
        this.id = id;
        this.turnNumber = turnNumber;
        this.priority = priority;
        this.position = position;
        this.filter = filter;
        this.limits = limits;
        this.options = options;
        this.seed = seed;
        this.output = output;
    }

    String id() {
        return id;
    }

    int turnNumber() {
        return turnNumber;
    }

    /** Returns the priority. Tasks of greater priority run first. */
    long priority() {
        return priority;
    }

    /** Ends the task: at once if it waits, otherwise after the current playout. */
    void terminate() {
        isStopped = true;
        if (state.compareAndSet(State.QUEUED, State.ENDED)) {
            output.write(answer(false).put("noResults", true));
        }
    }

    @Override
    public void run() {
        if (!state.compareAndSet(State.QUEUED, State.RUNNING)) {
            return;
        }
        try {
            search();
        } catch (RuntimeException e) {
            LOG.error("The analysis of turn {} of query \"{}\" failed", turnNumber, id, e);
            output.error(id, "moves", "Internal error; see standard error");
        } finally {
            state.set(State.ENDED);
        }
    }

    private void search() {
        Game game = position.game();
        MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, new SplitMix64(seed), filter);
        AnalysisReport report = new AnalysisReport(analysis, options);
        long start = System.nanoTime();
        OptionalLong nextReport = limits.firstReportNanos();
        boolean isEnd = false;
        while (!isEnd) {
            analysis.addPlayout();
            long nanos = System.nanoTime() - start;
            isEnd = isStopped || analysis.visits() >= limits.visits() || isReached(limits.nanos(), nanos);
            if (!isEnd && isReached(nextReport, nanos)) {
                write(report, true);
                nextReport = limits.reportNanos().isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(nanos + limits.reportNanos().getAsLong());
            }
        }
        write(report, false);
    }

    private static boolean isReached(OptionalLong limit, long nanos) {
        return limit.isPresent() && nanos >= limit.getAsLong();
    }

    private void write(AnalysisReport report, boolean isDuringSearch) {
        ObjectNode answer = answer(isDuringSearch);
        report.addTo(answer);
        output.write(answer);
    }

    private ObjectNode answer(boolean isDuringSearch) {
        return AnalysisOutput.object()
                .put("id", id)
                .put("isDuringSearch", isDuringSearch)
                .put("turnNumber", turnNumber);
    }

    private enum State {
        QUEUED,
        RUNNING,
        ENDED
    }
}
