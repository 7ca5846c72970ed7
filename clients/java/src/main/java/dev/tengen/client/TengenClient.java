package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.RestoreRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A connection to a server.
 *
 * <p>Thread-safe. Every call that changes something carries a request id and is tried again while the server cannot be
 * reached; the id makes sure that it acts once.
 *
 * <pre>{@code
 * try (TengenClient client = TengenClient.connect("127.0.0.1:9019");
 *         TengenSession session = client.createSession(SessionSpec.of(9, 9))) {
 *     Timestep timestep = session.reset(1);
 *     while (!timestep.isOver()) {
 *         timestep = session.step(choose(timestep.actionMask()));
 *     }
 *     System.out.println(session.score().text());
 * }
 * }</pre>
 */
public final class TengenClient implements AutoCloseable {
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** Safe for every call, since changing ones carry a request id. gRPC wants numbers as doubles here. */
    private static final Map<String, Object> RETRIES = Map.of(
            "methodConfig",
            List.of(Map.of(
                    "name",
                    List.of(Map.of("service", EnvironmentServiceGrpc.SERVICE_NAME)),
                    "retryPolicy",
                    Map.of(
                            "maxAttempts",
                            5.0,
                            "initialBackoff",
                            "0.05s",
                            "maxBackoff",
                            "1s",
                            "backoffMultiplier",
                            2.0,
                            "retryableStatusCodes",
                            List.of("UNAVAILABLE")))));

    private final ManagedChannel channel;
    private final EnvironmentServiceBlockingStub stub;
    private final Duration timeout;

    private TengenClient(ManagedChannel channel, Duration timeout) {
        this.channel = channel;
        this.stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        this.timeout = timeout;
    }

    /** Returns a client of the server at {@code address}, as in "127.0.0.1:9019". It connects at the first call. */
    public static TengenClient connect(String address) {
        return connect(address, Duration.ofSeconds(10));
    }

    /** Returns a client whose calls fail when they have taken longer than {@code timeout}, retries included. */
    public static TengenClient connect(String address, Duration timeout) {
        ManagedChannel channel = Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .defaultServiceConfig(RETRIES)
                .enableRetry()
                .build();
        return new TengenClient(channel, timeout);
    }

    /** Returns what the server offers. */
    public ServerInfo serverInfo() {
        return Messages.serverInfo(
                Failures.translate(() -> stub().getServerInfo(GetServerInfoRequest.getDefaultInstance())));
    }

    /** Makes a session. Throws {@link TengenException} where a value of {@code spec} is not allowed. */
    public TengenSession createSession(SessionSpec spec) {
        CreateSessionRequest request =
                spec.toRequest().setRequestId(newRequestId()).build();
        CreateSessionResponse response = Failures.translate(() -> stub().createSession(request));
        return new TengenSession(this, response);
    }

    /**
     * Makes a session from the bytes of {@link TengenSession#snapshot}, taken at this server or another. Throws {@link
     * TengenException} where they are damaged or not a snapshot.
     */
    public TengenSession restore(byte[] snapshot) {
        RestoreRequest request = RestoreRequest.newBuilder()
                .setRequestId(newRequestId())
                .setSnapshot(ByteString.copyFrom(snapshot))
                .build();
        return new TengenSession(
                this, Failures.translate(() -> stub().restore(request)).getSession());
    }

    /**
     * Makes a session that stands after all moves of the first game in {@code sgf}. Throws {@link TengenException} where
     * it cannot be read or a move is illegal.
     */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec) {
        return importRecord(ImportRecordRequest.newBuilder(), sgf, spec);
    }

    /** Makes a session that stands after the first {@code moveNumber} moves of the first game in {@code sgf}. */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec, int moveNumber) {
        return importRecord(ImportRecordRequest.newBuilder().setMoveNumber(moveNumber), sgf, spec);
    }

    private TengenSession importRecord(ImportRecordRequest.Builder request, byte[] sgf, SessionSpec spec) {
        CreateSessionRequest made = spec.toRequest().build();
        request.setRequestId(newRequestId()).setSgf(ByteString.copyFrom(sgf)).setSpec(made.getSpec());
        if (made.hasSeed()) {
            request.setSeed(made.getSeed());
        }
        return new TengenSession(
                this,
                Failures.translate(() -> stub().importRecord(request.build())).getSession());
    }

    /** Returns all open sessions of the server, those made first first. */
    public List<SessionSummary> listSessions() {
        List<SessionSummary> sessions = new ArrayList<>();
        String token = "";
        do {
            ListSessionsRequest request =
                    ListSessionsRequest.newBuilder().setPageToken(token).build();
            ListSessionsResponse page = Failures.translate(() -> stub().listSessions(request));
            page.getSessionsList().forEach(session -> sessions.add(Messages.summary(session)));
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return sessions;
    }

    /** Returns a stub whose calls last as long as they like, for streams. */
    EnvironmentServiceBlockingStub streamStub() {
        return stub;
    }

    /** Returns a stub whose calls must end in time. */
    EnvironmentServiceBlockingStub stub() {
        return stub.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    static String newRequestId() {
        return UUID.randomUUID().toString();
    }

    /** Disconnects. Sessions that are not closed stay open at the server until they expire. */
    @Override
    public void close() {
        channel.shutdownNow();
    }
}
