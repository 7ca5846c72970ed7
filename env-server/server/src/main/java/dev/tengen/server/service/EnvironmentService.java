package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.PlayerException;
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
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.UndoResponse;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.convert.EpisodeConverter;
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.convert.TaskConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.ChosenAction;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import dev.tengen.sgf.GameRecord;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code tengen.v1.EnvironmentService}. Thread-safe. */
public final class EnvironmentService extends EnvironmentServiceGrpc.EnvironmentServiceImplBase {
    private static final int DEFAULT_PAGE_SIZE = 100;
    private static final int MAX_PAGE_SIZE = 1000;

    private final Sessions sessions;
    private final GetServerInfoResponse info;
    private final SessionCalls calls;
    private final OpeningCalls openings;

    /** Creates the service of {@code sessions}; {@code info} is the response of GetServerInfo. */
    public EnvironmentService(Sessions sessions, GetServerInfoResponse info) {
        this.sessions = sessions;
        this.info = info;
        calls = new SessionCalls(sessions);
        openings = new OpeningCalls(sessions);
    }

    @Override
    public void getServerInfo(GetServerInfoRequest request, StreamObserver<GetServerInfoResponse> observer) {
        new UnaryCall<>(observer).respond(() -> InfoConverter.answer(request, info, sessions.budget()));
    }

    @Override
    public void createSession(CreateSessionRequest request, StreamObserver<CreateSessionResponse> observer) {
        UnaryCall<CreateSessionResponse> call = new UnaryCall<>(observer);
        open(call, request.getRequestId(), request, new CreateCall(sessions, request));
    }

    @Override
    public void restore(RestoreRequest request, StreamObserver<RestoreResponse> observer) {
        UnaryCall<RestoreResponse> call = new UnaryCall<>(observer);
        open(call, request.getRequestId(), request, new RestoreCall(sessions, request));
    }

    @Override
    public void importRecord(ImportRecordRequest request, StreamObserver<ImportRecordResponse> observer) {
        UnaryCall<ImportRecordResponse> call = new UnaryCall<>(observer);
        open(call, request.getRequestId(), request, new ImportCall(sessions, request));
    }

    private <T> void open(UnaryCall<T> call, String requestId, MessageLite request, OpeningCalls.Opening<T> opening) {
        call.run(() -> openings.respond(call, call.key(requestId, request), opening));
    }

    @Override
    public void fork(ForkRequest request, StreamObserver<ForkResponse> observer) {
        UnaryCall<ForkResponse> call = new UnaryCall<>(observer);
        call.run(() -> fork(call, request, call.key(request.getRequestId(), request)));
    }

    private void fork(UnaryCall<ForkResponse> call, ForkRequest request, RequestKey key) {
        calls.lease(
                call,
                request.getSessionId(),
                true,
                source -> openings.respond(call, key, new ForkCall(sessions, source, request)));
    }

    @Override
    public void reset(ResetRequest request, StreamObserver<ResetResponse> observer) {
        calls.change(
                new UnaryCall<>(observer),
                new KeyedRequest(request.getSessionId(), request.getRequestId(), request),
                (session, key) -> reset(session, key, request));
    }

    private static ResetResponse reset(Session session, RequestKey key, ResetRequest request) {
        OptionalLong seed = request.hasSeed() ? OptionalLong.of(request.getSeed()) : OptionalLong.empty();
        return session.reset(key, seed, () -> TaskConverter.toCore(request.getTaskOptions()), SessionConverter::reset);
    }

    @Override
    public void step(StepRequest request, StreamObserver<StepResponse> observer) {
        UnaryCall<StepResponse> call = new UnaryCall<>(observer);
        ExpectedState expected = SessionConverter.expected(request).of(call.principal());
        calls.change(
                call,
                new KeyedRequest(request.getSessionId(), request.getRequestId(), request),
                (session, key) -> session.step(key, request.getAction(), expected, SessionConverter::stepped));
    }

    @Override
    public void proposeDeadStones(
            ProposeDeadStonesRequest request, StreamObserver<ProposeDeadStonesResponse> observer) {
        UnaryCall<ProposeDeadStonesResponse> call = new UnaryCall<>(observer);
        ExpectedState expected = SessionConverter.expected(request).of(call.principal());
        calls.change(
                call,
                new KeyedRequest(request.getSessionId(), request.getRequestId(), request),
                (session, key) ->
                        session.proposeDead(key, deadStones(session, request), expected, SessionConverter::proposed));
    }

    private static Supplier<PointSet> deadStones(Session session, ProposeDeadStonesRequest request) {
        return () -> SpecConverter.points(
                "dead_points", request.getDeadPointsList(), session.spec().grid());
    }

    @Override
    public void undo(UndoRequest request, StreamObserver<UndoResponse> observer) {
        ExpectedState expected = SessionConverter.expected(request);
        calls.change(
                new UnaryCall<>(observer),
                new KeyedRequest(request.getSessionId(), request.getRequestId(), request),
                (session, key) -> session.undo(key, request.getMoveCount(), expected, SessionConverter::undone));
    }

