package dev.tengen.server.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TreeRoot;
import dev.tengen.game.Legality;
import dev.tengen.planes.ObservationForm;
import dev.tengen.search.Evaluations;
import dev.tengen.search.FloatNumbers;
import dev.tengen.search.LeafRows;
import dev.tengen.search.PositionSearch;
import dev.tengen.search.PositionSearchFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.PrincipalUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The positions that one stream analyzes, by a search whose leaves the client evaluates, round by round. It takes one
 * request at a time: a call returns at once, and the answer comes when the work is done, from this thread or another. A
 * request that is wrong throws or fails, and has changed nothing.
 *
 * <p>Positions are searched on any thread; they are the rows of the {@link RowExecutor}.
 */
public final class HostedPositionSearch implements AutoCloseable {
    /** The maximum number of simulations that a request may add. */
    public static final int MAX_SIMULATION_COUNT = 1_000_000;

    /** The maximum number of actions in a principal variation. */
    public static final int MAX_VARIATION_LENGTH = 1_000;

    /** The work of a leaf in steps of a board, for the executor. */
    private static final int STEPS_PER_LEAF = 8;

    /** The work of a report, or of a move, in steps of a board. */
    private static final int STEPS_PER_POSITION = 16;

    private static final String POSITIONS = "positions";

    private final PositionSearchPlan plan;
    private final RowExecutor.Stream executor;
    private final PrincipalUsage owner;
    private final PositionSearches searches;
    private final PositionSearchFactory factory;
    private final SearchMemory memory;

    /** The positions by handle. */
    private final Map<Long, Position> positions = new HashMap<>();

    /** The rounds that await their evaluations, by number: the positions that have leaves in them. */
    private final Map<Long, List<Position>> rounds = new HashMap<>();

    private final int maxPositionCount;

    /** The rows of the present round, with room for the largest that there has been. */
    private LeafRows rows;

    private long lastHandle;
    private long lastRound;

    /** The number of trees that were taken from the quota. */
    private int takenCount;

    /** The memory of all positions. */
    private long positionBytes;

    /** Creates a search without positions. */
    HostedPositionSearch(
            PositionSearchPlan plan, RowExecutor.Stream executor, PrincipalUsage owner, PositionSearches searches) {
        this.plan = plan;
        this.executor = executor;
        this.owner = owner;
        this.searches = searches;
        factory = new PositionSearchFactory(plan.form(), plan.settings());
        memory = new SearchMemory(searches.host().budget().limitedBy(owner));
        maxPositionCount = plan.maxPositionCount(
                searches.host().maxRequestBytes(), searches.host().maxAnswerBytes());
        rows = new LeafRows(factory.layout(), 0);
    }

    /** A position. */
    private static final class Position {
        private final long handle;
        private final PositionSearch search;
        private long bytes;

        private Position(long handle, PositionSearch search) {
            this.handle = handle;
            this.search = search;
        }

        private PositionState state() {
            return PositionState.of(handle, search);
        }
    }

    /**
     * Leaves that await their evaluations.
     *
     * @param number the number of the round; 0 if there are no leaves
     * @param handles the handle of the position of each leaf, a little-endian 64-bit integer each
     * @param leaves the leaves; valid until the next request
     */
    @SuppressWarnings("ArrayRecordComponent") // Becomes a part of a message.
    public record Round(long number, byte[] handles, LeafBatch leaves) {}

    /** Returns how positions are searched. */
    public PositionSearchPlan plan() {
        return plan;
    }

    /** Returns the number of positions. */
    public int positionCount() {
        return positions.size();
    }

    /** Returns the maximum number of positions that {@link #deepen} takes. */
    public int maxDeepenedCount() {
        return maxPositionCount;
    }

    /**
     * Adds {@code count} positions.
     *
     * @param roots returns a position by its index; several threads call it. It calls {@link #reserveRoot} before it
     *     reads a position.
     * @throws CallException if there are no positions or too many
     */
    public void add(int count, IntFunction<TreeRoot> roots, StreamAnswer<List<PositionState>> answer) {
        if (count == 0) {
            throw CallException.invalid("roots", "[]", "at least one");
        }
        searches.forests().reserveTrees(owner, count);
        takenCount += count;
        Position[] added = new Position[count];
        executor.executeEach(
                count,
                index -> added[index] = position(roots.apply(index), index),
                () -> enter(added),
                new StreamAnswer<>() {
                    @Override
                    public void answered(List<PositionState> states) {
                        answer.answered(states);
                    }

                    @Override
                    public void failed(Throwable error) {
                        giveBackTrees(count);
                        settle();
                        answer.failed(error);
                    }
                });
    }

