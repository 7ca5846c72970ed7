package dev.tengen.client.batch;

import com.google.common.collect.Lists;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.StepBatch;
import java.util.List;
import java.util.OptionalLong;

/**
 * A batch: many environments at a server, stepped together. Each is a lane, numbered from 0. The batch exists until it
 * is closed or the connection breaks. With a {@linkplain BatchSpec.Builder#journal journal}, a batch whose connection
 * breaks is resumed, at another server if the client has several, and results stay the same; and
 * {@code TengenClient.resumeBatch} continues it in another process.
 *
 * <p>An action is a point or the pass on the lane's own board, or {@link #NO_ACTION}, {@link #RESIGN} or
 * {@link #DRAWN_ACTION}. An illegal action is reported in its row. Where {@link LaneRows#isAgreement} is true, the
 * action is the pass, and a {@link LaneProposal} names the dead stones; without one, the pass proposes none. To keep
 * several requests in flight, {@link #send} them and {@link #receive} the results in their order. One thread may send
 * while another receives. Otherwise not thread-safe.
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
    /** The action that leaves the lane unchanged. */
    public static final int NO_ACTION = -1;

    /** The action that resigns. */
    public static final int RESIGN = -2;

    /** Lets the server draw a legal action uniformly at random, the pass included. */
    public static final int DRAWN_ACTION = -3;

    private final BatchStream stream;
    private final BatchLayout layout;
    private final LaneRows start;

    private TengenBatch(BatchStream stream) {
        this.stream = stream;
        layout = BatchLayout.of(stream.first().getLayout());
        start = new LaneRows(layout, stream.first().getStates());
    }

    /** Opens a batch. Applications call {@code TengenClient.openBatch}. */
    public static TengenBatch open(Connection connection, BatchSpec spec) {
        OpenBatch open = spec.toRequest();
        return new TengenBatch(new BatchStream(
                connection, open, RunRequest.newBuilder().setOpen(open).build()));
    }

    /**
     * Resumes a batch from its journal. Applications call {@code TengenClient.resumeBatch}.
     *
     * @param lastSequence the number of the last request whose result the caller has; empty to keep all that are on
     *     disk
     */
    public static TengenBatch resume(Connection connection, BatchSpec spec, String journal, OptionalLong lastSequence) {
        OpenBatch open = spec.toRequest();
        ResumeBatch.Builder resume =
                ResumeBatch.newBuilder().setJournal(journal).setOpen(open);
        lastSequence.ifPresent(resume::setLastSequence);
        return new TengenBatch(new BatchStream(
                connection, open, RunRequest.newBuilder().setResume(resume).build()));
    }

    /** Returns the layout of rows. */
    public BatchLayout layout() {
        return layout;
    }

    /** Returns the name of the journal; empty if there is none. */
    public String journal() {
        return stream.journal();
    }

    /**
     * Returns the number of the last request of the batch whose result was received: its steps and resets over all of
     * its streams, counted from 1. 0 if there is no journal.
     */
    public long sequence() {
        return stream.position().getSequence();
    }

    /** Returns the number of the last request of the batch that is known to be on disk; 0 if there is no journal. */
    public long durableSequence() {
        return stream.position().getDurableSequence();
    }

    /** Returns the initial states of the first episodes, or the states of the lanes as the batch was resumed. */
    public LaneRows start() {
        return start;
    }

    /**
     * Takes an action in each lane and waits for the result. No other request may be in flight.
     *
     * @throws TengenException if the server rejects the request or the connection breaks; the batch is then closed
     */
    public LaneRows step(int... actions) {
        send(actions);
        return receive();
    }

    /**
     * Takes an action in each of {@code lanes} and waits for the result. No other request may be in flight.
     *
     * @param lanes at least one lane, all different
     * @throws IllegalArgumentException if {@code lanes} is empty
     * @throws TengenException if the server rejects the request or the connection breaks; the batch is then closed
     */
    public LaneRows step(int[] lanes, int[] actions) {
        send(lanes, actions);
        return receive();
    }

    /**
     * Takes an action in each lane, makes proposals of dead stones, and waits for the result. No other request may be
     * in flight.
     *
     * @param proposals at most one for each lane; the action of the lane must be its pass
     * @throws TengenException if the server rejects the request (a proposal in a lane whose rules ask for no agreement
     *     or whose action is not the pass, or with points off the board) or the connection breaks; the batch is then
     *     closed. A proposal at the wrong time or of incomplete chains is reported in its row instead
     */
    public LaneRows step(int[] actions, List<LaneProposal> proposals) {
        send(actions, proposals);
        return receive();
    }

    /**
     * Starts a new episode in each of {@code lanes} and waits for the result. No other request may be in flight.
     *
     * @param lanes the lanes; empty for all
     * @throws TengenException if the server rejects the request or the connection breaks; the batch is then closed
     */
    public LaneRows reset(int... lanes) {
        sendReset(lanes, new long[0]);
        return receive();
    }

    /**
     * Starts a new episode with a seed in each of {@code lanes} and waits for the result. No other request may be in
     * flight.
     *
     * @throws TengenException if the server rejects the request or the connection breaks; the batch is then closed
     */
    public LaneRows reset(int[] lanes, long[] seeds) {
        sendReset(lanes, seeds);
        return receive();
    }

    /** Sends an action for each lane. Does not wait. */
    public void send(int... actions) {
        send(StepBatch.newBuilder().setActions(ProtoConverter.bytes(actions)));
    }

    /**
     * Sends an action for each of {@code lanes}. Does not wait.
     *
     * @param lanes at least one lane, all different
     * @throws IllegalArgumentException if {@code lanes} is empty
     */
    public void send(int[] lanes, int[] actions) {
        send(lanes, actions, List.of());
    }

    /**
     * Sends an action for each lane, and proposals of dead stones. Does not wait.
     *
     * @param proposals at most one for each lane; the action of the lane must be its pass
     */
    public void send(int[] actions, List<LaneProposal> proposals) {
        send(StepBatch.newBuilder()
                .setActions(ProtoConverter.bytes(actions))
                .addAllProposals(Lists.transform(proposals, LaneProposal::toProto)));
    }

    /**
     * Sends an action for each of {@code lanes}, and proposals of dead stones. Does not wait.
     *
     * @param lanes at least one lane, all different
     * @param proposals at most one for each of these lanes; the action of the lane must be its pass
     * @throws IllegalArgumentException if {@code lanes} is empty
     */
    public void send(int[] lanes, int[] actions, List<LaneProposal> proposals) {
        send(stepOf(lanes)
                .setActions(ProtoConverter.bytes(actions))
                .addAllProposals(Lists.transform(proposals, LaneProposal::toProto)));
    }

    private static StepBatch.Builder stepOf(int[] lanes) {
        if (lanes.length == 0) {
            throw new IllegalArgumentException("lanes [] is not at least one lane");
        }
        return StepBatch.newBuilder().setLanes(ProtoConverter.bytes(lanes));
    }

    private void send(StepBatch.Builder step) {
        stream.send(RunRequest.newBuilder().setStep(step).build());
    }

    /**
     * Sends a reset of {@code lanes}. Does not wait.
     *
     * @param lanes the lanes; empty for all
     * @param seeds a seed for each lane, or empty
     */
    public void sendReset(int[] lanes, long[] seeds) {
        ResetBatch.Builder reset =
                ResetBatch.newBuilder().setLanes(ProtoConverter.bytes(lanes)).setSeeds(ProtoConverter.bytes(seeds));
        stream.send(RunRequest.newBuilder().setReset(reset).build());
    }

    /**
     * Waits for the result of the earliest request that has none yet.
     *
     * @throws TengenException if the server rejects the request or the connection breaks; the batch is then closed
     */
    public LaneRows receive() {
        return new LaneRows(layout, stream.receive().getStates());
    }

    /**
     * Ends the batch, removes its journal, and closes it. No request may be in flight.
     *
     * @throws TengenException if the connection breaks; the journal may still exist
     */
    public void finish() {
        stream.finish();
    }

    /** Closes the batch, and keeps its journal if it has one. Results of requests in flight are lost. */
    @Override
    public void close() {
        stream.close();
    }
}
