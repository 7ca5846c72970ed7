package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.EvaluateGroup;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.RestoreSlots;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import io.grpc.Channel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A stream of {@code SearchService.SelfPlay}, whose evaluations are a hash of the position. */
public final class SelfPlayCall extends StreamCall<SelfPlayRequest, SelfPlayResponse> {
    /** Starts a stream. */
    public SelfPlayCall(Channel channel) {
        super(channel, SearchServiceGrpc.getSelfPlayMethod());
    }

    /** Sends a request and waits for the next answer. */
    public SelfPlayResponse ask(SelfPlayRequest request) {
        send(request);
        return receive();
    }

    /** Opens a self-play and waits for the answer. */
    public SelfPlayResponse open(OpenSelfPlay open) {
        return ask(SelfPlayRequest.newBuilder().setOpen(open).setSequence(1).build());
    }

    /** Returns a request with evaluations of a group. */
    public static SelfPlayRequest evaluating(int group, ByteString priors, ByteString values, boolean isPause) {
        return SelfPlayRequest.newBuilder()
                .setEvaluate(EvaluateGroup.newBuilder()
                        .setGroup(group)
                        .setPriors(priors)
                        .setValues(values)
                        .setIsPause(isPause))
                .build();
    }

    /** Returns a request for the first leaves of a group, or for those after a pause. */
    public static SelfPlayRequest beginning(int group) {
        return evaluating(group, ByteString.EMPTY, ByteString.EMPTY, false);
    }

    /** Returns a request with the hashed evaluations of {@code leaves}. */
    public static SelfPlayRequest hashed(int group, LeafStates leaves, int actionCount, boolean isPause) {
        HashedEvaluations evaluations = HashedEvaluations.of(leaves, actionCount);
        return evaluating(group, evaluations.priors(), evaluations.values(), isPause);
    }

    /**
     * Returns a request with the same priors for all actions, and values by which every move looks bad once it is
     * visited.
     */
    public static SelfPlayRequest even(int group, int leafCount, int actionCount) {
        ByteBuffer values = buffer(leafCount);
        for (int row = 0; row < leafCount; row++) {
            values.putFloat(0.9f);
        }
        return evaluating(
                group, ByteString.copyFrom(buffer(leafCount * actionCount)), ByteString.copyFrom(values.flip()), false);
    }

    private static ByteBuffer buffer(int count) {
        return ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the states of all slots, asking as often as it takes. */
    public List<ByteString> save(int slotCount) {
        List<ByteString> states = new java.util.ArrayList<>();
        while (states.size() < slotCount) {
            states.addAll(ask(SelfPlayRequest.newBuilder()
                            .setSave(SaveSlots.newBuilder().setFirstSlot(states.size()))
                            .build())
                    .getSlotStatesList());
        }
        return states;
    }

    /** Continues slots from states. */
    public void restore(int firstSlot, List<ByteString> states) {
        ask(SelfPlayRequest.newBuilder()
                .setRestore(RestoreSlots.newBuilder().setFirstSlot(firstSlot).addAllSlotStates(states))
                .build());
    }
}