    /**
     * Reserves the memory of a position that is about to be read. Thread-safe.
     *
     * @param spec the spec
     * @param moveCount its move number
     * @param proposalBytes the size of its proposals of dead stones, see {@link Environment#proposalBytes}
     * @throws CallException if too little is free
     * @throws InvalidValueException if it has another board
     */
    public void reserveRoot(EnvironmentSpec spec, int moveCount, long proposalBytes) {
        if (spec.grid() != plan.grid()) {
            throw InvalidValueException.not("size", spec.grid(), plan.grid() + ", the board of all positions");
        }
        memory.growGames(Environment.unobservedBytes(spec, moveCount)
                + factory.searchBytes(spec, moveCount)
                + 2 * proposalBytes); // In the environment and in the search.
    }

    private Position position(TreeRoot root, int index) {
        Environment environment = root.environment(List.of(), ObservationForm.PACKED);
        long handle = lastHandle + 1 + index;
        long seed = SplitMix64.mix(plan.seed() + SplitMix64.mix(handle));
        PositionSearch search = factory.search(environment.spec(), environment.game(), seed);
        if (environment.isOver() && !search.isOver()) {
            throw InvalidValueException.not(
                    "roots.state",
                    "that ended by " + environment.endReason(),
                    "a state in which the game continues, or has ended by its rules or its move limit");
        }
        return new Position(handle, search);
    }

    private List<PositionState> enter(Position[] added) {
        for (Position position : added) {
            positions.put(position.handle, position);
        }
        lastHandle += added.length;
        return measured(List.of(added)).stream().map(Position::state).toList();
    }

    /**
     * Adds simulations to positions, and selects their first leaves. Positions whose game is over are skipped.
     *
     * @param simulationCount from 1 to {@link #MAX_SIMULATION_COUNT}
     * @throws CallException if too little memory is free
     * @throws InvalidValueException if a handle is invalid, a leaf of a position awaits its evaluation, or there are
     *     too many positions for a round
     */
    public void deepen(List<Long> handles, int simulationCount, StreamAnswer<Round> answer) {
        List<Position> deepened = idle(handles).stream()
                .filter(position -> !position.search.isOver())
                .toList();
        if (deepened.size() > maxPositionCount) {
            throw InvalidValueException.not(
                    POSITIONS,
                    "of " + deepened.size() + " positions",
                    "at most " + maxPositionCount + ", whose leaves and evaluations fit into messages");
        }
        reserveRound(deepened, simulationCount);
        deepened.forEach(position -> position.search.deepen(simulationCount));
        select(deepened, (position, index) -> {}, answer);
    }

    /**
     * Takes the evaluations of a round, and selects the next leaves of its positions.
     *
     * @param number the number of the round
     * @param priors the priors of the leaves in their order
     * @param values their values
     * @throws InvalidValueException if there is no such round, or not as many evaluations as leaves
     * @throws CallException if too little memory is free
     */
    public void evaluate(long number, FloatNumbers priors, FloatNumbers values, StreamAnswer<Round> answer) {
        List<Position> evaluated = rounds.get(number);
        if (evaluated == null) {
            throw InvalidValueException.not(
                    "round", Long.toUnsignedString(number), "one whose leaves await their evaluations");
        }
        int[] firstLeaves = new int[evaluated.size()];
        int leafCount = 0;
        for (int index = 0; index < firstLeaves.length; index++) {
            firstLeaves[index] = leafCount;
            leafCount += evaluated.get(index).search.leafCount();
        }
        requireCount("values", values, leafCount);
        requireCount("priors", priors, (long) leafCount * factory.layout().actionCount());
        reserveRound(evaluated, 0);
        Evaluations evaluations = Evaluations.of(plan.priorKind(), priors, values);
        int count = leafCount;
        checkAndDo(
                evaluated,
                (position, index) -> position.search.check(evaluations, firstLeaves[index]),
                () -> {
                    searches.host().listener().leavesEvaluated(count);
                    rounds.remove(number);
                    select(
                            evaluated,
                            (position, index) -> position.search.expand(evaluations, firstLeaves[index]),
                            answer);
                },
                answer);
    }

