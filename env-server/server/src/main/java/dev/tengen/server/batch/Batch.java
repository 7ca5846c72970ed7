package dev.tengen.server.batch;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.CooperativeThread;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.LaneProposal;
import dev.tengen.env.LaneRows;
import dev.tengen.env.LaneSnapshot;
import dev.tengen.env.RowField;
import dev.tengen.game.Legality;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.BlockingPolicy;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one stream. It takes one request at a time: a call returns at once, and the answer comes when the work
 * is done, from this thread or another. A call that throws has changed nothing.
 */
public final class Batch implements AutoCloseable, ReplayTarget {
    private static final Legality[] LEGALITIES = Legality.values();

    /** The rows that are replayed between two offers of the turn. */
    private static final int REPLAYED_ROWS = 32;

    private final EnvironmentBatch lanes;
    private final RowExecutor.Stream executor;
    private final ActivityListener listener;
    private final BatchMemory memory;
    private final Runnable onClose;

    /** The rows of the last {@link #stepInto}, whose arrays the next one uses; null if another request was later. */
    private @Nullable LaneRows reusableRows;

    /**
     * Takes ownership of {@code lanes}, which belong to {@code call}, and of {@code memory}; {@code onClose} releases
     * their quota.
     */
    Batch(
            EnvironmentBatch lanes,
            CallToken call,
            RowExecutor executor,
            ActivityListener listener,
            BatchMemory memory,
            Runnable onClose) {
        this.lanes = lanes;
        this.memory = memory;
        this.listener = listener;
        this.onClose = onClose;
        this.executor = executor.stream(
                call,
                lanes.layout().width() * lanes.layout().height(),
                IntStream.range(0, lanes.laneCount()).anyMatch(lane -> BlockingPolicy.mayBlock(lanes.spec(lane))));
    }

    /** Returns the lanes, to read their specs, seeds and layout. */
    @Override
    public EnvironmentBatch lanes() {
        return lanes;
    }

    /** Starts the first episodes. */
    public void open(StreamAnswer<LaneRows> answer) {
        LaneRows rows = lanes.rows(new byte[0]);
        execute(rows, (from, to) -> lanes.open(rows, from, to), answer);
    }

    /**
     * Plays actions.
     *
     * @param laneNumbers the lanes, a little-endian uint32 each, or all if empty; the array is taken over
     * @param actions the actions, a little-endian int32 for each lane
     * @param proposals proposals of dead stones, each in place of a pass
     * @throws dev.tengen.base.InvalidValueException if a lane does not exist or is named twice, the number of actions
     *     does not match, or {@linkplain EnvironmentBatch#setProposals a proposal is invalid}
     * @throws dev.tengen.server.error.CallException if episodes have become so long that there is no memory for more
     *     moves
     */
    public void step(byte[] laneNumbers, byte[] actions, List<LaneProposal> proposals, StreamAnswer<LaneRows> answer) {
        memory.growForStep(proposals.size());
        LaneRows rows = stepRows(laneNumbers, actions, proposals);
        reusableRows = null; // Memory is reserved for the rows of one request.
        execute(rows, (from, to) -> lanes.step(rows, from, to), answer);
    }

    /**
     * Plays actions like {@link #step}, without proposals, and passes the rows to {@code sink} range by range. Their
     * arrays belong to this batch: the sink may read its range, and the receiver of the answer may read them until the
     * next request.
     *
     * @param laneNumbers as in {@link #step}
     * @param actions as in {@link #step}
     * @throws dev.tengen.base.InvalidValueException if a lane does not exist or is named twice, or the number of
     *     actions does not match
     * @throws dev.tengen.server.error.CallException if episodes have become so long that there is no memory for more
     *     moves
     */
    public void stepInto(byte[] laneNumbers, byte[] actions, RowSink sink, StreamAnswer<LaneRows> answer) {
        memory.growForStep(0);
        LaneRows old = reusableRows;
        LaneRows rows = old == null ? lanes.rows(laneNumbers) : lanes.rows(laneNumbers, old);
        rows.setActions(actions);
        reusableRows = rows;
        RowExecutor.RangeTask task = (from, to) -> {
            lanes.step(rows, from, to);
            sink.take(rows, from, to);
        };
        try {
            execute(rows, task, answer);
        } catch (RuntimeException | Error e) {
            answer.failed(e); // Lanes have changed.
        }
    }

