package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Reason;
import dev.tengen.server.convert.SpecConverter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All open sessions by id.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private static final int ID_BYTES = 16;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final SessionLimits limits;
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Session> open;
    private final AtomicInteger openCount = new AtomicInteger();
    private final CreationLog creations;

    /** Makes an empty registry. {@code ticker} is its clock. */
    public Sessions(SessionLimits limits, Ticker ticker) {
        this.limits = limits;
        // Variable expiry works by a timer wheel. Expiry by access order would notice a session late whose turn comes
        // after
        // one that was used since, for under load the order of use is only roughly kept.
        this.open = Caffeine.newBuilder()
                .expireAfter(Expiry.<String, Session>accessing((id, session) -> limits.idleTimeout()))
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .evictionListener((id, session, cause) -> openCount.decrementAndGet())
                .build();
        this.creations = new CreationLog(ticker);
    }

    /** Makes a session, or answers a retry of a request that made one. */
    public CreateSessionResponse create(CreateSessionRequest request) {
        return creations.answer(request, () -> createNew(request));
    }

    private CreateSessionResponse createNew(CreateSessionRequest request) {
        if (!request.hasSpec()) {
            throw CallException.invalid("spec", "missing", "a spec");
        }
        EnvironmentSpec spec = SpecConverter.toCore(request.getSpec());
        reservePlace();
        try {
            long seed = request.hasSeed() ? request.getSeed() : random.nextLong();
            Session session = new Session(newId(), request.getSpec(), spec, seed);
            CreateSessionResponse response = session.created();
            open.put(session.id(), session);
            return response;
        } catch (RuntimeException | Error e) {
            openCount.decrementAndGet();
            throw e;
        }
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
