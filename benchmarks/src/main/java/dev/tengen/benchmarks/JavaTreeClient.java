package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.NodeRows;
import dev.tengen.client.tree.TengenForest;
import dev.tengen.client.tree.TreeRoot;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** Grows random trees with the Java client, in this process, with two messages in flight. */
final class JavaTreeClient implements BatchClient {
    private static final int PRECISION = 3;
    private static final int IN_FLIGHT = 2;

    private final TengenClient client;
    private final TengenForest forest;
    private final GrowingTrees trees;
    private final TreeRoot root;
    private final int pointCount;
    private final int bitCount;
    private final Message[] messages = new Message[IN_FLIGHT];
    private final RowUnpacker planes = new RowUnpacker();
    private final SplittableRandom random = new SplittableRandom(1);
    private long madeCount;
    private long forestCount;
    private long legalCount;

    JavaTreeClient(String address, int size, String encoding, int treeCount, int pairCount, int maxNodeCount) {
        client = TengenClient.connect(address);
        root = TreeRoot.of(SessionSpec.of(size, size));
        pointCount = size * size;
        bitCount = client.serverInfo(encoding).encodings().stream()
                .filter(spec -> spec.name().equals(encoding))
                .mapToInt(spec -> spec.planes().size() * pointCount)
                .findFirst()
                .orElseThrow();
        forest = client.openForest(ForestSpec.builder(size, size)
                .encodings(encoding)
                .maxNodeCount(maxNodeCount)
                .build());
        trees = new GrowingTrees(treeCount, maxNodeCount);
        for (int message = 0; message < IN_FLIGHT; message++) {
            messages[message] = new Message(pairCount);
        }
        plant();
    }

    private void plant() {
        NodeRows rows = forest.plant(Collections.nCopies(trees.count(), root));
        trees.clear();
        for (int tree = 0; tree < trees.count(); tree++) {
            trees.add(tree, rows.handle(tree));
        }
    }

    /** Grows the trees to {@code count} nodes. Returns their number of nodes. */
    int growTo(int count) {
        while (forest.nodeCount() + messages[0].parents.length <= count) {
            messages[0].send();
            messages[0].take(new Histogram(PRECISION));
        }
        return forest.nodeCount();
    }

    @Override
    public BatchRun run(double seconds) {
        Histogram latencies = new Histogram(PRECISION);
        madeCount = 0;
        forestCount = 0;
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            fill(latencies, end);
            if (System.nanoTime() < end) {
                forest.release(trees.roots());
                plant();
                forestCount++;
            }
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        if (legalCount < 0) {
            throw new AssertionError("negative number of legal actions");
        }
        return new BatchRun(madeCount, forestCount, elapsed, latencies);
    }

    /** Grows the trees until the forest is full or the time is {@code end}. */
    private void fill(Histogram latencies, long end) {
        for (Message message : messages) {
            message.send();
        }
        boolean isWanted = true;
        while (isWanted) {
            isWanted = System.nanoTime() < end
                    && forest.nodeCount() + (IN_FLIGHT + 1) * messages[0].parents.length
                            < forest.layout().maxNodeCount();
            for (Message message : messages) {
                message.take(latencies);
                if (isWanted) {
                    message.send();
                }
            }
        }
    }

    @Override
    public ProcessHandle process() {
        return ProcessHandle.current();
    }

    @Override
    public void close() {
        forest.close();
        client.close();
    }

    /** The pairs of one message. */
    private final class Message {
        private final long[] parents;
        private final int[] actions;
        private long sentAt;

        Message(int pairCount) {
            parents = new long[pairCount];
            actions = new int[pairCount];
        }

        void send() {
            for (int pair = 0; pair < parents.length; pair++) {
                parents[pair] = trees.draw(pair % trees.count(), random);
                actions[pair] = random.nextInt(pointCount);
            }
            sentAt = System.nanoTime();
            forest.send(parents, actions);
        }

        void take(Histogram latencies) {
            NodeRows rows = forest.receive();
            latencies.recordValue(System.nanoTime() - sentAt);
            planes.unpack(rows.observations(), rows.rowCount(), forest.layout().observationByteCount(), bitCount);
            ByteBuffer masks = rows.actionMasks();
            while (masks.hasRemaining()) {
                legalCount += Integer.bitCount(masks.get() & 0xFF);
            }
            for (int row = 0; row < rows.rowCount(); row++) {
                if (rows.isMade(row)) {
                    madeCount++;
                    if (!rows.isOver(row)) {
                        trees.add(row % trees.count(), rows.handle(row));
                    }
                }
            }
        }
    }
}
