package dev.tengen.server.service;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;
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
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ProposeDeadStonesResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RestoreResponse;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.SnapshotContent;
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
import dev.tengen.server.convert.RecordImport;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.convert.TaskConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code tengen.v1.EnvironmentService}. Thread-safe. */
public final class EnvironmentService extends EnvironmentServiceGrpc.EnvironmentServiceImplBase {
    private static final int MAX_REQUEST_ID_BYTES = 64;
    private static final int DEFAULT_PAGE_SIZE = 100;
    private static final int MAX_PAGE_SIZE = 1000;

    /** Up to this length, a record is read on a thread of the transport: about 700 moves, which take a few milliseconds. */
    private static final int MAX_INLINE_RECORD_BYTES = 4096;

    /** Up to this length, a snapshot is restored on a thread of the transport: at most 1,000 moves or so. */
    private static final int MAX_INLINE_SNAPSHOT_BYTES = 1024;

    private final Sessions sessions;
    private final GetServerInfoResponse info;
    private final IdempotencyCache responses;
    private final SessionCalls calls;

    /** Creates the service of {@code sessions}; {@code info} is the response of GetServerInfo. */
    public EnvironmentService(Sessions sessions, GetServerInfoResponse info) {
        this.sessions = sessions;
        this.info = info;
        calls = new SessionCalls(sessions);
        responses = new IdempotencyCache(Ticker.systemTicker(), sessions.budget());
    }

    @Override
    public void getServerInfo(GetServerInfoRequest request, StreamObserver<GetServerInfoResponse> observer) {
        UnaryCalls.respond(observer, () -> InfoConverter.answer(request, info, sessions.budget()));
    }

    @Override
    public void createSession(CreateSessionRequest request, StreamObserver<CreateSessionResponse> observer) {
        Set<Seat.Place> seats = SessionConverter.seats(request);
        opening(
                observer,
                request.getRequestId(),
                request,
                () -> executorFor(request.getSpec(), false),
                session -> SessionConverter.created(session, tokens(session, seats)),
                caller -> create(caller, request, seats));
    }

    private Map<Seat.Place, String> tokens(OpenedSession session, Set<Seat.Place> seats) {
        return seats.stream()
                .collect(Collectors.toMap(seat -> seat, seat -> sessions.seatToken(session.getSessionId(), seat)));
    }

    private SessionLease create(Opener caller, CreateSessionRequest request, Set<Seat.Place> seats) {
        if (!request.hasSpec()) {
            throw CallException.invalid("spec", "missing", "a spec");
        }
        EnvironmentSpec spec = SpecConverter.toCore(request.getSpec(), sessions.engines());
        RulesPreset preset = RulesConverter.preset(request.getSpec().getRules());
        OptionalLong seed = request.hasSeed() ? OptionalLong.of(request.getSeed()) : OptionalLong.empty();
        SessionLease lease = sessions.create(caller.opening(request.getIdleTimeoutMs()), spec, preset, seed);
        if (!seats.isEmpty()) {
            try {
                sessions.openSeats(lease.session(), seats);
            } catch (RuntimeException | Error e) {
                lease.close();
                sessions.discard(lease.session());
                throw e;
            }
        }
        return lease;
    }

    @Override
    public void reset(ResetRequest request, StreamObserver<ResetResponse> observer) {
        OptionalLong seed = request.hasSeed() ? OptionalLong.of(request.getSeed()) : OptionalLong.empty();
        changing(
                observer,
                request.getSessionId(),
                request.getRequestId(),
                request,
                (session, key) -> session.reset(
                        key, seed, () -> TaskConverter.toCore(request.getTaskOptions()), SessionConverter::reset));
    }

    @Override
    public void step(StepRequest request, StreamObserver<StepResponse> observer) {
        ExpectedState expected = SessionConverter.expected(request).of(PrincipalContext.current());
        changing(
                observer,
                request.getSessionId(),
                request.getRequestId(),
                request,
                (session, key) -> session.step(key, request.getAction(), expected, SessionConverter::stepped));
    }

    @Override
    public void proposeDeadStones(
            ProposeDeadStonesRequest request, StreamObserver<ProposeDeadStonesResponse> observer) {
        ExpectedState expected = SessionConverter.expected(request).of(PrincipalContext.current());
        changing(
                observer,
                request.getSessionId(),
                request.getRequestId(),
                request,
                (session, key) -> session.proposeDead(
                        key,
                        () -> SpecConverter.points(
                                "dead_points",
                                request.getDeadPointsList(),
                                session.spec().grid()),
                        expected,
                        SessionConverter::proposed));
    }

