package dev.tengen.server.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.search.Evaluations;
import dev.tengen.search.FloatNumbers;
import dev.tengen.search.LeafRows;
import dev.tengen.search.SelfPlay;
import dev.tengen.search.SelfPlayRecord;
import dev.tengen.search.SelfPlaySettings;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A self-play whose leaves a client evaluates, group by group. It takes one request at a time: a call returns at once,
 * and the answer comes when the work is done, from this thread or another. A call that throws has changed nothing; a
 * request that fails later leaves the games unusable.
 *
 * <p>The trees and boards of a slot are searched on any thread; slots are the rows of the {@link RowExecutor}.
 */
public final class HostedSelfPlay implements AutoCloseable {
    /** The memory of the records in an answer, at most, unless one record is larger. */
    static final long MAX_RECORD_BYTES = 8L << 20;

    /** The memory of the states in an answer, at most, unless one state is larger. */
    private static final long MAX_STATE_BYTES = 32L << 20;

    /** The work of a leaf in steps of a board, for the executor. */
    private static final int STEPS_PER_LEAF = 8;

    /** Maximum number of threads that work on a request, those included that have given their turn to others. */
    private static final int MAX_THREAD_COUNT = 2 * Runtime.getRuntime().availableProcessors();

    /** The nodes of a slot that are copied while its state is made, and the state with its copies. */
    private static final int COPIES_OF_STATE = 5;

    private final SelfPlay selfPlay;
    private final SelfPlayPlan plan;
    private final RowExecutor.Stream executor;
    private final ActivityListener listener;
    private final SearchMemory memory;
    private final Runnable onClose;
    private final LeafRows rows;

    /** The memory of the slots of each group. */
    private final long[] groupBytes;

    /** For each slot: the memory of a range of slots that starts with it, since the last request of its group. */
    private final SelfPlay.@Nullable RangeMemory[] rangeMemories;

    /**
     * For each slot of the group of the present request: the number of rows that were written, from the place of the
     * slot on, for it and slots after it.
     */
    private final int[] rowCounts;

    /** Takes ownership of {@code memory}; {@code onClose} releases the quota of lanes. */
    HostedSelfPlay(
            SelfPlay selfPlay,
            SelfPlayPlan plan,
            RowExecutor.Stream executor,
            ActivityListener listener,
            SearchMemory memory,
            Runnable onClose) {
        this.selfPlay = selfPlay;
        this.plan = plan;
        this.executor = executor;
        this.listener = listener;
        this.memory = memory;
        this.onClose = onClose;
        rows = new LeafRows(selfPlay.layout(), plan.maxLeafCount());
        rowCounts = new int[plan.maxLeafCount() / plan.settings().search().leavesPerRound()];
        rangeMemories = new SelfPlay.RangeMemory[plan.slotCount()];
        groupBytes = new long[plan.groupCount()];
        for (int group = 0; group < groupBytes.length; group++) {
            groupBytes[group] = selfPlay.memoryBytes(plan.firstSlot(group), plan.firstSlot(group + 1));
        }
    }

    /** Returns what is played. */
    public SelfPlayPlan plan() {
        return plan;
    }

    /**
     * The next leaves of a group, and its games that have ended.
     *
     * @param leaves the leaves; valid until the next request
     * @param games the games
     * @param isFinished whether the group has no leaf and no further game
     */
    public record Round(LeafBatch leaves, List<FinishedGame> games, boolean isFinished) {}

    /**
     * A game that has ended.
     *
     * @param record the game
     * @param firstPlayer the {@link dev.tengen.board.Color} that made its first move
     * @param positions the positions in which its moves were made, if the client wants them
     */
    public record FinishedGame(SelfPlayRecord record, int firstPlayer, Optional<LeafRows> positions) {}

    /**
     * The evaluations of the leaves of a group.
     *
     * @param priors the priors of the leaves in their order; none if the group has not begun, or has paused
     * @param values their values
     * @param reading runs each part of the work that reads the numbers, on any thread; it takes some microseconds
     */
    public record GroupEvaluations(FloatNumbers priors, FloatNumbers values, Consumer<Runnable> reading) {
        /** Creates evaluations in memory that can be read at any time. */
        public GroupEvaluations(FloatNumbers priors, FloatNumbers values) {
            this(priors, values, Runnable::run);
        }
    }

