package dev.tengen.benchmarks;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.NodeRows;
import dev.tengen.client.tree.TengenForest;
import dev.tengen.client.tree.TreeRoot;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Grows trees at random. A step is a new node, an episode a forest that was full and was planted anew. */
final class JavaTreeClient extends JavaStreamClient {
    private final TengenForest forest;
    private final Handles handles;
    private final TreeRoot root;
    private final int pairCount;
    private final int pointCount;
    private final int bitCount;
    private final List<Message> messages;
    private long legalCount;

    JavaTreeClient(String address, int size, String encoding, int treeCount, int pairCount, int maxNodeCount) {
        super(address);
        this.pairCount = pairCount;
        root = TreeRoot.of(SessionSpec.of(size, size));
        pointCount = size * size;
        bitCount = planeCount(encoding) * pointCount;
        forest = client.openForest(ForestSpec.builder(size, size)
                .encodings(encoding)
                .maxNodeCount(maxNodeCount)
                .build());
        handles = new Handles(treeCount, maxNodeCount);
        messages = List.of(new Message(), new Message());
        plant();
    }

    private void plant() {
        NodeRows rows = forest.plant(Collections.nCopies(handles.treeCount(), root));
        handles.clear();
        for (int tree = 0; tree < handles.treeCount(); tree++) {
            handles.add(tree, rows.handle(tree));
        }
    }

    /** Grows the trees until they have {@code count} nodes, and returns how many they have. */
    int growTo(int count) {
        while (forest.nodeCount() + pairCount <= count) {
            messages.get(0).sendNext();
            messages.get(0).take();
        }
        return forest.nodeCount();
    }

    @Override
    void play(long end) {
        while (System.nanoTime() < end) {
            keepInFlight(messages, () -> System.nanoTime() < end && hasRoom());
            if (System.nanoTime() < end) {
                forest.release(handles.roots());
                plant();
                episodeCount++;
            }
        }
        if (legalCount < 0) {
            throw new AssertionError("the number of legal actions is negative");
        }
    }

    /** Returns whether the forest has room for the messages in flight and one more. */
    private boolean hasRoom() {
        return forest.nodeCount() + (messages.size() + 1) * pairCount
                < forest.layout().maxNodeCount();
    }

    @Override
    public void close() {
        forest.close();
        super.close();
    }

    /** Pairs of a node and an action that are sent together. */
    private final class Message extends Slot {
        private final long[] parents = new long[pairCount];
        private final int[] actions = new int[pairCount];

        @Override
        void prepare() {
            for (int pair = 0; pair < pairCount; pair++) {
                parents[pair] = handles.draw(pair % handles.treeCount(), random);
                actions[pair] = random.nextInt(pointCount);
            }
        }

        @Override
        void send() {
            forest.send(parents, actions);
        }

        @Override
        Runnable receive() {
            NodeRows rows = forest.receive();
            return () -> read(rows);
        }

        private void read(NodeRows rows) {
            planes.unpack(rows.observations(), rows.rowCount(), forest.layout().observationByteCount(), bitCount);
            ByteBuffer masks = rows.actionMasks();
            while (masks.hasRemaining()) {
                legalCount += Integer.bitCount(masks.get() & 0xFF);
            }
            for (int row = 0; row < rows.rowCount(); row++) {
                if (rows.isMade(row)) {
                    stepCount++;
                    if (!rows.isOver(row)) {
                        handles.add(row % handles.treeCount(), rows.handle(row));
                    }
                }
            }
        }
    }

    /** The handles of each tree's nodes, to draw from. */
    private static final class Handles {
        private final long[][] handles;
        private final int[] counts;

        Handles(int treeCount, int maxNodeCount) {
            handles = new long[treeCount][Math.min(maxNodeCount, 64)];
            counts = new int[treeCount];
        }

        int treeCount() {
            return counts.length;
        }

        void clear() {
            Arrays.fill(counts, 0);
        }

        void add(int tree, long handle) {
            if (counts[tree] == handles[tree].length) {
                handles[tree] = Arrays.copyOf(handles[tree], 2 * counts[tree]);
            }
            handles[tree][counts[tree]++] = handle;
        }

        /** Returns the first node of each tree. */
        long[] roots() {
            return Arrays.stream(handles).mapToLong(tree -> tree[0]).toArray();
        }

        /** Returns a node of {@code tree}, drawn uniformly. */
        long draw(int tree, SplittableRandom random) {
            return handles[tree][random.nextInt(counts[tree])];
        }
    }
}
