package dev.tengen.client.search;

import com.google.common.collect.Lists;
import com.google.protobuf.ByteString;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.EvaluateGroup;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.RestoreSlots;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * A self-play: many games at a server, played with search, whose positions the client evaluates. Each game has a slot,
 * in which the next game starts when it ends. Slots belong to groups. The self-play exists until it is closed or the
 * connection breaks; {@link #save} and {@link #restore} continue it on another stream.
 *
 * <p>A round of a group is the evaluations of its leaves and its next leaves. To have one group evaluated while another
 * is searched, {@link #send} the evaluations of a group and {@link #receive} rounds in their order. One thread may send
 * while another receives. Otherwise not thread-safe.
 *
 * <pre>{@code
 * try (TengenSelfPlay selfPlay = client.openSelfPlay(spec)) {
 *     for (int group = 0; group < selfPlay.layout().groupCount(); group++) {
 *         selfPlay.send(group);
 *     }
 *     for (int open = selfPlay.layout().groupCount(); open > 0; ) {
 *         SelfPlayRound round = selfPlay.receive();
 *         round.records().forEach(replayBuffer::add);
 *         if (round.isFinished()) {
 *             open--;
 *         } else {
 *             Evaluation evaluation = network.evaluate(round.leaves());
 *             selfPlay.send(round.group(), evaluation.priors(), evaluation.values());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>The games depend on the spec, the seed and the evaluations alone, not on groups and on the order in which they are
 * evaluated.
 */
public final class TengenSelfPlay implements AutoCloseable {
    /** The states in a request, at most, unless one state is larger; below the server's limit of 16 MiB. */
    private static final int MAX_STATE_BYTES = 8 << 20;

    private final BlockingStream<SelfPlayRequest, SelfPlayResponse> stream;
    private final SelfPlayLayout layout;
    private final int slotCount;

    private TengenSelfPlay(BlockingStream.Opened<SelfPlayRequest, SelfPlayResponse> opened, int slotCount) {
        stream = opened.stream();
        layout = SelfPlayLayout.of(opened.first().getLayout());
        this.slotCount = slotCount;
    }

    /** Opens a self-play. Applications call {@code TengenClient.openSelfPlay}. */
    public static TengenSelfPlay open(Connection connection, SelfPlaySpec spec) {
        OpenSelfPlay open = spec.toRequest();
        SelfPlayRequest.Builder first = SelfPlayRequest.newBuilder().setOpen(open);
        return new TengenSelfPlay(
                BlockingStream.open(connection, SearchServiceGrpc.getSelfPlayMethod(), first.build()),
                open.getSlotCount());
    }

    /** Returns the layout of rows, the groups and the seed. */
    public SelfPlayLayout layout() {
        return layout;
    }

    /** Returns the number of slots. */
    public int slotCount() {
        return slotCount;
    }

    /** Asks for the leaves of a group that has not begun, or has paused. Does not wait. */
    public void send(int group) {
        send(group, new float[0], new float[0]);
    }

    /**
     * Sends the evaluations of the leaves of a group, and asks for the next ones. Does not wait.
     *
     * @param group the group
     * @param priors a number for each action of each leaf, seen through the symmetry of the leaf. Those of illegal
     *     actions are ignored
     * @param values the value of each leaf for the player to move, from -1 to 1
     */
    public void send(int group, float[] priors, float[] values) {
        send(group, priors, values, false);
    }

    /**
     * Sends the evaluations of the leaves of a group, and asks for no leaves, so that its slots can be saved. Does not
     * wait. The next {@link #send(int)} about the group continues.
     *
     * @param group the group
     * @param priors as for {@link #send(int, float[], float[])}
     * @param values the value of each leaf
     */
    public void sendPause(int group, float[] priors, float[] values) {
        send(group, priors, values, true);
    }

    private void send(int group, float[] priors, float[] values, boolean isPause) {
        // The server repeats the number in its answer, which then names its group.
        stream.send(SelfPlayRequest.newBuilder()
                .setSequence(group)
                .setEvaluate(EvaluateGroup.newBuilder()
                        .setGroup(group)
                        .setPriors(ProtoConverter.bytes(priors))
                        .setValues(ProtoConverter.bytes(values))
                        .setIsPause(isPause))
                .build());
    }

    /**
     * Waits for the round of the earliest request that has none yet.
     *
     * @throws TengenException if the server rejects the request (evaluations of a wrong size or with a value that is
     *     not allowed, or a group that does not exist) or the connection breaks; the self-play is then closed
     */
    public SelfPlayRound receive() {
        SelfPlayResponse response = stream.receive();
        return new SelfPlayRound(
                (int) response.getSequence(),
                new LeafRows(layout.actionMaskByteCount(), response.getLeaves()),
                Lists.transform(response.getRecordsList(), SelfPlayRecord::new),
                response.getIsFinished());
    }

    /**
     * Returns the states of all slots, whose groups have paused, or have not begun. No request may be in flight. Games
     * that ended are no part of the states.
     *
     * @return a state for each slot; the bytes are not specified, and belong to this version of the server
     * @throws TengenException if a group has not paused, or the connection breaks; the self-play is then closed
     */
    public List<byte[]> save() {
        List<byte[]> states = new ArrayList<>(slotCount);
        while (states.size() < slotCount) {
            stream.send(SelfPlayRequest.newBuilder()
                    .setSave(SaveSlots.newBuilder().setFirstSlot(states.size()))
                    .build());
            stream.receive().getSlotStatesList().forEach(state -> states.add(state.toByteArray()));
        }
        return states;
    }

    /**
     * Continues all slots from the states that {@link #save} of a self-play with the same spec and seed has returned.
     * No request may be in flight. Call it before the first round.
     *
     * @param states a state for each slot
     * @throws IllegalArgumentException if there are not as many states as slots
     * @throws TengenException if a state does not belong to its slot or is damaged, or the connection breaks; the
     *     self-play is then closed
     */
    public void restore(List<byte[]> states) {
        if (states.size() != slotCount) {
            throw new IllegalArgumentException(states.size() + " states are not those of " + slotCount + " slots");
        }
        int next = 0;
        while (next < states.size()) {
            RestoreSlots.Builder restore = RestoreSlots.newBuilder().setFirstSlot(next);
            long bytes = 0;
            do {
                bytes += states.get(next).length;
                restore.addSlotStates(ByteString.copyFrom(states.get(next)));
                next++;
            } while (next < states.size() && bytes + states.get(next).length <= MAX_STATE_BYTES);
            stream.send(SelfPlayRequest.newBuilder().setRestore(restore).build());
            stream.receive();
        }
    }

    /** Closes the self-play. Games in progress, and rounds of requests in flight, are lost. */
    @Override
    public void close() {
        stream.close();
    }
}
