package dev.tengen.client;

import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.ReleaseNodes;
import dev.tengen.proto.v1.RerootTrees;
import dev.tengen.proto.v1.TreeServiceGrpc;
import java.util.Arrays;
import java.util.List;

/**
 * Trees at a server, which a search grows: whole layers of many trees with one message. A node is a position with all its past,
 * named by a handle. All are gone once this is closed or the connection breaks.
 *
 * <p>What is wrong with an action is told in its row. Any other fault throws a {@link TengenException}, has changed nothing, and
 * the forest goes on. Expansions may be under way together: {@link #send} as many as you like to have in flight, and {@link
 * #receive} the answers in their order. One thread may send while another receives; else it is for one thread at a time.
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
    private final AnswerStream<ExpandRequest, ExpandResponse> stream;
    private final ForestLayout layout;
    private int nodeCount;
    private int treeCount;

    private TengenForest(AnswerStream<ExpandRequest, ExpandResponse> stream, ExpandResponse opened) {
        this.stream = stream;
        layout = ForestLayout.of(opened.getLayout());
    }

    static TengenForest open(Connection connection, ForestSpec spec) {
        AnswerStream<ExpandRequest, ExpandResponse> stream =
                new AnswerStream<>(connection, TreeServiceGrpc.getExpandMethod());
        stream.send(ExpandRequest.newBuilder().setOpen(spec.toRequest()).build());
        return new TengenForest(stream, stream.receive());
    }

    /** Returns how rows are laid out. */
    public ForestLayout layout() {
        return layout;
    }

    /** Returns how many nodes there were after the last answer, roots included. */
    public int nodeCount() {
        return nodeCount;
    }

    /** Returns how many trees there were after the last answer. */
    public int treeCount() {
        return treeCount;
    }

    /** Plants a tree for each of {@code roots}, at least one, and waits for the answer. No other request may be under way. */
    public NodeRows plant(TreeRoot... roots) {
        return plant(List.of(roots));
    }

    /** Plants a tree for each of {@code roots}, at least one, and waits for the answer. No other request may be under way. */
    public NodeRows plant(List<TreeRoot> roots) {
        PlantTrees plant = PlantTrees.newBuilder()
                .addAllRoots(roots.stream().map(TreeRoot::message).toList())
                .build();
        stream.send(ExpandRequest.newBuilder().setPlant(plant).build());
        return receive();
    }

    /** Makes a child of each of {@code parents} by the action at the same place, and waits for the answer. */
    public NodeRows expand(long[] parents, int[] actions) {
        send(parents, actions);
        return receive();
    }

    /** Asks for a child of each of {@code parents} by the action at the same place, and does not wait. */
    public void send(long[] parents, int[] actions) {
        ExpandNodes expand = ExpandNodes.newBuilder()
                .setParents(RowBytes.of(parents))
                .setActions(RowBytes.of(actions))
                .build();
        stream.send(ExpandRequest.newBuilder().setExpand(expand).build());
    }

    /** Waits for the answer to the first expansion that has none yet. */
    public NodeRows receive() {
        return new NodeRows(layout, answer().getNodes());
    }

    /** Releases nodes and all below them, and returns how many those were. With its root a tree is gone. */
    public int release(long... nodes) {
        ReleaseNodes release =
                ReleaseNodes.newBuilder().addAllNodes(boxed(nodes)).build();
        stream.send(ExpandRequest.newBuilder().setRelease(release).build());
        return answer().getReleasedNodeCount();
    }

    /** Makes nodes the roots of their trees, no two of one tree; returns how many others of those trees were released. */
    public int reroot(long... nodes) {
        RerootTrees reroot = RerootTrees.newBuilder().addAllNodes(boxed(nodes)).build();
        stream.send(ExpandRequest.newBuilder().setReroot(reroot).build());
        return answer().getReleasedNodeCount();
    }

    private static List<Long> boxed(long[] nodes) {
        return Arrays.stream(nodes).boxed().toList();
    }

    private ExpandResponse answer() {
        ExpandResponse answer = stream.receive();
        nodeCount = answer.getNodeCount();
        treeCount = answer.getTreeCount();
        if (answer.hasError()) {
            throw Failures.toException(answer.getError());
        }
        return answer;
    }

    /** Ends the forest. Requests under way are not answered any more. */
    @Override
    public void close() {
        stream.close();
    }
}
