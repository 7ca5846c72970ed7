package dev.tengen.server.testing;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceFutureStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.TreeRoot;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** A process that puts a heavy load on a server, until it is killed. */
public final class HostileClient implements AutoCloseable {
    /** Channels that nobody holds are closed. */
    private static final List<ManagedChannel> CHANNELS = new ArrayList<>();

    private static final int CALLS_IN_PROGRESS = 32;

    private final Process process;

    private HostileClient(Process process) {
        this.process = process;
    }

    /** The loads. */
    public enum Load {
        /** Connections whose sessions wait for an opponent that searches for minutes. */
        SEARCHES,
        /** Calls that import records of a megabyte, from as many connections. */
        IMPORTS,
        /** A batch on which many capturing races are analyzed in each lane. */
        RACE_PLANES,
        /** A batch of lanes with tactical planes. */
        TACTICAL_PLANES,
        /** A batch of lanes that draw capturing races for each episode. */
        RACE_TASKS,
        /** A stream that plants trees at the end of a long session. */
        ROOTS,
        /** Positions that take minutes to solve. */
        ANALYSES,
        /** Connections of a principal, each with dozens of calls in progress at all times. */
        CALLS
    }

    /**
     * Starts a process with {@code load} on the server at {@code port} of this machine.
     *
     * @param count count of connections, lanes, roots or calls
     * @param text a session for {@link Load#ROOTS}, the token of the principal for {@link Load#CALLS}, otherwise
     *     ignored
     */
    public static HostileClient start(Load load, int port, int count, String text) throws IOException {
        return new HostileClient(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileClient.class.getName(),
                        load.name(),
                        Integer.toString(port),
                        Integer.toString(count),
                        text)
                .inheritIO()
                .start());
    }

    /** Kills the process (signal 9) and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs the load; the arguments are those of {@link #start}. */
    public static void main(String[] arguments) throws InterruptedException {
        int port = Integer.parseInt(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        switch (Load.valueOf(arguments[0])) {
            case SEARCHES -> {
                for (int i = 0; i < count; i++) {
                    search(channel(port));
                }
            }
            case IMPORTS -> {
                ImportRecordRequest request = ImportRecordRequest.newBuilder()
                        .setSgf(passes(99_000))
                        .setIdleTimeoutMs(200)
                        .build();
                for (int i = 0; i < count; i++) {
                    importForever(channel(port), request);
                }
            }
            case RACE_PLANES -> batch(channel(port), count, crowded("tactical:races=1"));
            case TACTICAL_PLANES -> batch(channel(port), count, crowded("tactical"));
            case RACE_TASKS -> batch(channel(port), count, square(19).setTask("race-cgt"));
            case ROOTS -> plant(channel(port), count, arguments[3]);
            case ANALYSES -> {
                for (int i = 0; i < count; i++) {
                    solve(channel(port));
                }
            }
            case CALLS -> {
                for (int i = 0; i < count; i++) {
                    callForever(channel(port), arguments[3]);
                }
            }
        }
        TimeUnit.DAYS.sleep(1);
    }

    private static ManagedChannel channel(int port) {
        ManagedChannel channel = RunningServer.newChannel(port, Runnable::run);
        CHANNELS.add(channel);
        return channel;
    }

    private static void search(ManagedChannel channel) {
        EnvironmentSpec.Builder spec = square(19);
        spec.getOpponentBuilder().setPlayer("monte-carlo:playouts=1000000").setColor(Color.COLOR_BLACK);
        CreateSessionRequest request = create(spec).build();
        var unused = EnvironmentServiceGrpc.newFutureStub(channel).createSession(request);
    }

    /** Returns a record of {@code count} passes, about 4 bytes each. */
    private static ByteString passes(int count) {
        StringBuilder sgf = new StringBuilder("(;GM[1]FF[4]SZ[9]");
        for (int move = 0; move < count; move++) {
            sgf.append(move % 2 == 0 ? ";B[]\n     " : ";W[]\n     "); // A megabyte.
        }
        return ByteString.copyFrom(sgf.append(')').toString(), StandardCharsets.US_ASCII);
    }

    private static void importForever(ManagedChannel channel, ImportRecordRequest request) {
        Thread thread = new Thread(() -> {
            while (true) {
                try {
                    var unused = EnvironmentServiceGrpc.newBlockingStub(channel).importRecord(request);
                } catch (StatusRuntimeException e) {
                    System.err.println("import: " + e.getMessage());
                }
            }
        });
        thread.start();
    }

    /** Returns the spec of a large board full of chains with few liberties, and of an encoding. */
    private static EnvironmentSpec.Builder crowded(String encoding) {
        EnvironmentSpec.Builder spec = square(25).addEncodings(encoding);
        Random random = new Random(19);
        for (int point = 0; point < 25 * 25; point++) {
            // Every third diagonal is empty, so each stone has a liberty.
            if ((point / 25 + point % 25) % 3 != 0) {
                if (random.nextBoolean()) {
                    spec.getSetupBuilder().addBlackPoints(point);
                } else {
                    spec.getSetupBuilder().addWhitePoints(point);
                }
            }
        }
        return spec;
    }

    private static void batch(ManagedChannel channel, int laneCount, EnvironmentSpec.Builder spec) {
        BatchCall call = BatchCall.open(
                channel, OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(spec));
        while (true) {
            var unused = call.receive();
            call.reset(ResetBatch.newBuilder());
        }
    }

    /** Creates sessions that nobody closes. Each call that ends begins the next one. */
    private static void callForever(ManagedChannel channel, String token) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
        EnvironmentServiceFutureStub stub = EnvironmentServiceGrpc.newFutureStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
        CreateSessionRequest request = create(square(19)).build();
        for (int i = 0; i < CALLS_IN_PROGRESS; i++) {
            createForever(stub, request);
        }
    }

    private static void createForever(EnvironmentServiceFutureStub stub, CreateSessionRequest request) {
        // In an executor: a call that fails at once would begin the next one below itself.
        stub.createSession(request).addListener(() -> createForever(stub, request), ForkJoinPool.commonPool());
    }

    private static void plant(ManagedChannel channel, int count, String session) {
        TreeCall call = TreeCall.open(channel, OpenForest.newBuilder());
        TreeRoot.Builder[] roots = new TreeRoot.Builder[count];
        Arrays.fill(roots, TreeRoot.newBuilder().setSessionId(session));
        while (true) {
            List<Long> planted = call.plant(roots);
            var unused = call.ask(TreeCall.releasing(
                    planted.stream().mapToLong(Long::longValue).toArray()));
        }
    }

    private static void solve(ManagedChannel channel) {
        SolvePositionRequest.Builder request = SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder()
                        .setDrawing(DrawnPosition.newBuilder().addRows(".........")));
        request.getLimitsBuilder().setMaxTimeMs(Long.MAX_VALUE);
        AnalysisServiceGrpc.newStub(channel).solvePosition(request.build(), new StreamObserver<>() {
            @Override
            public void onNext(dev.tengen.proto.v1.SolvePositionResponse value) {}

            @Override
            public void onError(Throwable error) {}

            @Override
            public void onCompleted() {}
        });
    }
}