    @Override
    public void undo(UndoRequest request, StreamObserver<UndoResponse> observer) {
        ExpectedState expected = SessionConverter.expected(request);
        changing(
                observer,
                request.getSessionId(),
                request.getRequestId(),
                request,
                (session, key) -> session.undo(key, request.getMoveCount(), expected, SessionConverter::undone));
    }

    @Override
    public void legalActions(LegalActionsRequest request, StreamObserver<LegalActionsResponse> observer) {
        on(observer, request.getSessionId(), session -> session.read(EpisodeConverter::legalActions));
    }

    @Override
    public void score(ScoreRequest request, StreamObserver<ScoreResponse> observer) {
        on(
                observer,
                request.getSessionId(),
                session -> session.read(environment -> EpisodeConverter.score(
                        environment, request.getDeadPointsList(), request.getOverlaysList(), session.preset())));
    }

    @Override
    public void observe(ObserveRequest request, StreamObserver<ObserveResponse> observer) {
        on(
                observer,
                request.getSessionId(),
                session -> session.read(environment -> EpisodeConverter.observe(environment, request)));
    }

    @Override
    public void chooseAction(ChooseActionRequest request, StreamObserver<ChooseActionResponse> observer) {
        ExpectedState expected = ExpectedState.ANY.of(PrincipalContext.current());
        on(observer, request.getSessionId(), session -> sessions.executorFor(session, request.getPlayer()), session -> {
            BuiltInPlayer player = SpecConverter.builtInPlayer("player", request.getPlayer());
            try {
                return SessionConverter.chosen(session.chooseAction(player, request.getSeed(), expected));
            } catch (PlayerException e) {
                throw CallException.of(
                                Reason.INVALID_VALUE,
                                "player \"" + CallException.shown(request.getPlayer()) + "\" cannot move here: "
                                        + e.getMessage())
                        .with("field", "player");
            }
        });
    }

    @Override
    public void getSession(GetSessionRequest request, StreamObserver<GetSessionResponse> observer) {
        on(observer, request.getSessionId(), SessionConverter::described);
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> observer) {
        calls.run(observer, request.getSessionId(), (lease, token) -> {
            lease.session().cancelCalls(); // First, so that closing need not wait for them.
            UnaryCalls.respond(observer, lease, token, sessions::executorForClose, session -> {
                sessions.close(session.id());
                return DurableResponse.after(session, CloseSessionResponse.getDefaultInstance());
            });
        });
    }

