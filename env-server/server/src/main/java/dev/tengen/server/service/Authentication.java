package dev.tengen.server.service;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.BearerToken;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the principal of each call by its credentials, and refuses calls without one. The credentials are the header
 * {@code authorization: Bearer TOKEN}, and the client certificate of the connection.
 *
 * <p>All refusals are alike: the same status, at the same time after the call has arrived, for everything that is wrong
 * with the credentials. So neither shows how far the check has come.
 *
 * <p>Thread-safe.
 */
public final class Authentication {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** The time from a call to its refusal. It is longer than any check of credentials. */
    private static final long REFUSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** More refusals do not wait, so that strangers cannot fill the memory with them. */
    private static final int MAX_WAITING_REFUSALS = 4096;

    private final Authenticator authenticator;
    private final ScheduledExecutorService scheduler;
    private final AuditLog audit;
    private final AtomicInteger waitingRefusals = new AtomicInteger();

    /**
     * Creates the authentication.
     *
     * @param authenticator finds principals
     * @param scheduler sends refusals. Its tasks do not block
     * @param audit has the refusals
     */
    public Authentication(Authenticator authenticator, ScheduledExecutorService scheduler, AuditLog audit) {
        this.audit = audit;
        this.authenticator = authenticator;
        this.scheduler = scheduler;
    }

    /** Returns the principal of {@code call}; empty if its credentials are missing or not valid. */
    Optional<Principal> principal(ServerCall<?, ?> call, Metadata headers) {
        try {
            return authenticator.authenticate(new Credentials(
                    bearerToken(headers), ClientConnection.of(call).certificates()));
        } catch (CallException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> bearerToken(Metadata headers) {
        @Nullable Iterable<String> values = headers.getAll(AUTHORIZATION);
        return values == null ? Optional.empty() : BearerToken.of(values);
    }

    /**
     * Refuses {@code call}, which arrived at {@code arrival} as of {@link System#nanoTime}, and returns its listener.
     */
    <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, long arrival) {
        if (waitingRefusals.incrementAndGet() > MAX_WAITING_REFUSALS) {
            waitingRefusals.decrementAndGet();
            close(call);
            return new ServerCall.Listener<>() {};
        }
        long delay = arrival + REFUSAL_NANOS - System.nanoTime();
        ScheduledFuture<?> refusal = scheduler.schedule(() -> close(call), delay, TimeUnit.NANOSECONDS);
        // gRPC ends every call with one of these two.
        return new ServerCall.Listener<>() {
            @Override
            public void onComplete() {
                waitingRefusals.decrementAndGet();
            }

            @Override
            public void onCancel() {
                refusal.cancel(false);
                waitingRefusals.decrementAndGet();
            }
        };
    }

    private void close(ServerCall<?, ?> call) {
        AuditRecord.unauthenticated(audit, call);
        CallErrors.close(call, refusal());
    }

    private static CallException refusal() {
        return CallException.of(
                Reason.UNAUTHENTICATED,
                "the credentials are missing or not valid; send a valid token, as in \"authorization: Bearer TOKEN\", or connect"
                        + " with a client certificate");
    }
}
