package dev.tengen.server.service;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Finds the sessions of calls: on the thread of the transport if they are in memory, and otherwise on a thread that may read the store.
 * If another server gives up a session, the call waits for it, without a thread. Thread-safe.
 */
final class SessionCalls {
    /** How long a call waits for another server to give up its session. */
    private static final Duration HAND_OVER_LIMIT = Duration.ofMillis(1200);

    private final Sessions sessions;

    /** Creates an object that finds {@code sessions}. */
    SessionCalls(Sessions sessions) {
        this.sessions = sessions;
    }

    /** Works with a lease on a session, which it closes, and what returns the token of the call, at most once. */
    interface LeasedCall extends BiConsumer<SessionLease, Supplier<CallToken>> {}

    /** Runs {@code call} with a lease on a session, whose end restarts the idle timeout; sends the status of what fails before. */
    void run(StreamObserver<?> observer, String sessionId, LeasedCall call) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            Optional<SessionLease> inMemory = sessions.leaseInMemory(caller, sessionId, true);
            if (inMemory.isPresent()) {
                UnaryCalls.ignoreCancellation(observer);
                call.accept(inMemory.get(), () -> UnaryCalls.newToken(observer));
            } else {
                CallToken token = UnaryCalls.newToken(observer);
                new StoredCall(observer, caller, sessionId, true, token, lease -> call.accept(lease, () -> token))
                        .start();
            }
        });
    }

    /**
     * Runs {@code call} with a lease on a session; sends the status of what fails before.
     *
     * @param isUse whether the end of the lease restarts the idle timeout
     * @param token the token of the call
     */
    void run(
            StreamObserver<?> observer, String sessionId, boolean isUse, CallToken token, Consumer<SessionLease> call) {
        Principal caller = PrincipalContext.current();
        UnaryCalls.failOnError(observer, () -> {
            Optional<SessionLease> inMemory = sessions.leaseInMemory(caller, sessionId, isUse);
            if (inMemory.isPresent()) {
                call.accept(inMemory.get());
            } else {
                new StoredCall(observer, caller, sessionId, isUse, token, call).start();
            }
        });
    }

    /**
     * Reads the sessions called {@code ids} into memory, and then runs {@code work}: on this thread if they are in memory. Sends what fails
     * to {@code failed}.
     */
    void load(Set<String> ids, Runnable work, Consumer<Throwable> failed) {
        Principal caller = PrincipalContext.current();
        List<String> missing = ids.stream()
                .filter(id -> !id.isEmpty() && !sessions.isInMemory(id))
                .toList();
        if (missing.isEmpty()) {
            work.run();
            return;
        }
        Set<String> unreachable = UnreachableServers.ofCall();
        Runnable loading = () -> {
            try {
                missing.forEach(
                        id -> sessions.lease(caller, id, true, unreachable).close());
                work.run();
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        };
        sessions.storeCalls()
                .execute(ClientConnections.newToken(), Context.current().wrap(loading));
    }

    /** A call on a session that is not in memory. */
    private final class StoredCall {
        private final StreamObserver<?> observer;
        private final Principal caller;
        private final String sessionId;
        private final boolean isUse;
        private final CallToken token;
        private final Consumer<SessionLease> call;
        private final Set<String> unreachable = UnreachableServers.ofCall();
        private final Context context = Context.current();
        private final long endNanos = System.nanoTime() + HAND_OVER_LIMIT.toNanos();

        StoredCall(
                StreamObserver<?> observer,
                Principal caller,
                String sessionId,
                boolean isUse,
                CallToken token,
                Consumer<SessionLease> call) {
            this.observer = observer;
            this.caller = caller;
            this.sessionId = sessionId;
            this.isUse = isUse;
            this.token = token;
            this.call = call;
        }

        void start() {
            Runnable work = () -> UnaryCalls.failOnError(observer, this::attempt);
            sessions.storeCalls().execute(token, context.wrap(work));
        }

        private void attempt() {
            token.requireActive();
            SessionLease lease;
            try {
                lease = sessions.lease(caller, sessionId, isUse, unreachable);
            } catch (CallException e) {
                if (e.reason() != Reason.SESSION_ELSEWHERE || e.retryDelay().isEmpty()) {
                    throw e;
                }
                if (System.nanoTime() - endNanos >= 0) {
                    throw e.withoutRetry();
                }
                CompletableFuture.delayedExecutor(e.retryDelay().get().toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> UnaryCalls.failOnError(observer, this::start));
                return;
            }
            call.accept(lease);
        }
    }
}
