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

/** {@code bench memory}: the memory of an idle session. */
@Command(
        name = "memory",
        description = "Memory of an idle session, in bytes.",
        footer = {
            "",
            "Opens sessions, plays them at random, and compares heap histograms of the server before and after. "
                    + "Everything that the server keeps for a session counts, remembered calls included. Required for "
                    + "19x19 at move 300: at most 32 KiB."
        })
final class MemoryCommand implements Callable<Integer> {
    private static final long REQUIRED_BYTES = 32 << 10;
    private static final int WARM_UP_SESSIONS = 20;

    @Mixin
    private final Report report = new Report();

    @Option(names = "--sessions", defaultValue = "1000", description = "Number of sessions. Default: ${DEFAULT-VALUE}.")
    private int sessionCount;

    @Option(names = "--size", defaultValue = "19", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size;

    @Option(names = "--moves", defaultValue = "300", description = "Moves per session. Default: ${DEFAULT-VALUE}.")
    private int moveCount;

    @Option(names = "--encoding", description = "Encoding of observations; may be repeated. Default: none.")
    private List<String> encodings = new ArrayList<>();

    @Option(
            names = "--classes",
            defaultValue = "12",
            description = "Number of classes to list. Default: ${DEFAULT-VALUE}.")
    private int classCount;

    @Override
    public Integer call() throws Exception {
        try (ServerProcess server = ServerProcess.start(List.of(), sessionCount + WARM_UP_SESSIONS);
                CallerThreads callers = new CallerThreads(8)) {
            ManagedChannel channel = server.channel();
            EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(channel);
            // Classes and data that the first sessions load once are not the cost of a session.
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
