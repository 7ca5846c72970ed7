package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Interner;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.protobuf.ByteString;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RestoreResponse;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.RecordImport;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All open sessions by id.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private static final int ID_BYTES = 16;
    private static final int DEFAULT_PAGE_SIZE = 100;
    private static final int MAX_PAGE_SIZE = 1000;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final SessionLimits limits;
    private final SessionListener listener;
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Session> open;
    private final AtomicInteger openCount = new AtomicInteger();
    private final AtomicLong madeCount = new AtomicLong();
    private final CreationLog creations;
    private final Engines engines;

    // Most sessions of a server have the same spec; they share one.
    private final Interner<EnvironmentSpec> specs = Interner.newWeakInterner();
    private final Interner<dev.tengen.proto.v1.EnvironmentSpec> specMessages = Interner.newWeakInterner();

    /** Makes an empty registry for sessions without engines. */
    public Sessions(SessionLimits limits, Ticker ticker, SessionListener listener) {
        this(limits, ticker, listener, new Engines(EngineLimits.NONE));
    }

    /** Makes an empty registry. {@code ticker} is its clock; {@code listener} is told what happens. */
    public Sessions(SessionLimits limits, Ticker ticker, SessionListener listener, Engines engines) {
        this.engines = engines;
        this.limits = limits;
        this.listener = listener;
        // Variable expiry works by a timer wheel. Expiry by access order would notice a session late whose turn comes
        // after one that was used since, for under load the order of use is only roughly kept.
        this.open = Caffeine.newBuilder()
                .expireAfter(Expiry.<String, Session>accessing((id, session) -> limits.idleTimeout()))
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .evictionListener((id, session, cause) -> expire())
                .removalListener((id, session, cause) -> endSession(session))
                .build();
        this.creations = new CreationLog(ticker);
    }

    /** Makes a session, or answers a retry of a request that made one. */
    public CreateSessionResponse create(CreateSessionRequest request) {
        return creations.answer(request.getRequestId(), request, () -> {
            if (!request.hasSpec()) {
                throw CallException.invalid("spec", "missing", "a spec");
            }
            EnvironmentSpec spec = specs.intern(SpecConverter.toCore(request.getSpec(), engines.makers()));
            long seed = request.hasSeed() ? request.getSeed() : random.nextLong();
            return open(SpecConverter.toProto(spec, request.getSpec()), () -> begin(spec, seed))
                    .created();
        });
    }

    private Environment begin(EnvironmentSpec spec, long seed) {
        Environment environment = new Environment(spec, seed);
        if (environment.isOver()) {
            listener.episodeEnded(environment.endReason());
        }
        return environment;
    }

    /** Makes a session that goes on from where another stands. */
    public ForkResponse fork(ForkRequest request) {
        return creations.answer(request.getRequestId(), request, () -> {
            ByteString snapshot = get(request.getSessionId()).snapshot();
            return ForkResponse.newBuilder().setSession(restore(snapshot)).build();
        });
    }

    /** Makes a session like the one a snapshot was taken of. */
    public RestoreResponse restore(RestoreRequest request) {
        return creations.answer(
                request.getRequestId(),
                request,
                () -> RestoreResponse.newBuilder()
                        .setSession(restore(request.getSnapshot()))
                        .build());
    }

    private OpenedSession restore(ByteString snapshot) {
        SnapshotContent content = SnapshotConverter.read(snapshot);
        return open(content.getSpec(), () -> SnapshotConverter.toCore(content, engines.makers()))
                .opened();
    }

    /** Makes a session that goes on from a game record. */
    public ImportRecordResponse importRecord(ImportRecordRequest request) {
        return creations.answer(request.getRequestId(), request, () -> {
            RecordImport record = new RecordImport(request);
            EnvironmentSpec spec = specs.intern(SpecConverter.toCore(record.spec(), engines.makers()));
            long seed = request.hasSeed() ? request.getSeed() : random.nextLong();
            Session session = open(SpecConverter.toProto(spec, record.spec()), () -> record.environment(spec, seed));
            return ImportRecordResponse.newBuilder()
                    .setSession(session.opened())
                    .addAllWarnings(record.warnings())
                    .build();
        });
    }

    private Session open(dev.tengen.proto.v1.EnvironmentSpec spec, Supplier<Environment> environment) {
        reservePlace();
        try {
            Environment made = environment.get();
            made.seatOpponent();
            Session session = new Session(
                    newId(),
                    madeCount.incrementAndGet(),
                    specMessages.intern(spec),
                    made,
                    listener,
                    isSlow(spec) ? Optional.of(engines.calls().forSession()) : Optional.empty());
            open.put(session.id(), session);
            listener.opened();
            return session;
        } catch (RuntimeException | Error e) {
            openCount.decrementAndGet();
            throw e;
        }
    }

    private static boolean isSlow(dev.tengen.proto.v1.EnvironmentSpec spec) {
        // The oracle of a task searches, at resets too.
        return !spec.getTask().isEmpty() || isSlow(spec.getOpponent().getPlayer());
    }

    private static boolean isSlow(String player) {
        return Players.named(player).filter(PlayerFactory::isSlow).isPresent()
                || player.startsWith(SpecConverter.ENGINE_PREFIX);
    }

    /** Returns where a call that makes a session with {@code spec} is to run. */
    public Executor executorFor(dev.tengen.proto.v1.EnvironmentSpec spec) {
        return isSlow(spec) ? engines.calls().unordered() : Runnable::run;
    }

    /** Returns where a call that makes a session of {@code snapshot} is to run. Throws {@link CallException} where it is none. */
    public Executor executorFor(ByteString snapshot) {
        // Without engines there is no need to read it twice.
        return engines.makers().isEmpty()
                ? Runnable::run
                : executorFor(SnapshotConverter.read(snapshot).getSpec());
    }

    /** Returns where a call that asks a player is to run. Throws {@link CallException} where its session is not open. */
    public Executor executorFor(ChooseActionRequest request) {
        Session session = get(request.getSessionId());
        return isSlow(request.getPlayer()) ? engines.calls().unordered() : session.executor();
    }

    /** Returns where a call that forks the session called {@code id} is to run. Throws {@link CallException} where it is not open. */
    public Executor executorForFork(String id) {
        return get(id).isSlow() ? engines.calls().unordered() : Runnable::run;
    }

    private void reservePlace() {
        if (!isPlaceReserved()) {
            open.cleanUp();
            if (!isPlaceReserved()) {
                throw CallException.retryAfter(
                        Reason.TOO_MANY_SESSIONS,
                        FULL_RETRY_DELAY,
                        limits.maxSessionCount() + " sessions are open, as many as allowed; close some");
            }
        }
    }

    /** Counts one session more if there is a place for it, and returns whether there was. */
    private boolean isPlaceReserved() {
        int max = limits.maxSessionCount();
        return openCount.getAndUpdate(count -> Math.min(count + 1, max)) < max;
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the open session called {@code id}, and puts off its expiry. Throws {@link CallException} otherwise. */
    public Session get(String id) {
        if (id.isEmpty()) {
            throw CallException.invalid("session_id", "\"\"", "the id of a session");
        }
        Session session = open.getIfPresent(id);
        if (session == null) {
            throw notFound(id);
        }
        return session;
    }

    /** Returns a page of the open sessions in the order in which they were made. */
    public ListSessionsResponse list(ListSessionsRequest request) {
        int size = pageSize(request.getPageSize());
        long last = lastNumber(request.getPageToken());
        List<Session> page = open.asMap().values().stream()
                .filter(session -> session.number() > last)
                .sorted(Comparator.comparingLong(Session::number))
                .limit(size + 1L)
                .toList();
        ListSessionsResponse.Builder response = ListSessionsResponse.newBuilder();
        page.stream().limit(size).forEach(session -> response.addSessions(session.summary()));
        if (page.size() > size) {
            response.setNextPageToken(Long.toString(page.get(size - 1).number()));
        }
        return response.build();
    }

    /** Returns lines of the sessions that were made last, at most {@code count}, in the order in which they were made. */
    public List<SessionSummary> newest(int count) {
        List<Session> last = open.asMap().values().stream()
                .sorted(Comparator.comparingLong(Session::number).reversed())
                .limit(count)
                .toList();
        List<SessionSummary> lines = new ArrayList<>();
        last.forEach(session -> lines.add(0, session.summary()));
        return lines;
    }

    private static int pageSize(int asked) {
        if (asked < 0 || asked > MAX_PAGE_SIZE) {
            throw InvalidValueException.outside("page_size", Integer.toUnsignedString(asked), 0, MAX_PAGE_SIZE);
        }
        return asked == 0 ? DEFAULT_PAGE_SIZE : asked;
    }

    private static long lastNumber(String pageToken) {
        try {
            return pageToken.isEmpty() ? 0 : Long.parseLong(pageToken);
        } catch (NumberFormatException e) {
            throw CallException.invalid("page_token", "\"" + pageToken + "\"", "one that ListSessions returned");
        }
    }

    /** Closes the session called {@code id}. Throws {@link CallException} where there is none. */
    public void close(String id) {
        get(id);
        Session session = open.asMap().remove(id);
        if (session == null) {
            throw notFound(id);
        }
        openCount.decrementAndGet();
        session.close();
    }

    private void expire() {
        openCount.decrementAndGet();
        listener.expired();
    }

    /** Ends a session that has expired; its watchers are told. */
    private void endSession(@Nullable Session session) {
        if (session == null) {
            return;
        }
        if (session.isSlow()) {
            engines.calls().runSoon(session::close); // It may have to wait for the player.
        } else {
            session.close();
        }
    }

    /** Ends every stream of a spectator; the sessions stay open. */
    public void endWatching() {
        open.asMap().values().forEach(Session::endWatching);
    }

    /** Returns the count of open sessions. */
    public int openCount() {
        return openCount.get();
    }

    static CallException notFound(String id) {
        String shown = CallException.shown(id);
        return CallException.of(
                        Reason.SESSION_NOT_FOUND,
                        "session \"" + shown + "\" is not open: it was never made, was closed, or expired")
                .with("field", "session_id")
                .with("value", shown);
    }
}
