package dev.tengen.server.service;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.Sessions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Responds to calls that open a session of their principal. A retry gets the first response, also if another process
 * made that. Thread-safe.
 */
final class OpeningCalls {
    private final Sessions sessions;
    private final IdempotencyCache responses;

    /** Creates an object that opens {@code sessions}. */
    OpeningCalls(Sessions sessions) {
        this.sessions = sessions;
        responses = new IdempotencyCache(Ticker.systemTicker(), sessions.budget());
    }

    /**
     * What a call that opens a session does.
     *
     * @param <T> the type of the response
     */
    interface Opening<T> {
        /** Returns the executor of {@link #open}. */
        CallExecutor executor();

        /** Opens the session, for {@code opener}, and returns a lease on it. */
        SessionLease open(Opener opener);

        /**
         * Returns what makes the response, after {@link #open} if that was called. It is kept, so it must not refer to
         * the request.
         */
        Function<OpenedSession, T> response();

        /** The call ends. */
        default void end() {}
    }

    /** The call that opens a session, and the key of its request. */
    record Opener(Sessions sessions, UnaryCall<?> call, RequestKey key) {
        /** Returns the opening of a session with the idle timeout that the client wants. */
        SessionOpening opening(long idleTimeoutMillis) {
            return new SessionOpening(call.principal(), key, sessions.idleTimeout(idleTimeoutMillis));
        }
    }

    /**
     * Responds to {@code call}.
     *
     * @throws dev.tengen.server.error.CallException if the executor has no room
     */
    <T> void respond(UnaryCall<T> call, RequestKey key, Opening<T> opening) {
        Opener opener = new Opener(sessions, call, key);
        call.respond(executor(key, opening), () -> response(opener, opening), opening::end);
    }

    /**
     * Returns the executor of a call: one that may wait for the first call and read the store, if the call is a retry,
     * maybe.
     */
    private CallExecutor executor(RequestKey key, Opening<?> opening) {
        CallExecutor wanted = opening.executor();
        return wanted == CallExecutor.CALLER && !key.isNone()
                ? sessions.executors().forStore()
                : wanted;
    }

    private <T> DurableResponse<T> response(Opener opener, Opening<T> opening) {
        return responses.respond(opener.key(), opener.call().token(), () -> opened(opener, opening));
    }

    private <T> OpenedCall<T> opened(Opener opener, Opening<T> opening) {
        Optional<SessionStore.LoadedSession> earlier =
                sessions.stored().flatMap(stored -> stored.findOpening(opener.key()));
        return earlier.isPresent()
                ? reopened(earlier.get(), opening)
                : opened(opener.call().token(), opening.open(opener), opening);
    }

    /**
     * Returns the response to a call that opened the session of {@code lease}, and what is kept of it. A failure closes
     * the session, and so does a call that was cancelled before.
     */
    private <T> OpenedCall<T> opened(CallToken call, SessionLease lease, Opening<T> opening) {
        Session session = lease.session();
        try (lease) {
            SessionConverter.Opening state = SessionConverter.opening(session);
            Function<OpenedSession, T> response = opening.response();
            OpenedCall<T> made = new OpenedCall<>(
                    response.apply(state.session()),
                    again(response, state.kept()),
                    state.kept().byteCount(),
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
    private <T> OpenedCall<T> reopened(SessionStore.LoadedSession stored, Opening<T> opening) {
        SessionConverter.Opening state = SessionConverter.opening(stored);
        Function<OpenedSession, T> response = opening.response();
        return new OpenedCall<>(
                response.apply(state.session()),
                again(response, state.kept()),
                state.kept().byteCount(),
                CompletableFuture.completedFuture(null),
                () -> {});
    }

    /** Returns what makes the response again. It does not refer to the observations. */
    private <T> Supplier<T> again(Function<OpenedSession, T> response, SessionConverter.KeptOpening kept) {
        return () -> response.apply(SessionConverter.opened(kept, sessions.engines()));
    }
}
