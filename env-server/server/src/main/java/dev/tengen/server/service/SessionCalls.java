package dev.tengen.server.service;

import dev.tengen.env.Environment;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionCancellation;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import io.grpc.Context;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Finds the sessions of calls: on the thread of the transport if they are in memory, and otherwise on a thread that may
 * read the store. If another server gives up a session, the call waits for it, without a thread. Then runs the call on
 * the executor of the session. Thread-safe.
 */
final class SessionCalls {
    /** How long a call waits for another server to give up its session. */
    private static final Duration HAND_OVER_LIMIT = Duration.ofMillis(1200);

    private final Sessions sessions;

    /** Creates an object that finds {@code sessions}. */
    SessionCalls(Sessions sessions) {
        this.sessions = sessions;
    }

    /** A call that needs a session. */
    interface Caller {
        /** Returns what is known of the call. */
        CallContext context();

        /** Returns the token of the call. */
        CallToken token();

        /** Ends the call with the status of {@code error}. */
        void fail(Throwable error);
    }

    /**
     * Responds to {@code call}, whose request is {@code request}, with what {@code change} makes of a session, on the
     * executor of the session. {@code change} gets the key of the request, so that a retry gets the first response.
     */
    <T> void change(UnaryCall<T> call, KeyedRequest request, BiFunction<Session, RequestKey, T> change) {
        RequestKey key;
        try {
            key = call.key(request.requestId(), request.content());
        } catch (CallException e) {
            call.fail(e);
            return;
        }
        respond(call, request.sessionId(), session -> change.apply(session, key));
    }

    /**
     * Responds to {@code call} with what {@code reader} makes of the environment of a session, on the executor of the
     * session.
     */
    <T> void read(UnaryCall<T> call, String sessionId, Function<Environment, T> reader) {
        respond(call, sessionId, session -> session.read(reader));
    }

    /** Responds to {@code call} with what {@code work} makes of a session, on the executor of the session. */
    <T> void respond(UnaryCall<T> call, String sessionId, Function<Session, T> work) {
        respond(call, sessionId, Session::executor, work);
    }

    /**
     * Responds to {@code call} with what {@code work} makes of a session, on the executor that {@code executor}
     * returns, or with the error that either throws. On another thread than this one, the work is dropped or
     * interrupted when the client cancels or the session is closed.
     */
    <T> void respond(
            UnaryCall<T> call, String sessionId, Function<Session, CallExecutor> executor, Function<Session, T> work) {
        lease(call, sessionId, true, lease -> respond(call, lease, executor.apply(lease.session()), work));
    }

    private static <T> void respond(
            UnaryCall<T> call, SessionLease lease, CallExecutor executor, Function<Session, T> work) {
        if (executor == CallExecutor.CALLER) {
            call.respond(lease, work);
            return;
        }
        SessionCancellation cancellation = lease.session().cancellation();
        CallToken token = call.token();
        cancellation.begin(token);
        try {
            executor.execute(token, () -> {
                try {
                    call.respond(lease, cancellation.cancellable(token, work));
                } finally {
                    cancellation.end(token);
                }
            });
        } catch (RuntimeException | Error e) {
            cancellation.end(token);
            throw e;
        }
    }

    /**
     * Runs {@code next} with a lease on a session, which it closes; if it throws, the lease is closed and {@code call}
     * fails. Fails {@code call} if there is no such session.
     *
     * @param isUse whether the end of the lease restarts the idle timeout
     */
    void lease(Caller call, String sessionId, boolean isUse, Consumer<SessionLease> next) {
        try {
            Optional<SessionLease> inMemory =
                    sessions.leaseInMemory(call.context().principal(), sessionId, isUse);
            if (inMemory.isPresent()) {
                run(inMemory.get(), next);
            } else {
                new StoredCall(call, sessionId, isUse, next).start();
            }
        } catch (RuntimeException | Error e) {
            call.fail(e);
        }
    }

    private static void run(SessionLease lease, Consumer<SessionLease> next) {
        try {
            next.accept(lease);
        } catch (RuntimeException | Error e) {
            lease.close();
            throw e;
        }
    }

    /**
     * Reads the sessions called {@code ids} into memory, and then runs {@code work}: on this thread if they are in
     * memory. Sends what fails to {@code failed}.
     */
    void load(Set<String> ids, Runnable work, Consumer<Throwable> failed) {
        List<String> missing = ids.stream()
                .filter(id -> !id.isEmpty() && !sessions.isInMemory(id))
                .toList();
        if (missing.isEmpty()) {
            work.run();
            return;
        }
        CallContext context = CallContext.current();
        Runnable loading = Context.current().wrap(() -> load(context, missing, work, failed));
        sessions.executors().forStore().execute(context.newToken(), loading);
    }

    private void load(CallContext context, List<String> ids, Runnable work, Consumer<Throwable> failed) {
        try {
            for (String id : ids) {
                sessions.lease(context.principal(), id, true, context.unreachable())
                        .close();
            }
            work.run();
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    /** A call on a session that is not in memory. */
    private final class StoredCall {
        private final Caller call;
        private final String sessionId;
        private final boolean isUse;
        private final Consumer<SessionLease> next;
        private final CallToken token;
        private final Context context = Context.current();
        private final long endNanos = System.nanoTime() + HAND_OVER_LIMIT.toNanos();

        StoredCall(Caller call, String sessionId, boolean isUse, Consumer<SessionLease> next) {
            this.call = call;
            this.sessionId = sessionId;
            this.isUse = isUse;
            this.next = next;
            token = call.token();
        }

        void start() {
            sessions.executors().forStore().execute(token, context.wrap(this::attempt));
        }

        private void restart() {
            try {
                start();
            } catch (RuntimeException | Error e) {
                call.fail(e);
            }
        }

        private void attempt() {
            try {
                token.requireActive();
                Optional<SessionLease> lease = leaseUnlessElsewhere();
                if (lease.isPresent()) {
                    run(lease.get(), next);
                }
            } catch (RuntimeException | Error e) {
                call.fail(e);
            }
        }

        /**
         * Returns a lease; empty if another server is about to give up the session, after which the call starts again.
         */
        private Optional<SessionLease> leaseUnlessElsewhere() {
            CallContext caller = call.context();
            try {
                return Optional.of(sessions.lease(caller.principal(), sessionId, isUse, caller.unreachable()));
            } catch (CallException e) {
                if (e.reason() != Reason.SESSION_ELSEWHERE || e.retryDelay().isEmpty()) {
                    throw e;
                }
                if (System.nanoTime() - endNanos >= 0) {
                    throw e.withoutRetry();
                }
                CompletableFuture.delayedExecutor(e.retryDelay().get().toMillis(), TimeUnit.MILLISECONDS)
                        .execute(this::restart);
                return Optional.empty();
            }
        }
    }
}
