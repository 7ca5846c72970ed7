package dev.tengen.client;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * One of several servers that seem to share a store: all forward to the same real server, but each answers for a
 * session only if the session is its own. It takes a session whose owner the client reports as unreachable.
 */
final class FakeReplica extends EnvironmentServiceGrpc.EnvironmentServiceImplBase
        implements ServerInterceptor, AutoCloseable {
    private static final Metadata.Key<String> UNREACHABLE =
            Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER);
    private static final io.grpc.Context.Key<String> REPORTED = io.grpc.Context.key("reported");

    /** How a replica answers calls on its own sessions. */
    enum Health {
        WELL,
        /** Executes calls, and answers none of them. */
        SILENT,
        /** Rejects calls, as a server that has lost its store. */
        WITHOUT_STORE
    }

    private final Map<String, String> owners;
    private final ManagedChannel channel;
    private final EnvironmentServiceBlockingStub real;
    private final Server server;
    private final String ownAddress;
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private volatile Health health = Health.WELL;
    private volatile String alias = "";

    /**
     * Starts a replica in front of the server at {@code address}; {@code owners} is the store that the replicas share.
     */
    FakeReplica(String address, Map<String, String> owners) throws IOException {
        this.owners = owners;
        channel = Channels.to(address).build();
        real = EnvironmentServiceGrpc.newBlockingStub(channel);
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(this)
                .intercept(this)
                .build()
                .start();
        ownAddress = "127.0.0.1:" + server.getPort();
    }

    String address() {
        return ownAddress;
    }

    void become(Health next) {
        health = next;
    }

    /** Gives {@code name} instead of the owner's address when a session is elsewhere. */
    void nameOwners(String name) {
        alias = name;
    }

    /** Returns what clients reported as unreachable, one text for each call that reported anything. */
    List<String> reports() {
        return reports;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String unreachable = headers.get(UNREACHABLE);
        if (unreachable != null) {
            reports.add(unreachable);
        }
        return io.grpc.Contexts.interceptCall(
                io.grpc.Context.current().withValue(REPORTED, unreachable == null ? "" : unreachable),
                call,
                headers,
                next);
    }

    @Override
    public void createSession(CreateSessionRequest request, StreamObserver<CreateSessionResponse> answer) {
        answer(answer, () -> {
            CreateSessionResponse created = real.createSession(request);
            owners.put(created.getSessionId(), address());
            return created;
        });
    }

    @Override
    public void step(StepRequest request, StreamObserver<StepResponse> answer) {
        own(request.getSessionId(), answer, () -> real.step(request));
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> answer) {
        own(request.getSessionId(), answer, () -> real.getSession(request));
    }

    private <R> void own(String id, StreamObserver<R> answer, Supplier<R> call) {
        String owner = owners.get(id);
        if (Arrays.asList(REPORTED.get().split(",")).contains(owner)) {
            owners.put(id, address());
        } else if (!address().equals(owner)) {
            answer.onError(elsewhere(alias.isEmpty() ? owner : alias));
            return;
        }
        answer(answer, call);
    }

    private <R> void answer(StreamObserver<R> answer, Supplier<R> call) {
        if (health == Health.WITHOUT_STORE) {
            answer.onError(Status.UNAVAILABLE.asRuntimeException(reason("STORE_FAILED")));
            return;
        }
        try {
            R response = call.get();
            if (health == Health.WELL) {
                answer.onNext(response);
                answer.onCompleted();
            }
        } catch (StatusRuntimeException e) {
            answer.onError(e);
        }
    }

    private static StatusRuntimeException elsewhere(String owner) {
        com.google.rpc.Status status = com.google.rpc.Status.newBuilder()
                .setCode(Status.Code.UNAVAILABLE.value())
                .setMessage("another server has the session")
                .addDetails(Any.pack(ErrorInfo.newBuilder()
                        .setReason("SESSION_ELSEWHERE")
                        .putMetadata("owner", owner)
                        .build()))
                .build();
        return StatusProto.toStatusRuntimeException(status, reason("SESSION_ELSEWHERE"));
    }

    private static Metadata reason(String reason) {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER), reason);
        return trailers;
    }

    @Override
    public void close() {
        server.shutdownNow();
        channel.shutdownNow();
    }
}
