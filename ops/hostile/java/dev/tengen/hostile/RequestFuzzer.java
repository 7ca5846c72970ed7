package dev.tengen.hostile;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.session.SessionLimits;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Turns the bytes of an input into requests over all RPCs and streams, and sends them to a server in this process. The
 * same {@link RequestGenerator} as in the {@link HostileMix} makes the requests; the input makes its choices. Use it
 * from one thread.
 */
final class RequestFuzzer implements AutoCloseable {
    private static final int MAX_ANSWER_BYTES = 80 << 20;
    private static final int MAX_REQUEST_COUNT = 64;
    private static final int MAX_BURST = 4;
    private static final long CALL_TIMEOUT_MS = 1_000;
    private static final long WATCH_TIMEOUT_MS = 20;
    private static final int MAX_SESSION_COUNT = 1_000;
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
    private static final MemoryLimits MEMORY = new MemoryLimits(128L << 20, 64L << 20, Map.of());

    private final TengenServer server;
    private final ManagedChannel channel;
    private final GetServerInfoResponse info;
    private final MixTally tally = new MixTally();
    private final List<ServerMethod> methods = ServerMethod.all();

    private RequestFuzzer(TengenServer server) {
        this.server = server;
        channel = NettyChannelBuilder.forTarget(server.endpoint().toString())
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .build();
        info = EnvironmentServiceGrpc.newBlockingStub(channel).getServerInfo(GetServerInfoRequest.getDefaultInstance());
    }

    /** Starts a server with an arena, whose database is in {@code folder}. */
    static RequestFuzzer start(Path folder) throws IOException {
        ArenaSettings arena = new ArenaSettings(folder.resolve("arena.db").toString());
        return new RequestFuzzer(TengenServer.start(
                ServerConfig.DEFAULT
                        .listeningAt("127.0.0.1", 0)
                        .withSessionLimits(new SessionLimits(MAX_SESSION_COUNT, IDLE_TIMEOUT))
                        .withMemoryLimits(MEMORY)
                        .withDrainLimit(Duration.ofSeconds(1)),
                List.of(),
                List.of(context -> ArenaModule.open(arena, context))));
    }

    /** Returns the outcomes of the requests of all inputs so far. */
    MixTally tally() {
        return tally;
    }

    /**
     * Sends the requests that {@code input} describes, at most {@value #MAX_REQUEST_COUNT} bursts, and then closes the
     * sessions and streams that they opened.
     *
     * @throws AssertionError if the server answers with a status that no client may cause
     */
    void send(byte[] input) throws InterruptedException {
        InputRandom random = new InputRandom(input);
        KnownValues known = new KnownValues(info);
        RequestGenerator generator = new RequestGenerator(random, known, () -> true);
        Map<String, HostileStream> streams = new HashMap<>();
        try {
            send(method("CreateSession"), generator, known, random);
            for (int count = 0; count < MAX_REQUEST_COUNT && !random.isExhausted(); count++) {
                ServerMethod method = ServerMethod.any(methods, random);
                if (method.isUnary() || method.isServerStream()) {
                    send(method, generator, known, random);
                } else {
                    sendBurst(method, generator, known, random, streams);
                }
            }
        } finally {
            streams.values().forEach(HostileStream::cancel);
            closeSessions(known);
        }
        List<String> faults = tally.faults();
        if (!faults.isEmpty()) {
            throw new AssertionError("the server answered " + faults);
        }
    }

    private ServerMethod method(String name) {
        return methods.stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void send(ServerMethod method, RequestGenerator generator, KnownValues known, InputRandom random) {
        byte[] request = generator.request(method);
        long timeout = method.isServerStream() ? WATCH_TIMEOUT_MS : CALL_TIMEOUT_MS;
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeout, TimeUnit.MILLISECONDS);
        tally.sent();
        try {
            Iterator<byte[]> answers = ClientCalls.blockingServerStreamingCall(channel, method.raw(), options, request);
            while (answers.hasNext()) {
                tally.answered(method.fullName());
                known.learn(method.answerParser().parseFrom(answers.next()), random);
            }
        } catch (StatusRuntimeException e) {
            tally.ended(
                    method.fullName(),
                    e.getStatus(),
                    Optional.ofNullable(e.getTrailers()).orElseGet(Metadata::new));
            if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
                known.removeSession(generator.session());
            }
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("the server sent no message of " + method.fullName(), e);
        }
    }

    /** Sends requests on the open stream of {@code method}, or on a new one, and waits for each answer. */
    private void sendBurst(
            ServerMethod method,
            RequestGenerator generator,
            KnownValues known,
            InputRandom random,
            Map<String, HostileStream> streams)
            throws InterruptedException {
        HostileStream stream = streams.get(method.fullName());
        if (stream == null || stream.isEnded()) {
            // Answers come on another thread, which must not take bytes of the input.
            stream = new HostileStream(method, channel, generator, known, tally, new Random(1), 1, true, refusal -> {})
                    .start();
            streams.put(method.fullName(), stream);
        }
        boolean isAnswered = !method.name().equals("Play");
        for (int count = 1 + random.nextInt(MAX_BURST); count > 0 && stream.send(); count--) {
            stream.awaitAnswer(isAnswered ? CALL_TIMEOUT_MS : WATCH_TIMEOUT_MS);
        }
    }

    private void closeSessions(KnownValues known) {
        var stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        Random random = new Random(1);
        for (Optional<KnownValues.Session> open = known.session(random);
                open.isPresent();
                open = known.session(random)) {
            String id = open.get().id();
            known.removeSession(id);
            try {
                stub.withDeadlineAfter(CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                        .closeSession(CloseSessionRequest.newBuilder()
                                .setSessionId(id)
                                .build());
            } catch (StatusRuntimeException e) {
                // A request has closed it, or it has expired.
            }
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }
}
