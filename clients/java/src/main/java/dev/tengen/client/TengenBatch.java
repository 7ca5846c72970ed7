package dev.tengen.client;

import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;

/**
 * Many environments at a server, stepped together. Each is a lane, numbered from 0. They are gone once this is closed or
 * the connection breaks.
 *
 * <p>An action is one of the lane's own board, -1 for none, -2 to resign, or -3 for one that the server draws among the legal
 * ones. What is wrong with one is told in its row. Requests may be under way together: {@link #send} as many as you like to
 * have in flight, and {@link #receive} the answers in their order. One thread may send while another receives; else it is
 * for one thread at a time.
 *
 * <pre>{@code
 * try (TengenBatch batch = client.openBatch(BatchSpec.of(1024, SessionSpec.of(9, 9)))) {
 *     LaneRows rows = batch.start();
 *     for (int step = 0; step < 1000; step++) {
 *         rows = batch.step(choose(rows));
 *     }
 * }
 * }</pre>
 */
public final class TengenBatch implements AutoCloseable {
    /** Leaves the lane as it is. */
    public static final int NO_ACTION = -1;

    /** Resigns. */
    public static final int RESIGN = -2;

    /** Stands for an action that the server draws uniformly among the legal ones, the pass included. */
    public static final int DRAWN_ACTION = -3;

    private final AnswerStream<RunRequest, RunResponse> stream;
    private final BatchLayout layout;
    private final LaneRows start;

    private TengenBatch(AnswerStream<RunRequest, RunResponse> stream, RunResponse opened) {
        this.stream = stream;
        layout = BatchLayout.of(opened.getLayout());
        start = new LaneRows(layout, opened.getStates());
    }

    static TengenBatch open(Connection connection, BatchSpec spec) {
        AnswerStream<RunRequest, RunResponse> stream = new AnswerStream<>(connection, BatchServiceGrpc.getRunMethod());
        stream.send(RunRequest.newBuilder().setOpen(spec.toRequest()).build());
        return new TengenBatch(stream, stream.receive());
    }

    /** Returns how rows are laid out. */
    public BatchLayout layout() {
        return layout;
    }

    /** Returns the start of the first episodes. */
    public LaneRows start() {
        return start;
    }

    /** Takes an action in each lane and waits for the answer. No other request may be under way. */
    public LaneRows step(int... actions) {
        send(actions);
        return receive();
    }

    /** Takes an action in each of {@code lanes}, at least one and none twice, and waits for the answer. */
    public LaneRows step(int[] lanes, int[] actions) {
        send(lanes, actions);
        return receive();
    }

    /** Starts a new episode in each of {@code lanes}, or in all where none is named, and waits for the answer. */
    public LaneRows reset(int... lanes) {
        sendReset(lanes, new long[0]);
        return receive();
    }

    /** Starts a new episode with a seed in each of {@code lanes}, and waits for the answer. */
    public LaneRows reset(int[] lanes, long[] seeds) {
        sendReset(lanes, seeds);
        return receive();
    }

    /** Sends an action for each lane and does not wait. */
    public void send(int... actions) {
        send(StepBatch.newBuilder().setActions(RowBytes.of(actions)));
    }

    /** Sends an action for each of {@code lanes}, at least one and none twice, and does not wait. */
    public void send(int[] lanes, int[] actions) {
        if (lanes.length == 0) {
            throw new IllegalArgumentException("lanes [] is not at least one lane");
        }
        send(StepBatch.newBuilder().setLanes(RowBytes.of(lanes)).setActions(RowBytes.of(actions)));
    }

    private void send(StepBatch.Builder step) {
        stream.send(RunRequest.newBuilder().setStep(step).build());
    }

    /** Asks for a new episode in each of {@code lanes}, or all where none is named; {@code seeds} may be empty. */
    public void sendReset(int[] lanes, long[] seeds) {
        ResetBatch reset = ResetBatch.newBuilder()
                .setLanes(RowBytes.of(lanes))
                .setSeeds(RowBytes.of(seeds))
                .build();
        stream.send(RunRequest.newBuilder().setReset(reset).build());
    }

    /**
     * Waits for the answer to the first request that has none yet. Throws {@link TengenException} where a request could not
     * be understood or the connection broke; the batch is then gone.
     */
    public LaneRows receive() {
        return new LaneRows(layout, stream.receive().getStates());
    }

    /** Ends the batch. Requests under way are not answered any more. */
    @Override
    public void close() {
        stream.close();
    }
}
