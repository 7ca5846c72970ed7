package dev.tengen.server.tree;

import dev.tengen.env.EnvironmentForest;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.server.convert.TreeConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.stream.Endings;
import dev.tengen.server.stream.Places;
import dev.tengen.server.stream.RowWorkers;
import java.util.concurrent.atomic.AtomicLong;

/** All forests of a server, and the places for their nodes and trees. Thread-safe. */
public final class Forests {
    private static final int DEFAULT_NODE_COUNT = 1_000_000;

    private final Places nodePlaces;
    private final Places treePlaces;
    private final long maxAnswerBytes;
    private final Sessions sessions;
    private final RowWorkers workers;
    private final Endings endings;
    private final ForestListener listener;
    private final AtomicLong nodeCount = new AtomicLong();

    /**
     * Allows as much as {@code limits} says, and answers of at most {@code maxAnswerBytes}. Trees may grow from {@code
     * sessions}; {@code workers} carry requests out, {@code endings} end the streams, and {@code listener} is told what
     * happens.
     */
    public Forests(
            ForestLimits limits,
            long maxAnswerBytes,
            Sessions sessions,
            RowWorkers workers,
            Endings endings,
            ForestListener listener) {
        nodePlaces = new Places("nodes", "max_node_count", Reason.TOO_MANY_NODES, limits.maxNodeCount());
        treePlaces = new Places("trees", "roots", Reason.TOO_MANY_TREES, limits.maxTreeCount());
        this.maxAnswerBytes = maxAnswerBytes;
        this.sessions = sessions;
        this.workers = workers;
        this.endings = endings;
        this.listener = listener;
    }

    /** Makes a forest, whose nodes have places until it is {@linkplain Forest#close closed}. Throws {@link CallException}. */
    public Forest open(OpenForest request) {
        int max = nodePlaces.max();
        int places = TreeConverter.nodeCount(request, max, Math.min(DEFAULT_NODE_COUNT, max));
        nodePlaces.take(places);
        try {
            EnvironmentForest trees = new EnvironmentForest(TreeConverter.toCore(request, places));
            return new Forest(trees, places, this);
        } catch (RuntimeException | Error e) {
            nodePlaces.giveBack(places);
            throw e;
        }
    }

    /** Returns how many nodes there are. */
    public long nodeCount() {
        return nodeCount.get();
    }

    /** Returns how many nodes streams have places for. */
    public int nodePlaceCount() {
        return nodePlaces.taken();
    }

    /** Returns how many trees there are. */
    public int treeCount() {
        return treePlaces.taken();
    }

    /** Returns what ends the streams of forests when the server stops. */
    public Endings endings() {
        return endings;
    }

    Places nodePlaces() {
        return nodePlaces;
    }

    Places treePlaces() {
        return treePlaces;
    }

    long maxAnswerBytes() {
        return maxAnswerBytes;
    }

    Sessions sessions() {
        return sessions;
    }

    RowWorkers workers() {
        return workers;
    }

    /** Hears that a forest has so many nodes more, or fewer. */
    void changed(int nodes) {
        nodeCount.addAndGet(nodes);
    }

    /** Hears that a forest has expanded so many nodes. */
    void expanded(int count) {
        listener.expanded(count);
    }
}