    /**
     * Takes the evaluations of the leaves of a group, and selects the next ones.
     *
     * @param group the group
     * @param given the evaluations
     * @param isPause whether to select no leaves
     * @throws InvalidValueException if there is no such group, or not as many evaluations as leaves
     * @throws dev.tengen.server.error.CallException if too little memory is free
     */
    public void evaluate(int group, GroupEvaluations given, boolean isPause, StreamAnswer<Round> answer) {
        InvalidValueException.requireWithin("group", group, 0, plan.groupCount() - 1);
        int from = plan.firstSlot(group);
        int slotCount = plan.firstSlot(group + 1) - from;
        int[] firstLeaves = firstLeaves(from, slotCount);
        int leafCount = firstLeaves[slotCount];
        requireCount("values", given.values(), leafCount);
        requireCount(
                "priors", given.priors(), (long) leafCount * selfPlay.layout().actionCount());
        growFor(group);
        Evaluations evaluations = Evaluations.of(plan.priorKind(), given.priors(), given.values());
        int leavesPerSlot = plan.settings().search().leavesPerRound();
        Arrays.fill(rowCounts, 0, slotCount, 0);
        RowExecutor.RangeTask task = (first, end) -> {
            given.reading().accept(() -> selfPlay.expand(from + first, from + end, evaluations, firstLeaves[first]));
            if (!isPause) {
                rowCounts[first] = selfPlay.select(from + first, from + end, rows, first * leavesPerSlot);
            }
            // While the slots are in the cache of the thread.
            rangeMemories[from + first] = selfPlay.memory(from + first, from + end);
        };
        try {
            executor.execute(slotCount, weight(), task, () -> round(group, leafCount), answer);
        } catch (RuntimeException | Error e) {
            answer.failed(e); // Games may have changed.
        }
    }

    /**
     * Returns the work of a slot in steps of a board: where every line has ended, a search needs no leaf for a move.
     */
    private int weight() {
        SelfPlaySettings settings = plan.settings();
        return STEPS_PER_LEAF * settings.search().leavesPerRound()
                + Math.max(settings.simulationCount(), settings.fastSimulationCount());
    }

    /** Returns the number of leaves before each slot from {@code from} on, and that of all of them. */
    private int[] firstLeaves(int from, int slotCount) {
        int[] firstLeaves = new int[slotCount + 1];
        for (int slot = 0; slot < slotCount; slot++) {
            firstLeaves[slot + 1] = firstLeaves[slot] + selfPlay.leafCount(from + slot, from + slot + 1);
        }
        return firstLeaves;
    }

    private static void requireCount(String field, FloatNumbers numbers, long count) {
        if (numbers.count() != count) {
            throw InvalidValueException.not(
                    field, "of " + numbers.count() + " numbers", count + " numbers for the leaves of the group");
        }
    }

    /** Reserves the memory that the next round of a group may need. */
    private void growFor(int group) {
        SelfPlay.RangeMemory memory = takeMemory(plan.firstSlot(group), plan.firstSlot(group + 1));
        groupBytes[group] = memory.bytes();
        reserve(memory.growthBytes() + MAX_THREAD_COUNT * memory.toolBytes());
    }

    /** Returns the memory of slots, by what is known of it, and forgets that: the slots will change. */
    private SelfPlay.RangeMemory takeMemory(int from, int to) {
        SelfPlay.RangeMemory all = SelfPlay.RangeMemory.NONE;
        for (int slot = from; slot < to; slot++) {
            SelfPlay.RangeMemory memory = rangeMemories[slot];
            if (memory != null) {
                all = all.with(memory);
                rangeMemories[slot] = null;
            }
        }
        return all.equals(SelfPlay.RangeMemory.NONE) ? selfPlay.memory(from, to) : all;
    }

    /** Reserves the memory of the games as they are, and {@code moreBytes}. */
    private void reserve(long moreBytes) {
        memory.resizeGames(Arrays.stream(groupBytes).sum() + selfPlay.toolBytes() + moreBytes);
    }