    /**
     * Starts new episodes.
     *
     * @param laneNumbers the lanes, a little-endian uint32 each, or all if empty; the array is taken over
     * @param seeds the seeds, a little-endian 64-bit integer for each lane, or none
     * @throws dev.tengen.base.InvalidValueException if a lane is out of range or named twice, or the seeds do not fit
     */
    public void reset(byte[] laneNumbers, byte[] seeds, StreamAnswer<LaneRows> answer) {
        LaneRows rows = lanes.rows(laneNumbers);
        EnvironmentBatch.requireSeeds(rows, seeds);
        reusableRows = null;
        execute(rows, (from, to) -> lanes.reset(rows, seeds, from, to), answer);
    }

    /**
     * Runs {@code replay}, which {@linkplain #restore restores} lanes and replays requests, on another thread, and
     * answers with the rows of all lanes as they are then.
     */
    public void resume(Runnable replay, StreamAnswer<LaneRows> answer) {
        executor.submit(
                () -> {
                    replay.run();
                    LaneRows rows = lanes.rows(new byte[0]);
                    // Rows without an action.
                    lanes.step(rows, 0, rows.rowCount());
                    return rows;
                },
                answer);
    }

    @Override
    public void replayOpen() {
        LaneRows rows = lanes.rows(new byte[0]);
        replay(rows, (from, to) -> lanes.open(rows, from, to));
    }

    @Override
    public void restore(int lane, LaneSnapshot snapshot) {
        memory.growForEpisode(snapshot.environment());
        lanes.restore(lane, snapshot);
        CancellationPoint.check(0);
        CooperativeThread.offerTurn();
    }

    @Override
    public void replayStep(byte[] laneNumbers, byte[] actions, List<LaneProposal> proposals) {
        memory.growForStep(proposals.size());
        LaneRows rows = stepRows(laneNumbers, actions, proposals);
        replay(rows, (from, to) -> lanes.step(rows, from, to));
    }

    @Override
    public void replayReset(byte[] laneNumbers, byte[] seeds) {
        LaneRows rows = lanes.rows(laneNumbers);
        EnvironmentBatch.requireSeeds(rows, seeds);
        replay(rows, (from, to) -> lanes.reset(rows, seeds, from, to));
    }

    private static void replay(LaneRows rows, RowExecutor.RangeTask task) {
        for (int from = 0; from < rows.rowCount(); from += REPLAYED_ROWS) {
            CancellationPoint.check(0);
            task.run(from, Math.min(rows.rowCount(), from + REPLAYED_ROWS));
            CooperativeThread.offerTurn();
        }
    }

    /**
     * Reserves {@code bytes} for what a journal keeps in memory, in place of what it had.
     *
     * @throws dev.tengen.server.error.CallException if too little is free
     */
    public void reserveJournal(long bytes) {
        memory.resizeJournal(bytes);
    }

    /** Returns what the batch has reserved in the heap, in bytes. */
    public long reservedHeapBytes() {
        return memory.heapBytes();
    }

    private LaneRows stepRows(byte[] laneNumbers, byte[] actions, List<LaneProposal> proposals) {
        LaneRows rows = lanes.rows(laneNumbers);
        rows.setActions(actions);
        lanes.setProposals(rows, proposals);
        return rows;
    }

    private void execute(LaneRows rows, RowExecutor.RangeTask task, StreamAnswer<LaneRows> answer) {
        executor.execute(rows.rowCount(), 1, task, () -> counted(rows), answer);
    }

    private LaneRows counted(LaneRows rows) {
        listener.stepped(rows.carriedOutCount());
        byte[] reasons = rows.bytes(RowField.ILLEGAL_REASONS);
        byte[] ends = rows.bytes(RowField.END_REASONS);
        byte[] resets = rows.bytes(RowField.RESETS);
        for (int row = 0; row < reasons.length; row++) {
            Legality reason = LEGALITIES[reasons[row]];
            if (!reason.isLegal()) {
                listener.illegalAction(reason);
            }
            boolean isOwnEnd = rows.action(row) != EnvironmentBatch.NO_ACTION && reason != Legality.EPISODE_OVER;
            if (ends[row] != 0 && (isOwnEnd || resets[row] != 0)) {
                listener.episodeEnded(EndReason.numbered(ends[row]));
            }
        }
        return rows;
    }

    /** Releases the quota and the memory of the lanes. */
    @Override
    public void close() {
        memory.close();
        onClose.run();
    }
}
