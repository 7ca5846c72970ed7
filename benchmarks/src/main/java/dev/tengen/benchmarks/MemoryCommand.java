package dev.tengen.benchmarks;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how much memory an idle session keeps. */
@Command(
        name = "memory",
        description = "Bytes that an idle session keeps.",
        footer = {
            "",
            "Sessions are opened and played at random, and the histograms of the server's heap before and "
                    + "after are compared. Everything counts that a session makes the server keep, remembered calls "
                    + "too. Required for 19x19 at move 300: 32 KiB."
        })
final class MemoryCommand implements Callable<Integer> {
    private static final long REQUIRED_BYTES = 32 << 10;
    private static final int WARM_UP_SESSIONS = 20;

    @Mixin
    private final Report report = new Report();

    @Option(names = "--sessions", defaultValue = "1000", description = "Sessions to open. Default: ${DEFAULT-VALUE}.")
    private int sessionCount;

    @Option(names = "--size", defaultValue = "19", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--moves", defaultValue = "300", description = "Moves to play. Default: ${DEFAULT-VALUE}.")
    private int moveCount;

    @Option(names = "--encoding", description = "Encoding to observe in; may be repeated. Default: none.")
    private List<String> encodings = new ArrayList<>();

    @Option(names = "--classes", defaultValue = "12", description = "Classes to list. Default: ${DEFAULT-VALUE}.")
    private int classCount;

    @Override
    public Integer call() throws Exception {
        try (ServerProcess server = ServerProcess.start(List.of(), sessionCount + WARM_UP_SESSIONS);
                Callers callers = new Callers(8)) {
            ManagedChannel channel = server.channel();
            EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(channel);
            // What the first sessions make the server load once is not the cost of a session.
            callers.forEach(WARM_UP_SESSIONS, number -> played(stub, number).close());
            HeapHistogram before = server.heap();
            try (Progress progress = Progress.of("sessions", sessionCount)) {
                callers.forEach(sessionCount, number -> {
                    played(stub, WARM_UP_SESSIONS + number);
                    progress.step();
                });
            }
            addRows(server.heap().minus(before));
            channel.shutdownNow();
        }
        return report.print();
    }

    private RandomSession played(EnvironmentServiceBlockingStub stub, int seed) {
        RandomSession session = new RandomSession(stub, size, encodings, seed);
        while (session.moveNumber() < moveCount && !session.isOver()) {
            session.took(session.send(session.randomPlay()));
        }
        if (session.moveNumber() != moveCount) {
            throw new IllegalStateException("the episode ended at move " + session.moveNumber());
        }
        return session;
    }

    private void addRows(HeapHistogram added) {
        for (Map.Entry<String, Long> entry : added.largest(classCount)) {
            report.add(
                    "class",
                    entry.getKey(),
                    "bytes_per_session",
                    perSession(entry.getValue()),
                    "required",
                    "",
                    "holds",
                    "");
        }
        double bytes = perSession(added.total());
        report.add(
                "class",
                "all",
                "bytes_per_session",
                bytes,
                "required",
                Long.toString(REQUIRED_BYTES),
                "holds",
                report.verdict(bytes <= REQUIRED_BYTES));
    }

    private double perSession(long bytes) {
        return (double) bytes / sessionCount;
    }
}