    private Round round(int group, int evaluatedCount) {
        int from = plan.firstSlot(group);
        int to = plan.firstSlot(group + 1);
        listener.leavesEvaluated(evaluatedCount);
        List<FinishedGame> games = finishedGames(selfPlay.takeRecords(from, to, plan::recordBytes, MAX_RECORD_BYTES));
        boolean isFinished = selfPlay.isFinished(from, to) && !selfPlay.hasRecords(from, to);
        int leavesPerSlot = plan.settings().search().leavesPerRound();
        return new Round(new LeafBatch(rows, rowCounts, to - from, leavesPerSlot), games, isFinished);
    }

    private List<FinishedGame> finishedGames(List<SelfPlayRecord> records) {
        memory.resizeRecords(records.stream().mapToLong(plan::recordBytes).sum());
        return records.stream().map(this::finishedGame).toList();
    }

    private FinishedGame finishedGame(SelfPlayRecord record) {
        listener.episodeEnded(record.endReason());
        return new FinishedGame(
                record,
                selfPlay.spec(record.slot()).setup().playerToMove(),
                plan.hasObservations() ? Optional.of(selfPlay.positions(record)) : Optional.empty());
    }

    /**
     * Saves the states of slots, as many as fit into an answer, but at least one.
     *
     * @param first the first slot
     * @param count number of slots; 0: all that follow
     * @throws InvalidValueException if a slot does not exist, or a leaf of one awaits its evaluation
     */
    public void save(int first, int count, StreamAnswer<List<byte[]>> answer) {
        InvalidValueException.requireWithin("first_slot", first, 0, plan.slotCount() - 1);
        InvalidValueException.requireWithin("slot_count", count, 0, plan.slotCount() - first);
        int end = count == 0 ? plan.slotCount() : first + count;
        requirePaused(first, end);
        executor.submit(() -> states(first, end), answer);
    }

    private List<byte[]> states(int first, int end) {
        List<byte[]> states = new ArrayList<>();
        long bytes = 0;
        for (int slot = first; slot < end && bytes < MAX_STATE_BYTES; slot++) {
            reserve(COPIES_OF_STATE * selfPlay.memoryBytes(slot, slot + 1));
            byte[] state = selfPlay.save(slot);
            bytes += state.length;
            states.add(state);
            memory.resizeRecords(bytes);
        }
        reserve(0);
        return states;
    }

    /**
     * Continues slots from their states.
     *
     * @param first the slot of the first state
     * @throws InvalidValueException if a slot does not exist, or a leaf of one awaits its evaluation
     */
    public void restore(int first, List<byte[]> states, StreamAnswer<Integer> answer) {
        InvalidValueException.requireWithin("first_slot", first, 0, plan.slotCount() - 1);
        InvalidValueException.requireWithin("slot_states.length", states.size(), 1, plan.slotCount() - first);
        requirePaused(first, first + states.size());
        reserve(IntStream.range(0, states.size())
                .mapToLong(index -> selfPlay.restoreBytes(first + index, states.get(index)))
                .sum());
        executor.execute(
                states.size(),
                STEPS_PER_LEAF * plan.settings().simulationCount(),
                (from, to) -> {
                    for (int index = from; index < to; index++) {
                        selfPlay.restore(first + index, states.get(index));
                    }
                },
                () -> {
                    Arrays.fill(rangeMemories, null);
                    for (int group = 0; group < groupBytes.length; group++) {
                        groupBytes[group] = selfPlay.memoryBytes(plan.firstSlot(group), plan.firstSlot(group + 1));
                    }
                    reserve(0);
                    return states.size();
                },
                answer);
    }

    private void requirePaused(int from, int to) {
        if (selfPlay.leafCount(from, to) > 0) {
            throw InvalidValueException.not(
                    "first_slot", from + ", whose leaves await evaluations,", "slots whose groups are paused");
        }
    }

    /** Releases the memory and the lanes. */
    @Override
    public void close() {
        memory.close();
        onClose.run();
    }
}