    private static void requireCount(String field, FloatNumbers numbers, long count) {
        if (numbers.count() != count) {
            throw InvalidValueException.not(
                    field, "of " + numbers.count() + " numbers", count + " numbers for the leaves of the round");
        }
    }

    /** Works on one position of a list, which has {@code index} there. */
    private interface PositionTask {
        void run(Position position, int index);
    }

    /**
     * Reserves the memory that a round of {@code chosen} may need, after {@code simulationCount} simulations are added,
     * and makes room for its rows.
     */
    private void reserveRound(List<Position> chosen, int simulationCount) {
        long growth = 0;
        for (Position position : chosen) {
            if (!position.search.hasRoom(simulationCount)) {
                throw InvalidValueException.not(
                        POSITIONS,
                        "with handle " + position.handle + ", whose tree has " + position.search.nodeCount()
                                + " nodes,",
                        "positions with smaller trees");
            }
            growth += position.search.growthBytes(simulationCount);
        }
        memory.resizeGames(settledBytes() + growth);
        int rowCount = chosen.size() * plan.settings().leavesPerRound();
        if (rowCount > rows.rowCount()) {
            memory.resizeRows((long) rowCount * plan.rowByteCount());
            rows = new LeafRows(factory.layout(), rowCount);
        } else {
            memory.resizeRecords(0);
        }
    }

    /** Runs {@code before} on positions and then selects their next leaves, which become a round. */
    private void select(List<Position> chosen, PositionTask before, StreamAnswer<Round> answer) {
        int leavesPerRound = plan.settings().leavesPerRound();
        int[] rowCounts = new int[chosen.size()];
        executor.execute(
                chosen.size(),
                STEPS_PER_LEAF * leavesPerRound,
                (from, to) -> {
                    for (int index = from; index < to; index++) {
                        before.run(chosen.get(index), index);
                        rowCounts[index] = chosen.get(index).search.select(rows, index * leavesPerRound);
                    }
                },
                () -> round(chosen, rowCounts),
                answer);
    }

    private Round round(List<Position> chosen, int[] rowCounts) {
        measured(chosen);
        LeafBatch leaves =
                new LeafBatch(rows, rowCounts, chosen.size(), plan.settings().leavesPerRound());
        byte[] handles = leaves.repeated(
                chosen.stream().mapToLong(position -> position.handle).toArray());
        List<Position> waiting = chosen.stream()
                .filter(position -> position.search.leafCount() > 0)
                .toList();
        if (waiting.isEmpty()) {
            return new Round(0, handles, leaves);
        }
        lastRound++;
        rounds.put(lastRound, waiting);
        return new Round(lastRound, handles, leaves);
    }

    /**
     * Returns what the search has found about positions.
     *
     * @throws InvalidValueException if a handle is invalid, a leaf of a position awaits its evaluation, or the answer
     *     might be too long
     * @throws CallException if too little memory is free
     */
    public void read(List<Long> handles, PositionReport.Query query, StreamAnswer<List<PositionReport>> answer) {
        List<Position> chosen = idle(handles);
        long bytesEach = query.maxBytes(factory.layout().actionCount());
        if (bytesEach * chosen.size() > searches.host().maxAnswerBytes()) {
            throw InvalidValueException.not(
                    POSITIONS,
                    "of " + chosen.size() + " positions",
                    "at most " + searches.host().maxAnswerBytes() / bytesEach + " where a result has up to " + bytesEach
                            + " bytes");
        }
        memory.resizeRecords(bytesEach * chosen.size());
        PositionReport[] reports = new PositionReport[chosen.size()];
        executor.execute(
                reports.length,
                STEPS_PER_POSITION,
                (from, to) -> {
                    for (int index = from; index < to; index++) {
                        Position position = chosen.get(index);
                        reports[index] = PositionReport.of(position.handle, position.search, query);
                    }
                },
                () -> List.of(reports),
                answer);
    }