    @Override
    public void listSessions(ListSessionsRequest request, StreamObserver<ListSessionsResponse> observer) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            int size = pageSize(request.getPageSize());
            long last = lastNumber(request.getPageToken());
            UnaryCalls.respond(
                    observer,
                    sessions::storeCalls,
                    // One more entry than fits says whether another page follows.
                    call -> SessionConverter.page(sessions.openedAfter(caller, last, size + 1), size));
        });
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
    public void fork(ForkRequest request, StreamObserver<ForkResponse> observer) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            requireRequestId(request.getRequestId());
            calls.run(
                    observer,
                    request.getSessionId(),
                    (source, token) -> UnaryCalls.failOnError(
                            observer,
                            source,
                            () -> open(
                                    observer,
                                    token.get(),
                                    UnaryCalls.key(caller, request.getRequestId(), request),
                                    caller,
                                    () -> sessions.executorForFork(source.session()),
                                    source::close,
                                    session -> ForkResponse.newBuilder()
                                            .setSession(session)
                                            .build(),
                                    opener -> fork(opener, source.session(), request))));
        });
    }

    private SessionLease fork(Opener caller, Session source, ForkRequest request) {
        SessionOpening opening = request.getIdleTimeoutMs() == 0
                ? new SessionOpening(caller.principal(), caller.key(), source.idleTimeout())
                : caller.opening(request.getIdleTimeoutMs());
        return sessions.fork(opening, source);
    }

    @Override
    public void snapshot(SnapshotRequest request, StreamObserver<SnapshotResponse> observer) {
        on(
                observer,
                request.getSessionId(),
                session -> SnapshotResponse.newBuilder()
                        .setSnapshot(
                                session.read(environment -> SnapshotConverter.toBytes(environment, session.preset())))
                        .build());
    }

    @Override
    public void restore(RestoreRequest request, StreamObserver<RestoreResponse> observer) {
        opening(
                observer,
                request.getRequestId(),
                request,
                () -> executorFor(request.getSnapshot()),
                session -> RestoreResponse.newBuilder().setSession(session).build(),
                caller -> restore(caller, request));
    }

    private SessionLease restore(Opener caller, RestoreRequest request) {
        SnapshotContent content = SnapshotConverter.read(request.getSnapshot());
        RulesPreset preset = RulesConverter.preset(content.getSpec().getRules());
        SessionOpening opening = caller.opening(request.getIdleTimeoutMs());
        EnvironmentSpec spec = SnapshotConverter.spec(content, sessions.engines());
        return sessions.open(
                opening, spec, content.getActionsCount(), preset, () -> SnapshotConverter.environment(spec, content));
    }

    @Override
    public void exportRecord(ExportRecordRequest request, StreamObserver<ExportRecordResponse> observer) {
        on(
                observer,
                request.getSessionId(),
                session -> ExportRecordResponse.newBuilder()
                        .setSgf(session.read(environment -> EpisodeSgf.record(environment, session.preset()))
                                .toSgf())
                        .build());
    }

    @Override
    public void importRecord(ImportRecordRequest request, StreamObserver<ImportRecordResponse> observer) {
        AtomicReference<@Nullable List<String>> warnings = new AtomicReference<>();
        opening(
                observer,
                request.getRequestId(),
                request,
                () -> executorFor(request.getSpec(), request.getSgf().size() > MAX_INLINE_RECORD_BYTES),
                session -> ImportRecordResponse.newBuilder()
                        .setSession(session)
                        .addAllWarnings(warnings.updateAndGet(known -> known == null ? warnings(request) : known))
                        .build(),
                caller -> importRecord(caller, request, warnings));
    }

    /** Returns the warnings about the record of a session that another process imported. */
    private List<String> warnings(ImportRecordRequest request) {
        try (MemoryReservation reserved = reserveRecord(request)) {
            assert reserved.bytes() >= 0 : "the record may use it";
            RecordImport record = new RecordImport(request);
            return record.warningsOfReplay(spec(record));
        }
    }

    private SessionLease importRecord(
            Opener caller, ImportRecordRequest request, AtomicReference<@Nullable List<String>> warnings) {
        sessions.requireMoves(RecordImport.leastMoveCount(request));
        try (MemoryReservation reserved = reserveRecord(request)) {
            assert reserved.bytes() >= 0 : "the record may use it";
            RecordImport record = new RecordImport(request);
            EnvironmentSpec spec = spec(record);
            RulesPreset preset = RulesConverter.preset(record.spec().getRules());
            long seed = request.hasSeed() ? request.getSeed() : sessions.newSeed();
            SessionOpening opening = caller.opening(request.getIdleTimeoutMs());
            SessionLease lease =
                    sessions.open(opening, spec, record.moveCount(), preset, () -> record.environment(spec, seed));
            warnings.set(record.warnings());
            return lease;
        }
    }

    private MemoryReservation reserveRecord(ImportRecordRequest request) {
        return sessions.budget().reserve(MemoryKind.REQUEST, RecordImport.memoryBytes(request));
    }

    private EnvironmentSpec spec(RecordImport record) {
        return SpecConverter.toCore(record.spec(), sessions.engines());
    }

    /**
     * Returns the response to a call that opened the session of {@code lease}, and what is kept of it. A failure closes the session,
     * and so does a call that was cancelled before.
     */
    private <T> OpenedCall<T> opened(CallToken call, SessionLease lease, Function<OpenedSession, T> response) {
        Session session = lease.session();
        try (lease) {
            SessionConverter.Opening opening = SessionConverter.opening(session);
            // Not "opening": what is kept must not refer to the observations.
            SessionConverter.KeptOpening kept = opening.kept();
            OpenedCall<T> made = new OpenedCall<>(
                    response.apply(opening.session()),
                    () -> response.apply(SessionConverter.opened(kept, sessions.engines())),
                    kept.byteCount(),
                    session.durable(),
                    () -> sessions.discard(session));
            call.requireActive();
            return made;
        } catch (RuntimeException | Error e) {
            sessions.discard(session);
            throw e;
        }
    }

    /** Returns the response to a call that opened a session before this process started, and what is kept of it. */
    private <T> OpenedCall<T> reopened(SessionStore.LoadedSession stored, Function<OpenedSession, T> response) {
        SessionConverter.Opening opening = SessionConverter.opening(stored);
        SessionConverter.KeptOpening kept = opening.kept();
        return new OpenedCall<>(
                response.apply(opening.session()),
                () -> response.apply(SessionConverter.opened(kept, sessions.engines())),
                kept.byteCount(),
                CompletableFuture.completedFuture(null),
                () -> {});
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> observer) {
        WatchStream stream = WatchStream.open((ServerCallStreamObserver<WatchResponse>) observer);
        calls.run(observer, request.getSessionId(), false, stream.token(), stream::watch);
    }

    /** Returns the executor for a call that opens a session with {@code spec}. */
    private CallExecutor executorFor(dev.tengen.proto.v1.EnvironmentSpec spec, boolean isLong) {
        return sessions.executorFor(
                spec.getOpponent().getPlayer(), !spec.getTask().isEmpty(), isLong);
    }

    /** Returns the executor for a call that restores {@code snapshot}. Throws {@link CallException} if it is none. */
    private CallExecutor executorFor(ByteString snapshot) {
        boolean isLong = snapshot.size() > MAX_INLINE_SNAPSHOT_BYTES;
        // Only an engine or a long game takes long to restore; without engines there is no need to read the snapshot
        // twice.
        return sessions.engines().isEmpty()
                ? sessions.executorFor("", false, isLong)
                : executorFor(SnapshotConverter.read(snapshot).getSpec(), isLong);
    }

    /** Responds to a call that reads a session, on the executor of the session. */
    private <T> void on(StreamObserver<T> observer, String sessionId, Function<Session, T> call) {
        on(observer, sessionId, Session::executor, call);
    }

    /** Responds to a call that reads a session, on the executor that {@code executor} returns for it. */
    private <T> void on(
            StreamObserver<T> observer,
            String sessionId,
            Function<Session, CallExecutor> executor,
            Function<Session, T> call) {
        calls.run(
                observer,
                sessionId,
                (lease, token) -> UnaryCalls.respond(
                        observer,
                        lease,
                        token,
                        executor,
                        // What it has read may depend on a change that is not stored yet.
                        session -> DurableResponse.after(session, call.apply(session))));
    }

    /** Responds to a call that changes a session when the change is stored; a retry gets the first response. */
    private <T> void changing(
            StreamObserver<T> observer,
            String sessionId,
            String requestId,
            MessageLite request,
            BiFunction<Session, RequestKey, T> call) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            requireRequestId(requestId);
            calls.run(
                    observer,
                    sessionId,
                    (lease, token) -> UnaryCalls.respond(
                            observer,
                            lease,
                            token,
                            Session::executor,
                            session -> DurableResponse.after(
                                    session, call.apply(session, UnaryCalls.key(caller, requestId, request)))));
        });
    }

    /** Responds to a call that opens a session of its caller; a retry gets the first response. */
    private <T> void opening(
            StreamObserver<T> observer,
            String requestId,
            MessageLite request,
            Supplier<CallExecutor> executor,
            Function<OpenedSession, T> response,
            Function<Opener, SessionLease> call) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            requireRequestId(requestId);
            RequestKey key = UnaryCalls.key(caller, requestId, request);
            open(observer, UnaryCalls.newToken(observer), key, caller, executor, () -> {}, response, call);
        });
    }

    /** Responds to a call that opens a session; a retry gets the first response, also if another process made that. */
    private <T> void open(
            StreamObserver<T> observer,
            CallToken token,
            RequestKey key,
            Principal caller,
            Supplier<CallExecutor> executor,
            Runnable end,
            Function<OpenedSession, T> response,
            Function<Opener, SessionLease> call) {
        Supplier<CallExecutor> chosen = () -> {
            CallExecutor wanted = executor.get();
            return wanted == CallExecutor.CALLER && !key.isNone() ? sessions.storeCalls() : wanted;
        };
        UnaryCalls.respond(
                observer,
                token,
                chosen,
                end,
                running -> responses.respond(
                        key,
                        running,
                        () -> sessions.stored()
                                .flatMap(stored -> stored.findOpening(key))
                                .map(stored -> reopened(stored, response))
                                .orElseGet(() ->
                                        opened(running, call.apply(new Opener(sessions, caller, key)), response))));
    }

    /** The principal that opens a session, and the key of its request. */
    private record Opener(Sessions sessions, Principal principal, RequestKey key) {
        /** Returns the opening of a session with the idle timeout that the client wants. */
        SessionOpening opening(long idleTimeoutMillis) {
            return new SessionOpening(principal, key, sessions.idleTimeout(idleTimeoutMillis));
        }
    }

    private static void requireRequestId(String requestId) {
        int length = requestId.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_REQUEST_ID_BYTES) {
            throw CallException.invalid(
                    "request_id", "of " + length + " bytes", "one of at most " + MAX_REQUEST_ID_BYTES + " bytes");
        }
    }
}
