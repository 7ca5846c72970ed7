package dev.tengen.benchmarks;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the memory of an idle session. */
@Command(
        name = "memory",
        description = "Bytes of memory that an idle session uses.",
        footer = {
            "",
            "Sessions are opened and played at random, and class histograms of the server's heap before and after "
                    + "are compared. Everything that a session adds counts, remembered calls included. Required for 19x19 at move 300: 32 KiB."
        })
final class MemoryCommand extends BenchmarkCommand {
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
        try (ServerProcess server = ServerProcess.start(List.of(), sessionCount + WARM_UP_SESSIONS);
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
            addRows(server.heap().minus(before));
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

    private void addRows(HeapHistogram added) {
        added.largest(classCount).forEach(entry -> addRow(entry.getKey(), entry.getValue(), "", ""));
        boolean holds = added.total() <= REQUIRED_BYTES * sessionCount;
        addRow("all", added.total(), Long.toString(REQUIRED_BYTES), verdict(holds));
    }

    private void addRow(String name, long bytes, String required, String holds) {
        row().add("class", name)
                .add("bytes_per_session", (double) bytes / sessionCount)
                .add("required", required)
                .add("holds", holds);
    }
}
