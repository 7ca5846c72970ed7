package dev.tengen.server.service;

import dev.tengen.env.LaneRows;
import dev.tengen.env.RowLayout;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.batch.RowSink;
import dev.tengen.server.execution.StreamAnswer;
import io.grpc.Context;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A stream of {@link BatchService} whose client, in this process, also steps the batch without messages. Such a step
 * takes its turn among the messages of the stream, with the same reservations of memory and the same threads. It passes
 * no interceptor: these have checked the stream.
 *
 * <p>The client opens the batch by a message. The stream is passed to the receiver in the {@link Context} of the call.
 * Thread-safe.
 */
public final class LocalBatch {
    private static final Context.Key<Consumer<LocalBatch>> RECEIVER = Context.key("dev.tengen.local-batch");

    private final RequestStream<BatchStream, RunRequest, RunResponse> stream;

    private LocalBatch(RequestStream<BatchStream, RunRequest, RunResponse> stream) {
        this.stream = stream;
    }

    /** Returns {@code context} with what receives the stream of a call that runs in it. */
    public static Context received(Context context, Consumer<LocalBatch> receiver) {
        return context.withValue(RECEIVER, receiver);
    }

    /** Passes {@code stream} to the receiver of the present call, if it has one. */
    static void offer(RequestStream<BatchStream, RunRequest, RunResponse> stream) {
        Optional.ofNullable(RECEIVER.get()).ifPresent(receiver -> receiver.accept(new LocalBatch(stream)));
    }

    /** Returns the layout of rows; empty if the batch is not open. */
    public Optional<RowLayout> layout() {
        return stream.resource().map(open -> open.batch().lanes().layout());
    }

    /**
     * Plays actions, without proposals of dead stones.
     *
     * @param request the lanes and actions
     * @param sink receives the rows range by range, as they are filled
     * @param answer receives all rows, which it may read until it returns; its methods must not throw. After an error,
     *     the call of the stream has ended with that error
     * @return whether the step was begun. If not, nothing has changed, and a message with the same request is carried
     *     out or gets the error. Batches with a journal take messages only
     */
    public boolean step(Request request, RowSink sink, StreamAnswer<LaneRows> answer) {
        return stream.tryHandle(
                request.lanes().length + request.actions().length,
                (BatchStream open, StreamAnswer<LaneRows> rows) -> step(open, request, sink, rows),
                answer);
    }

    private static void step(BatchStream open, Request request, RowSink sink, StreamAnswer<LaneRows> answer) {
        Batch batch = open.batch();
        if (open.recorder().isPresent()) {
            throw new IllegalStateException("the journal records messages");
        }
        batch.stepInto(request.lanes(), request.actions(), sink, answer);
    }

    /**
     * The request of a step.
     *
     * @param lanes the lanes, a little-endian uint32 each, or all if empty; the array is taken over
     * @param actions the actions, a little-endian int32 for each lane; the array is taken over
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Request(byte[] lanes, byte[] actions) {}
}
