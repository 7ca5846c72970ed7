package dev.tengen.server.service;

import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.ChooseActionResponse;
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
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code tengen.v1.EnvironmentService} over a registry of sessions. Thread-safe. */
public final class EnvironmentService extends EnvironmentServiceGrpc.EnvironmentServiceImplBase {
    private static final int MAX_REQUEST_ID_BYTES = 64;

    private final Sessions sessions;
    private final GetServerInfoResponse info;

    /** Makes the service; {@code info} is what GetServerInfo answers, without encodings of families. */
    public EnvironmentService(Sessions sessions, GetServerInfoResponse info) {
        this.sessions = sessions;
        this.info = info;
    }

    @Override
    public void getServerInfo(GetServerInfoRequest request, StreamObserver<GetServerInfoResponse> observer) {
        Answers.answer(observer, () -> InfoConverter.answer(request, info));
    }

    @Override
    public void createSession(CreateSessionRequest request, StreamObserver<CreateSessionResponse> observer) {
        answer(
                observer,
                request.getRequestId(),
                () -> sessions.executorFor(request.getSpec()),
                () -> sessions.create(request));
    }

    @Override
    public void reset(ResetRequest request, StreamObserver<ResetResponse> observer) {
        answer(observer, request.getRequestId(), request.getSessionId(), session -> session.reset(request));
    }

    @Override
    public void step(StepRequest request, StreamObserver<StepResponse> observer) {
        answer(observer, request.getRequestId(), request.getSessionId(), session -> session.step(request));
    }

    @Override
    public void proposeDeadStones(
            ProposeDeadStonesRequest request, StreamObserver<ProposeDeadStonesResponse> observer) {
        answer(observer, request.getRequestId(), request.getSessionId(), session -> session.propose(request));
    }

    @Override
    public void legalActions(LegalActionsRequest request, StreamObserver<LegalActionsResponse> observer) {
        answer(observer, "", request.getSessionId(), Session::legalActions);
    }

    @Override
    public void score(ScoreRequest request, StreamObserver<ScoreResponse> observer) {
        answer(observer, "", request.getSessionId(), session -> session.score(request));
    }

    @Override
    public void observe(ObserveRequest request, StreamObserver<ObserveResponse> observer) {
        answer(observer, "", request.getSessionId(), session -> session.observe(request));
    }

    @Override
    public void chooseAction(ChooseActionRequest request, StreamObserver<ChooseActionResponse> observer) {
        answer(
                observer,
                "",
                () -> sessions.executorFor(request),
                () -> sessions.get(request.getSessionId()).chooseAction(request));
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> observer) {
        answer(observer, "", request.getSessionId(), Session::describe);
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> observer) {
        answer(observer, "", request.getSessionId(), session -> {
            sessions.close(request.getSessionId());
            return CloseSessionResponse.getDefaultInstance();
        });
    }

    @Override
    public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsResponse> observer) {
        Answers.answer(observer, () -> sessions.list(request));
    }

    @Override
    public void fork(ForkRequest request, StreamObserver<ForkResponse> observer) {
        answer(
                observer,
                request.getRequestId(),
                () -> sessions.executorForFork(request.getSessionId()),
                () -> sessions.fork(request));
    }

    @Override
    public void snapshot(SnapshotRequest request, StreamObserver<SnapshotResponse> observer) {
        answer(
                observer,
                "",
                request.getSessionId(),
                session -> SnapshotResponse.newBuilder()
                        .setSnapshot(session.snapshot())
                        .build());
    }

    @Override
    public void restore(RestoreRequest request, StreamObserver<RestoreResponse> observer) {
        answer(
                observer,
                request.getRequestId(),
                () -> sessions.executorFor(request.getSnapshot()),
                () -> sessions.restore(request));
    }

    @Override
    public void exportRecord(ExportRecordRequest request, StreamObserver<ExportRecordResponse> observer) {
        answer(observer, "", request.getSessionId(), Session::exportRecord);
    }

    @Override
    public void importRecord(ImportRecordRequest request, StreamObserver<ImportRecordResponse> observer) {
        answer(
                observer,
                request.getRequestId(),
                () -> sessions.executorFor(request.getSpec()),
                () -> sessions.importRecord(request));
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> observer) {
        try {
            WatchStream.open(sessions.get(request.getSessionId()), (ServerCallStreamObserver<WatchResponse>) observer);
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }

    private static void requireRequestId(String requestId) {
        int length = requestId.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_REQUEST_ID_BYTES) {
            throw CallException.invalid(
                    "request_id", "of " + length + " bytes", "one of at most " + MAX_REQUEST_ID_BYTES + " bytes");
        }
    }

    /** Answers a call on a session where the session says. */
    private <T> void answer(StreamObserver<T> observer, String requestId, String sessionId, Function<Session, T> call) {
        Session session;
        try {
            requireRequestId(requestId);
            session = sessions.get(sessionId);
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
            return;
        }
        answerIn(session.executor(), observer, () -> call.apply(session));
    }

    /** Answers a call that makes a session in {@code executor}. */
    private static <T> void answer(
            StreamObserver<T> observer, String requestId, Supplier<Executor> executor, Supplier<T> call) {
        Executor chosen;
        try {
            requireRequestId(requestId);
            chosen = executor.get();
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
            return;
        }
        answerIn(chosen, observer, call);
    }

    private static <T> void answerIn(Executor executor, StreamObserver<T> observer, Supplier<T> call) {
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            // The client may go away while an engine thinks; then nobody is told, and that is no error.
            stream.setOnCancelHandler(() -> {});
        }
        try {
            executor.execute(() -> Answers.answer(observer, call));
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }
}