    /**
     * Plays a move in each of some positions.
     *
     * @throws InvalidValueException if a handle is invalid, a leaf of a position awaits its evaluation, there is not
     *     one action for each position, or an action is illegal
     * @throws CallException if too little memory is free
     */
    public void advance(List<Long> handles, List<Integer> actions, StreamAnswer<List<PositionState>> answer) {
        List<Position> chosen = idle(handles);
        if (actions.size() != chosen.size()) {
            throw InvalidValueException.not(
                    "actions", "of " + actions.size() + " actions", "one action for each of " + chosen.size());
        }
        // The subtree of a move is copied before the rest of its tree is dropped.
        long growth = chosen.stream()
                .mapToLong(position -> position.search.growthBytes(0) + position.search.copyBytes())
                .sum();
        memory.resizeGames(settledBytes() + growth);
        checkAndDo(
                chosen,
                (position, index) -> requireLegal(position, actions.get(index)),
                () -> executor.execute(
                        chosen.size(),
                        STEPS_PER_POSITION,
                        (from, to) -> {
                            for (int index = from; index < to; index++) {
                                chosen.get(index).search.advance(actions.get(index));
                            }
                        },
                        () -> measured(chosen).stream().map(Position::state).toList(),
                        answer),
                answer);
    }

    private static void requireLegal(Position position, int action) {
        Legality legality = position.search.legality(action);
        if (!legality.isLegal()) {
            throw InvalidValueException.not(
                    "actions",
                    "with " + Integer.toUnsignedString(action) + " for position " + position.handle + ", illegal by "
                            + legality + ",",
                    "a legal action for each position");
        }
    }

    /** Runs {@code check} on positions, and {@code work} if it has not thrown, which completes {@code answer}. */
    private void checkAndDo(List<Position> chosen, PositionTask check, Runnable work, StreamAnswer<?> answer) {
        executor.execute(
                chosen.size(),
                plan.settings().leavesPerRound(),
                (from, to) -> {
                    for (int index = from; index < to; index++) {
                        check.run(chosen.get(index), index);
                    }
                },
                chosen::size,
                new StreamAnswer<>() {
                    @Override
                    public void answered(Integer count) {
                        try {
                            work.run();
                        } catch (RuntimeException | Error e) {
                            answer.failed(e);
                        }
                    }

                    @Override
                    public void failed(Throwable error) {
                        settle();
                        answer.failed(error);
                    }
                });
    }

    /**
     * Releases positions.
     *
     * @throws InvalidValueException if a handle is invalid, or a leaf of a position awaits its evaluation
     */
    public void release(List<Long> handles, StreamAnswer<Integer> answer) {
        List<Position> released = idle(handles);
        for (Position position : released) {
            positions.remove(position.handle);
            positionBytes -= position.bytes;
        }
        giveBackTrees(released.size());
        settle();
        answer.answered(released.size());
    }

    /** Returns the positions with {@code handles}, which are different and whose leaves have all been evaluated. */
    private List<Position> idle(List<Long> handles) {
        List<Position> found = new ArrayList<>(handles.size());
        Set<Long> different = new HashSet<>();
        for (long handle : handles) {
            Position position = positions.get(handle);
            if (position == null) {
                throw wrongHandle(handle, "", "handles of positions that were added and not released");
            }
            if (!different.add(handle)) {
                throw wrongHandle(handle, " twice", "different handles");
            }
            if (position.search.leafCount() > 0) {
                throw wrongHandle(
                        handle, ", whose leaves await evaluations,", "positions whose leaves have been evaluated");
            }
            found.add(position);
        }
        return found;
    }

    private static InvalidValueException wrongHandle(long handle, String what, String allowed) {
        return InvalidValueException.not(POSITIONS, "with handle " + Long.toUnsignedString(handle) + what, allowed);
    }

    /** Takes note of the memory of positions that have changed, and returns them. */
    private List<Position> measured(List<Position> changed) {
        for (Position position : changed) {
            long bytes = position.search.memoryBytes();
            positionBytes += bytes - position.bytes;
            position.bytes = bytes;
        }
        settle();
        return changed;
    }

    private long settledBytes() {
        return positionBytes + 2 * factory.toolBytes();
    }

    /** Releases the memory that was reserved for growth. */
    private void settle() {
        memory.shrinkGames(settledBytes());
    }

    private void giveBackTrees(int count) {
        takenCount -= count;
        searches.forests().releaseTrees(owner, count);
    }

    /** Releases the memory and the quota. */
    @Override
    public void close() {
        giveBackTrees(takenCount);
        memory.close();
    }
}
