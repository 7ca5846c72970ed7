package dev.tengen.server.batch;

import com.google.protobuf.ByteString;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.LaneRows;
import dev.tengen.env.Opponent;
import dev.tengen.env.RowField;
import dev.tengen.game.Legality;
import dev.tengen.player.PlayerFactory;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.stream.Answer;
import dev.tengen.server.stream.RowWorkers;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The lanes of one stream. One request at a time: a call comes back at once, and its answer when the work is done, from
 * this thread or another. A call that throws has changed nothing.
 */
public final class Batch implements AutoCloseable {
    private static final Legality[] LEGALITIES = Legality.values();

    private final EnvironmentBatch lanes;
    private final OpenBatch request;
    private final boolean isSlow;
    private final RowWorkers workers;
    private final BatchListener listener;
    private final Runnable onClose;

    /** Takes over {@code lanes}, made of {@code request}; {@code onClose} gives their places back. */
    Batch(EnvironmentBatch lanes, OpenBatch request, RowWorkers workers, BatchListener listener, Runnable onClose) {
        this.lanes = lanes;
        this.request = request;
        this.workers = workers;
        isSlow = IntStream.range(0, request.getSpecsCount()).anyMatch(index -> isSlow(lanes.spec(index)));
        this.listener = listener;
        this.onClose = onClose;
    }

    /** Starts the first episodes. */
    public void open(Answer<RunResponse.Builder> answer) {
        LaneRows rows = lanes.rows(new byte[0]);
        work(rows, (from, to) -> lanes.open(rows, from, to), answer, response -> {
            response.setLayout(BatchConverter.layout(lanes, request));
        });
    }

    /** Plays actions. */
    public void step(StepBatch step, Answer<RunResponse.Builder> answer) {
        LaneRows rows = rows(step.getLanes());
        rows.takeActions(step.getActions().toByteArray());
        work(rows, (from, to) -> lanes.step(rows, from, to), answer, response -> {});
    }

    /** Starts new episodes. */
    public void reset(ResetBatch reset, Answer<RunResponse.Builder> answer) {
        LaneRows rows = rows(reset.getLanes());
        byte[] seeds = reset.getSeeds().toByteArray();
        EnvironmentBatch.requireSeeds(rows, seeds);
        work(rows, (from, to) -> lanes.reset(rows, seeds, from, to), answer, response -> {});
    }

    private static boolean isSlow(EnvironmentSpec spec) {
        return spec.task().isPresent() || hasSlowOpponent(spec);
    }

    private static boolean hasSlowOpponent(EnvironmentSpec spec) {
        return spec.opponent().map(Opponent::player).filter(PlayerFactory::isSlow).isPresent();
    }

    private LaneRows rows(ByteString named) {
        return lanes.rows(named.toByteArray());
    }

    private void work(
            LaneRows rows,
            RowWorkers.RangeTask task,
            Answer<RunResponse.Builder> answer,
            Consumer<RunResponse.Builder> completion) {
        int pointCount = lanes.layout().width() * lanes.layout().height();
        Supplier<RunResponse.Builder> result = () -> response(rows, completion);
        if (isSlow) {
            workers.divide(rows.rowCount(), task, result, answer);
        } else {
            workers.work(rows.rowCount(), pointCount, task, result, answer);
        }
    }

    private RunResponse.Builder response(LaneRows rows, Consumer<RunResponse.Builder> completion) {
        count(rows);
        RunResponse.Builder response = RunResponse.newBuilder().setStates(BatchConverter.states(rows));
        completion.accept(response);
        return response;
    }

    private void count(LaneRows rows) {
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
    }

    /** Gives the places of the lanes back. */
    @Override
    public void close() {
        onClose.run();
    }
}
