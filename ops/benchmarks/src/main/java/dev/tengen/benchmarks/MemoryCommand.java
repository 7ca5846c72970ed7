package dev.tengen.benchmarks;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the memory of a server by class histograms of its heap. */
abstract class MemoryCommand extends BenchmarkCommand {
    /**
     * Adds a row for each of the largest classes and one for all.
     *
     * @param added the memory of all objects together
     * @param count number of objects
     * @param requiredBytes maximum number of bytes per object
     * @param isRequired whether the maximum applies
     */
    final void addRows(HeapHistogram added, int listedClassCount, int count, long requiredBytes, boolean isRequired) {
        added.largest(listedClassCount).forEach(entry -> addRow(entry.getKey(), entry.getValue(), count, "", ""));
        boolean holds = added.total() <= count * requiredBytes;
        addRow("all", added.total(), count, Long.toString(requiredBytes), isRequired ? verdict(holds) : "");
    }

    private void addRow(String name, long bytes, int count, String required, String holds) {
        Row row = row().add("class", name);
        addColumns(row, bytes, count);
        row.add("required", required).add("holds", holds);
    }

    /** Adds the columns of {@code bytes} for {@code count} objects. */
    abstract void addColumns(Row row, long bytes, int count);

    /** Measures the memory of an idle session. */
    @Command(
            name = "memory",
            description = "Bytes of memory that an idle session uses.",
            footer = {
                "",
                "Sessions are opened and played at random, and class histograms of the server's heap before and after "
                        + "are compared. Everything that a session adds counts, remembered calls included. "
                        + "Required for 19x19 at move 300: 32 KiB."
            })
    static final class Sessions extends MemoryCommand {
        private static final long REQUIRED_BYTES = 32 << 10;
        private static final int WARM_UP_SESSIONS = 20;

        @Option(names = "--sessions", description = "Sessions to open. Default: ${DEFAULT-VALUE}.")
        private int sessionCount = 1000;

        @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
        private int size = 19;

        @Option(names = "--moves", description = "Moves to play. Default: ${DEFAULT-VALUE}.")
        private int moveCount = 300;

        @Option(names = "--encoding", description = "Encoding to observe in; may be repeated. Default: none.")
        private List<String> encodings = new ArrayList<>();

        @Option(names = "--classes", description = "Classes to list. Default: ${DEFAULT-VALUE}.")
        private int classCount = 12;

        @Override
        void measure() throws IOException {
            try (ServerProcess server = ServerProcess.start(sessionCount + WARM_UP_SESSIONS, List.of());
                    Callers callers = new Callers(8)) {
                EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(server.channel());
                // The first sessions load classes and caches, which do not count.
                callers.forEach(WARM_UP_SESSIONS, number -> played(stub, number).close());
                HeapHistogram before = server.heap();
                try (Progress progress = Progress.of("sessions", sessionCount)) {
                    callers.forEach(sessionCount, number -> {
                        played(stub, WARM_UP_SESSIONS + number);
                        progress.step();
                    });
                }
                addRows(server.heap().minus(before), classCount, sessionCount, REQUIRED_BYTES, true);
            }
        }

        private RandomSession played(EnvironmentServiceBlockingStub stub, int seed) {
            RandomSession session = new RandomSession(stub, size, encodings, seed);
            while (session.moveNumber() < moveCount && !session.isOver()) {
                session.update(session.send(session.randomPlay()));
            }
            if (session.moveNumber() != moveCount) {
                throw new IllegalStateException("the episode ended at move " + session.moveNumber());
            }
            return session;
        }

        @Override
        void addColumns(Row row, long bytes, int count) {
            row.add("bytes_per_session", (double) bytes / count);
        }
    }

    /** Measures the memory of trees. */
    @Command(
            name = "tree-memory",
            description = "Bytes of memory that trees use.",
            footer = {
                "",
                "Trees grow at random, and class histograms of the server's heap before and after are compared. "
                        + "Required for a million nodes of one tree: 64 bytes per node."
            })
    static final class Trees extends MemoryCommand {
        private static final int REQUIRED_BYTES = 64;
        private static final int WARM_UP_NODE_COUNT = 50_000;
        private static final int PAIR_COUNT = 1024;
        private static final int LISTED_CLASSES = 6;
        private static final String ENCODING = "alphazero-17";

        @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
        private int size = 9;

        @Option(names = "--trees", description = "Trees. Default: ${DEFAULT-VALUE}.")
        private int treeCount = 1;

        @Option(names = "--nodes", description = "Nodes. Default: ${DEFAULT-VALUE}.")
        private int nodeCount = 1_000_000;

        @Override
        void measure() throws IOException {
            try (ServerProcess server = ServerProcess.start(1, List.of())) {
                // The first trees load classes and caches, which do not count.
                try (JavaTreeClient first = client(server, WARM_UP_NODE_COUNT)) {
                    first.growTo(WARM_UP_NODE_COUNT);
                }
                HeapHistogram before = server.heap();
                try (JavaTreeClient client = client(server, nodeCount)) {
                    int nodes = client.growTo(nodeCount);
                    addRows(server.heap().minus(before), LISTED_CLASSES, nodes, REQUIRED_BYTES, treeCount == 1);
                }
            }
        }

        private JavaTreeClient client(ServerProcess server, int nodes) {
            return new JavaTreeClient(server.address(), size, ENCODING, treeCount, PAIR_COUNT, nodes);
        }

        @Override
        void addColumns(Row row, long bytes, int count) {
            row.add("nodes", count).add("bytes", bytes).add("bytes_per_node", (double) bytes / count);
        }
    }
}
