package dev.tengen.client.tree;

import com.google.common.collect.Lists;
import com.google.common.primitives.Longs;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ExceptionConverter;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.ReleaseNodes;
import dev.tengen.proto.v1.RerootTrees;
import dev.tengen.proto.v1.TreeServiceGrpc;
import java.util.List;

/**
 * A forest: trees at a server for tree search. One message expands nodes of many trees. A node is a position with its
 * history, identified by a handle. The forest exists until it is closed or the connection breaks.
 *
 * <p>Under rules that ask players to agree on dead stones, a node can propose only that no stones are dead, by the
 * pass. To start from proposals that name stones, plant a session or a snapshot.
 *
 * <p>An illegal action is reported in its row. To keep several expansions in flight, {@link #send} them and
 * {@link #receive} the results in their order. One thread may send while another receives. Otherwise not thread-safe.
 *
 * <pre>{@code
 * try (TengenForest forest = client.openForest(ForestSpec.builder(9, 9).build())) {
 *     long root = forest.plant(TreeRoot.of(SessionSpec.of(9, 9))).handle(0);
 *     NodeRows rows = forest.expand(new long[] {root, root}, new int[] {40, 41});
 *     forest.reroot(rows.handle(1));
 * }
 * }</pre>
 */
public final class TengenForest implements AutoCloseable {
    private final BlockingStream<ExpandRequest, ExpandResponse> stream;
    private final ForestLayout layout;
    private int nodeCount;
    private int treeCount;

    private TengenForest(BlockingStream.Opened<ExpandRequest, ExpandResponse> opened) {
        stream = opened.stream();
        layout = ForestLayout.of(opened.first().getLayout());
    }

    /** Opens a forest. Applications call {@code TengenClient.openForest}. */
    public static TengenForest open(Connection connection, ForestSpec spec) {
        ExpandRequest.Builder first = ExpandRequest.newBuilder().setOpen(spec.toRequest());
        return new TengenForest(BlockingStream.open(connection, TreeServiceGrpc.getExpandMethod(), first.build()));
    }

    /** Returns the layout of rows, and the limits. */
    public ForestLayout layout() {
        return layout;
    }

    /** Returns the number of nodes after the last response, roots included. */
    public int nodeCount() {
        return nodeCount;
    }

    /** Returns the number of trees after the last response. */
    public int treeCount() {
        return treeCount;
    }

    /**
     * Plants a tree for each of {@code roots}, at least one, and waits for the root nodes. No other request may be in
     * flight.
     *
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public NodeRows plant(TreeRoot... roots) {
        return plant(List.of(roots));
    }

    /**
     * Plants a tree for each of {@code roots}, at least one, and waits for the root nodes. No other request may be in
     * flight.
     *
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public NodeRows plant(List<TreeRoot> roots) {
        PlantTrees.Builder plant = PlantTrees.newBuilder().addAllRoots(Lists.transform(roots, TreeRoot::message));
        stream.send(ExpandRequest.newBuilder().setPlant(plant).build());
        return receive();
    }

    /**
     * Creates a child of each of {@code parents} by the action at the same index, and waits for the nodes. No other
     * request may be in flight.
     *
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public NodeRows expand(long[] parents, int[] actions) {
        send(parents, actions);
        return receive();
    }

    /** Sends a request for a child of each of {@code parents} by the action at the same index. Does not wait. */
    public void send(long[] parents, int[] actions) {
        ExpandNodes.Builder expand = ExpandNodes.newBuilder()
                .setParents(ProtoConverter.bytes(parents))
                .setActions(ProtoConverter.bytes(actions));
        stream.send(ExpandRequest.newBuilder().setExpand(expand).build());
    }

    /**
     * Waits for the result of the earliest expansion that has none yet.
     *
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public NodeRows receive() {
        return new NodeRows(layout, response().getNodes());
    }

    /**
     * Releases nodes and their descendants. Releasing a root removes the tree. No other request may be in flight.
     *
     * @return the number of nodes released
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public int release(long... nodes) {
        ReleaseNodes.Builder release = ReleaseNodes.newBuilder().addAllNodes(Longs.asList(nodes));
        stream.send(ExpandRequest.newBuilder().setRelease(release).build());
        return response().getReleasedNodeCount();
    }

    /**
     * Makes nodes the roots of their trees and releases all nodes that are not their descendants. No other request may
     * be in flight.
     *
     * @param nodes nodes of different trees
     * @return the number of nodes released
     * @throws TengenException if the server rejects the request (the forest is unchanged and stays open) or the
     *     connection breaks
     */
    public int reroot(long... nodes) {
        RerootTrees.Builder reroot = RerootTrees.newBuilder().addAllNodes(Longs.asList(nodes));
        stream.send(ExpandRequest.newBuilder().setReroot(reroot).build());
        return response().getReleasedNodeCount();
    }

    private ExpandResponse response() {
        ExpandResponse response = stream.receive();
        nodeCount = response.getNodeCount();
        treeCount = response.getTreeCount();
        ExceptionConverter.requireNone(response.hasError(), response.getError());
        return response;
    }

    /** Closes the forest. Results of requests in flight are lost. */
    @Override
    public void close() {
        stream.close();
    }
}