    @Override
    public void legalActions(LegalActionsRequest request, StreamObserver<LegalActionsResponse> observer) {
        calls.read(new UnaryCall<>(observer), request.getSessionId(), EpisodeConverter::legalActions);
    }

    @Override
    public void score(ScoreRequest request, StreamObserver<ScoreResponse> observer) {
        calls.respond(new UnaryCall<>(observer), request.getSessionId(), session -> score(session, request));
    }

    private static ScoreResponse score(Session session, ScoreRequest request) {
        return session.read(environment -> EpisodeConverter.score(
                environment, request.getDeadPointsList(), request.getOverlaysList(), session.preset()));
    }

    @Override
    public void observe(ObserveRequest request, StreamObserver<ObserveResponse> observer) {
        calls.read(
                new UnaryCall<>(observer),
                request.getSessionId(),
                environment -> EpisodeConverter.observe(environment, request));
    }

    @Override
    public void chooseAction(ChooseActionRequest request, StreamObserver<ChooseActionResponse> observer) {
        UnaryCall<ChooseActionResponse> call = new UnaryCall<>(observer);
        ExpectedState expected = ExpectedState.ANY.of(call.principal());
        calls.respond(
                call,
                request.getSessionId(),
                session -> sessions.executors().forPlayer(session, request.getPlayer()),
                session -> chooseAction(session, request, expected));
    }

    private static ChooseActionResponse chooseAction(
            Session session, ChooseActionRequest request, ExpectedState expected) {
        BuiltInPlayer player = SpecConverter.builtInPlayer("player", request.getPlayer());
        try {
            return SessionConverter.chosen(ChosenAction.of(session, player, request.getSeed(), expected));
        } catch (PlayerException e) {
            throw CallException.of(
                            Reason.INVALID_VALUE,
                            "player \"" + CallException.shown(request.getPlayer()) + "\" cannot move here: "
                                    + e.getMessage())
                    .with("field", "player");
        }
    }

    @Override
    public void snapshot(SnapshotRequest request, StreamObserver<SnapshotResponse> observer) {
        calls.respond(new UnaryCall<>(observer), request.getSessionId(), EnvironmentService::snapshot);
    }

    private static SnapshotResponse snapshot(Session session) {
        return SnapshotResponse.newBuilder()
                .setSnapshot(session.read(environment -> SnapshotConverter.toBytes(environment, session.preset())))
                .build();
    }

    @Override
    public void exportRecord(ExportRecordRequest request, StreamObserver<ExportRecordResponse> observer) {
        calls.respond(new UnaryCall<>(observer), request.getSessionId(), EnvironmentService::exportRecord);
    }

    private static ExportRecordResponse exportRecord(Session session) {
        GameRecord record = session.read(environment -> EpisodeSgf.record(environment, session.preset()));
        return ExportRecordResponse.newBuilder().setSgf(record.toSgf()).build();
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> observer) {
        calls.respond(new UnaryCall<>(observer), request.getSessionId(), SessionConverter::described);
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> observer) {
        calls.respond(new UnaryCall<>(observer), request.getSessionId(), this::executorForClose, this::close);
    }

    private CallExecutor executorForClose(Session session) {
        session.cancellation().cancel(); // First, so that closing need not wait for them.
        return sessions.executors().forClose(session);
    }

    private CloseSessionResponse close(Session session) {
        sessions.close(session.id());
        return CloseSessionResponse.getDefaultInstance();
    }

    @Override
    public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsResponse> observer) {
        UnaryCall<ListSessionsResponse> call = new UnaryCall<>(observer);
        call.run(() -> list(call, pageSize(request.getPageSize()), lastNumber(request.getPageToken())));
    }

    private void list(UnaryCall<ListSessionsResponse> call, int size, long last) {
        Principal caller = call.principal();
        // One more entry than fits says whether another page follows.
        call.respond(
                sessions.executors().forStore(),
                () -> SessionConverter.page(sessions.directory().openedAfter(caller, last, size + 1), size));
    }

    private static int pageSize(int requested) {
        if (requested < 0 || requested > MAX_PAGE_SIZE) {
            throw InvalidValueException.outside("page_size", Integer.toUnsignedString(requested), 0, MAX_PAGE_SIZE);
        }
        return requested == 0 ? DEFAULT_PAGE_SIZE : requested;
    }

    private static long lastNumber(String pageToken) {
        try {
            return pageToken.isEmpty() ? 0 : Long.parseLong(pageToken);
        } catch (NumberFormatException e) {
            throw CallException.invalid("page_token", "\"" + pageToken + "\"", "one that ListSessions returned");
        }
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> observer) {
        WatchStream stream = WatchStream.open((ServerCallStreamObserver<WatchResponse>) observer);
        calls.lease(stream, request.getSessionId(), false, stream::watch);
    }
}
