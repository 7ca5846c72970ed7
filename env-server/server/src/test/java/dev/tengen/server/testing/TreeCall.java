package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.ReleaseNodes;
import dev.tengen.proto.v1.RerootTrees;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.proto.v1.TreeServiceGrpc;
import io.grpc.Channel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** A stream of {@code TreeService.Expand}. */
public final class TreeCall extends StreamCall<ExpandRequest, ExpandResponse> {
    /** Starts a stream. */
    public TreeCall(Channel channel) {
        super(channel, TreeServiceGrpc.getExpandMethod());
    }

    /** Starts a stream and opens a forest on it. */
    public static TreeCall open(Channel channel, OpenForest.Builder open) {
        TreeCall call = new TreeCall(channel);
        call.send(ExpandRequest.newBuilder().setOpen(open).build());
        return call;
    }

    /** Returns handles as fixed64, little endian. */
    public static ByteString longs(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        return ByteString.copyFrom(bytes.array());
    }

    /** Returns the handles that {@code bytes} holds. */
    public static long[] longs(ByteString bytes) {
        long[] numbers = new long[bytes.size() / Long.BYTES];
        bytes.asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(numbers);
        return numbers;
    }

    /** Returns a request to expand. */
    public static ExpandRequest expanding(ByteString parents, ByteString actions) {
        return ExpandRequest.newBuilder()
                .setExpand(ExpandNodes.newBuilder().setParents(parents).setActions(actions))
                .build();
    }

    /** Returns a request to release. */
    public static ExpandRequest releasing(long... nodes) {
        return ExpandRequest.newBuilder()
                .setRelease(ReleaseNodes.newBuilder()
                        .addAllNodes(Arrays.stream(nodes).boxed().toList()))
                .build();
    }

    /** Returns a request to make nodes roots. */
    public static ExpandRequest rerooting(long... nodes) {
        return ExpandRequest.newBuilder()
                .setReroot(RerootTrees.newBuilder()
                        .addAllNodes(Arrays.stream(nodes).boxed().toList()))
                .build();
    }

    /** Returns a request to plant. */
    public static ExpandRequest planting(TreeRoot.Builder... roots) {
        return ExpandRequest.newBuilder()
                .setPlant(PlantTrees.newBuilder()
                        .addAllRoots(Arrays.stream(roots)
                                .map(TreeRoot.Builder::build)
                                .toList()))
                .build();
    }

    /** Sends a request and waits for the next answer. */
    public ExpandResponse ask(ExpandRequest request) {
        send(request);
        return receive();
    }

    /** Plants trees and returns their handles. */
    public List<Long> plant(TreeRoot.Builder... roots) {
        return handles(ask(planting(roots)));
    }

    /** Expands nodes and waits for the answer. */
    public ExpandResponse expand(long[] parents, int... actions) {
        return ask(expanding(longs(parents), BatchCall.ints(actions)));
    }

    /** Returns the handles in an answer. */
    public static List<Long> handles(ExpandResponse answer) {
        return Arrays.stream(longs(answer.getNodes().getHandles())).boxed().toList();
    }
}
