package dev.tengen.server.tree;

import com.google.protobuf.ByteString;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.ForestFullException;
import dev.tengen.env.TreeRoot;
import dev.tengen.env.TreeRows;
import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.PlantTrees;
import dev.tengen.proto.v1.ReleaseNodes;
import dev.tengen.proto.v1.RerootTrees;
import dev.tengen.server.convert.TreeConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.stream.Answer;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The trees of one stream. One request at a time: a call comes back at once, and its answer when the work is done, from
 * this thread or another. What is wrong with a request is told in its answer, and has changed nothing.
 */
public final class Forest implements AutoCloseable {
    /** A node costs about as much as so many steps of a lane: a board walks there from another node. */
    private static final int STEPS_PER_NODE = 4;

    /** Nodes that may all be released on a thread of the transport. */
    private static final int MAX_INLINE_NODE_COUNT = 10_000;

    private final EnvironmentForest trees;
    private final int placeCount;
    private final Forests forests;
    private int countedNodes;
    private int countedTrees;

    /** Takes over {@code trees}, which have {@code placeCount} places for nodes. */
    Forest(EnvironmentForest trees, int placeCount, Forests forests) {
        this.trees = trees;
        this.placeCount = placeCount;
        this.forests = forests;
    }

    /** Returns what the stream's first request is answered. */
    public ExpandResponse.Builder opened() {
        int maxTreeCount = forests.treePlaces().max();
        return response().setLayout(TreeConverter.layout(trees.layout(), placeCount, maxTreeCount));
    }

    /** Carries out a request. A fault of the server is a failed answer, after which the trees are in no state to go on. */
    public void carryOut(ExpandRequest request, Answer<ExpandResponse.Builder> whole) {
        Answer<ExpandResponse.Builder> answer = telling(whole);
        try {
            switch (request.getRequestCase()) {
                case PLANT -> plant(request.getPlant(), answer);
                case EXPAND -> expand(request.getExpand(), answer);
                case RELEASE -> release(request.getRelease(), answer);
                case REROOT -> reroot(request.getReroot(), answer);
                default ->
                    throw CallException.invalid(
                            "request",
                            request.getRequestCase(),
                            "PLANT, EXPAND, RELEASE or REROOT, which are what an open forest takes");
            }
        } catch (RuntimeException | Error e) {
            answer.failed(e);
        }
    }

    /** Makes faults of the client answers. */
    private Answer<ExpandResponse.Builder> telling(Answer<ExpandResponse.Builder> whole) {
        return new Answer<>() {
            @Override
            public void answered(ExpandResponse.Builder response) {
                whole.answered(response);
            }

            @Override
            public void failed(Throwable fault) {
                if (fault instanceof CallException
                        || fault instanceof InvalidValueException
                        || fault instanceof ForestFullException) {
                    whole.answered(response().setError(TreeConverter.error((RuntimeException) fault)));
                } else {
                    whole.failed(fault);
                }
            }
        };
    }

    private void plant(PlantTrees request, Answer<ExpandResponse.Builder> answer) {
        int count = request.getRootsCount();
        if (count == 0) {
            throw CallException.invalid("roots", "[]", "at least one");
        }
        requireShortAnswer("roots", count);
        forests.treePlaces().take(count);
        countedTrees += count;
        forests.workers().workApart(() -> planted(request, count), answer);
    }

    private ExpandResponse.Builder planted(PlantTrees request, int count) {
        try {
            List<TreeRoot> roots = TreeConverter.roots(
                    request, id -> forests.sessions().get(id).snapshot());
            return response(trees.plant(roots));
        } catch (RuntimeException | Error e) {
            countedTrees -= count;
            forests.treePlaces().giveBack(count);
            throw e;
        }
    }

    private void expand(ExpandNodes request, Answer<ExpandResponse.Builder> answer) {
        ByteString parents = request.getParents();
        requireShortAnswer("parents", parents.size() / Long.BYTES);
        TreeRows rows = trees.rows(parents.toByteArray(), request.getActions().toByteArray());
        int pointCount = trees.layout().width() * trees.layout().height();
        forests.workers()
                .work(
                        rows.rowCount(),
                        STEPS_PER_NODE * pointCount,
                        (from, to) -> trees.expand(rows, from, to),
                        () -> expanded(rows),
                        answer);
    }

    private ExpandResponse.Builder expanded(TreeRows rows) {
        trees.finish(rows);
        forests.expanded(trees.nodeCount() - countedNodes);
        return response(rows);
    }

    private void requireShortAnswer(String field, int count) {
        int rowBytes = trees.layout().rowByteCount() + Long.BYTES;
        if ((long) rowBytes * count > forests.maxAnswerBytes()) {
            throw CallException.invalid(
                    field,
                    "of " + count + " nodes",
                    "at most " + forests.maxAnswerBytes() / rowBytes + " where a row is " + rowBytes + " bytes long");
        }
    }

    private void release(ReleaseNodes request, Answer<ExpandResponse.Builder> answer) {
        letGo(() -> trees.release(handles(request.getNodesList())), answer);
    }

    private void reroot(RerootTrees request, Answer<ExpandResponse.Builder> answer) {
        letGo(() -> trees.reroot(handles(request.getNodesList())), answer);
    }

    private static long[] handles(List<Long> nodes) {
        return nodes.stream().mapToLong(Long::longValue).toArray();
    }

    private void letGo(IntSupplier work, Answer<ExpandResponse.Builder> answer) {
        if (trees.nodeCount() <= MAX_INLINE_NODE_COUNT) {
            answer.answered(released(work));
        } else {
            forests.workers().workApart(() -> released(work), answer);
        }
    }

    private ExpandResponse.Builder released(IntSupplier work) {
        int count = work.getAsInt();
        return response().setReleasedNodeCount(count);
    }

    private ExpandResponse.Builder response(TreeRows rows) {
        return response().setNodes(TreeConverter.states(rows));
    }

    /** Returns an answer with the counts, which are now those of the server, too. */
    private ExpandResponse.Builder response() {
        count(trees.nodeCount(), trees.treeCount());
        return ExpandResponse.newBuilder().setNodeCount(countedNodes).setTreeCount(countedTrees);
    }

    private void count(int nodes, int treeCount) {
        forests.changed(nodes - countedNodes);
        countedNodes = nodes;
        forests.treePlaces().giveBack(countedTrees - treeCount);
        countedTrees = treeCount;
    }

    /** Gives all places back. */
    @Override
    public void close() {
        count(0, 0);
        forests.nodePlaces().giveBack(placeCount);
    }
}
