package dev.tengen.server.service;

import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CloseSessionResponse;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ExportRecordResponse;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ProposeDeadStonesResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RestoreResponse;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.SnapshotResponse;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Errors;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** {@code tengen.v1.EnvironmentService} over a registry of sessions. Thread-safe. */
public final class EnvironmentService extends EnvironmentServiceGrpc.EnvironmentServiceImplBase {
    private static final int MAX_REQUEST_ID_BYTES = 64;

    private final Sessions sessions;
    private final GetServerInfoResponse info;

    /** Makes the service; {@code info} is what GetServerInfo answers. */
    public EnvironmentService(Sessions sessions, GetServerInfoResponse info) {
        this.sessions = sessions;
        this.info = info;
    }

    @Override
    public void getServerInfo(GetServerInfoRequest request, StreamObserver<GetServerInfoResponse> observer) {
        answer(observer, () -> info);
    }

    @Override
    public void createSession(CreateSessionRequest request, StreamObserver<CreateSessionResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return sessions.create(request);
        });
    }

    @Override
    public void reset(ResetRequest request, StreamObserver<ResetResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return session(request.getSessionId()).reset(request);
        });
    }

    @Override
    public void step(StepRequest request, StreamObserver<StepResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return session(request.getSessionId()).step(request);
        });
    }

    @Override
    public void proposeDeadStones(
            ProposeDeadStonesRequest request, StreamObserver<ProposeDeadStonesResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return session(request.getSessionId()).propose(request);
        });
    }

    @Override
    public void legalActions(LegalActionsRequest request, StreamObserver<LegalActionsResponse> observer) {
        answer(observer, () -> session(request.getSessionId()).legalActions());
    }

    @Override
    public void score(ScoreRequest request, StreamObserver<ScoreResponse> observer) {
        answer(observer, () -> session(request.getSessionId()).score(request));
    }

    @Override
    public void observe(ObserveRequest request, StreamObserver<ObserveResponse> observer) {
        answer(observer, () -> session(request.getSessionId()).observe(request));
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> observer) {
        answer(observer, () -> session(request.getSessionId()).describe());
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> observer) {
        answer(observer, () -> {
            sessions.close(request.getSessionId());
            return CloseSessionResponse.getDefaultInstance();
        });
    }

    @Override
    public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsResponse> observer) {
        answer(observer, () -> sessions.list(request));
    }

    @Override
    public void fork(ForkRequest request, StreamObserver<ForkResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return sessions.fork(request);
        });
    }

    @Override
    public void snapshot(SnapshotRequest request, StreamObserver<SnapshotResponse> observer) {
        answer(
                observer,
                () -> SnapshotResponse.newBuilder()
                        .setSnapshot(session(request.getSessionId()).snapshot())
                        .build());
    }

    @Override
    public void restore(RestoreRequest request, StreamObserver<RestoreResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return sessions.restore(request);
        });
    }

    @Override
    public void exportRecord(ExportRecordRequest request, StreamObserver<ExportRecordResponse> observer) {
        answer(observer, () -> session(request.getSessionId()).exportRecord());
    }

    @Override
    public void importRecord(ImportRecordRequest request, StreamObserver<ImportRecordResponse> observer) {
        answer(observer, () -> {
            requireRequestId(request.getRequestId());
            return sessions.importRecord(request);
        });
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> observer) {
        try {
            WatchStream.open(session(request.getSessionId()), (ServerCallStreamObserver<WatchResponse>) observer);
        } catch (RuntimeException | Error e) {
            observer.onError(Errors.toStatus(e));
        }
    }

    private Session session(String id) {
        return sessions.get(id);
    }

    private static void requireRequestId(String requestId) {
        int length = requestId.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_REQUEST_ID_BYTES) {
            throw CallException.invalid(
                    "request_id", "of " + length + " bytes", "one of at most " + MAX_REQUEST_ID_BYTES + " bytes");
        }
    }

    private static <T> void answer(StreamObserver<T> observer, Supplier<T> call) {
        T response;
        try {
            response = call.get();
        } catch (RuntimeException | Error e) {
            observer.onError(Errors.toStatus(e));
            return;
        }
        observer.onNext(response);
        observer.onCompleted();
    }
}
