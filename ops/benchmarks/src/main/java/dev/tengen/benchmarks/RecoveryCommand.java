package dev.tengen.benchmarks;

import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.StepRequest;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures many sessions in a store, and the restart of a server that was killed. */
@Command(
        name = "recovery",
        description = "Many sessions in a store and a small heap: create, kill -9, restart, use each, close.",
        footer = {
            "",
            "The server has a store (--store FILE). Each session has one move before the kill. The restarted server plays",
            "a second move in each session, in a random order, which shows that the first is there: it expects move",
            "number 1. Then all sessions are closed. The live heap is measured after each phase, after a full collection.",
            "Required: no error, and live heaps of at most half of the heap."
        })
final class RecoveryCommand extends BenchmarkCommand {
    private static final int SIZE = 9;
    private static final double REQUIRED_SHARE = 0.5;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    @Option(names = "--sessions", description = "Sessions. Default: ${DEFAULT-VALUE}.")
    private int sessionCount = 100_000;

    @Option(names = "--heap-megabytes", description = "Heap of the server. Default: ${DEFAULT-VALUE}.")
    private int heapMegabytes = 512;

    @Option(names = "--callers", description = "Threads that call. Default: ${DEFAULT-VALUE}.")
    private int callerCount = 64;

    @Option(
            names = "--folder",
            description = "Folder of the store, on the disk to measure. Default: a new one for temporary files.")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    private final AtomicLong errorCount = new AtomicLong();
    private String[] ids = {};

    @Override
    void measure() throws IOException {
        Path file = Files.createTempDirectory(folder, "tengen-bench").resolve("sessions.db");
        ids = new String[sessionCount];
        try (ServerProcess server = start(file)) {
            phase("create", server, (stub, number) -> create(stub, number));
            server.process().destroyForcibly();
        }
        long start = System.nanoTime();
        try (ServerProcess server = start(file)) {
            row("restart", (System.nanoTime() - start) / 1e9, server);
            shuffle();
            phase("step each", server, (stub, number) -> step(stub, ids[number], 1, 1));
            phase("close each", server, (stub, number) -> {
                var unused = stub.closeSession(CloseSessionRequest.newBuilder()
                        .setSessionId(ids[number])
                        .build());
            });
        }
    }

    private ServerProcess start(Path file) throws IOException {
        return ServerProcess.start(
                List.of("-Xmx" + heapMegabytes + "m"), sessionCount, List.of("--store", file.toString()));
    }

    private void create(EnvironmentServiceBlockingStub stub, int number) {
        ids[number] = stub.createSession(CreateSessionRequest.newBuilder()
                        .setSpec(EnvironmentSpec.newBuilder().setWidth(SIZE).setHeight(SIZE))
                        .setSeed(number)
                        .build())
                .getSessionId();
        step(stub, ids[number], 0, 0);
    }

    private static void step(EnvironmentServiceBlockingStub stub, String id, int action, int expectedMoveNumber) {
        var unused = stub.step(StepRequest.newBuilder()
                .setSessionId(id)
                .setAction(action)
                .setExpectedMoveNumber(expectedMoveNumber)
                .build());
    }

    private void shuffle() {
        SplittableRandom random = new SplittableRandom(1);
        for (int last = ids.length - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            String id = ids[last];
            ids[last] = ids[other];
            ids[other] = id;
        }
    }

    /** Makes a call for each session, and adds a row. */
    private void phase(String name, ServerProcess server, BiConsumer<EnvironmentServiceBlockingStub, Integer> call)
            throws IOException {
        List<ManagedChannel> channels = new ArrayList<>();
        for (int caller = 0; caller < callerCount; caller += 8) {
            channels.add(server.newChannel());
        }
        long start = System.nanoTime();
        try (Progress progress = Progress.of(name, sessionCount);
                Callers callers = new Callers(callerCount)) {
            callers.forEach(sessionCount, number -> {
                try {
                    call.accept(EnvironmentServiceGrpc.newBlockingStub(channels.get(number % channels.size())), number);
                } catch (StatusRuntimeException e) {
                    if (errorCount.getAndIncrement() == 0) {
                        System.err.println("benchmarks: the first error: " + e.getStatus());
                    }
                }
                progress.step();
            });
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
        row(name, (System.nanoTime() - start) / 1e9, server);
    }

    private void row(String phase, double seconds, ServerProcess server) throws IOException {
        double heap = server.heap().total() / BYTES_PER_MEGABYTE;
        boolean holds = errorCount.get() == 0 && heap <= REQUIRED_SHARE * heapMegabytes;
        row().add("phase", phase)
                .add("sessions", sessionCount)
                .add("seconds", seconds)
                .add("per_second", sessionCount / seconds)
                .add("live_heap_mb", heap)
                .add("errors", errorCount.get())
                .add("required", "no error, <= " + REQUIRED_SHARE * heapMegabytes + " MB")
                .add("holds", verdict(holds));
    }
}
