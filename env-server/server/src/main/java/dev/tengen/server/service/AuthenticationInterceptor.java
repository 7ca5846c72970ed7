package dev.tengen.server.service;

import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.BearerToken;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthGrpc;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Finds the principal of each call by its credentials, for {@link PrincipalContext}, and refuses calls without one. The
 * credentials are the header {@code authorization: Bearer TOKEN}, and the client certificate of the connection.
 *
 * <p>It belongs outside of the {@linkplain OverloadInterceptor queue of calls}, so that calls of strangers take no places there.
 * Health checks pass without credentials.
 *
 * <p>All refusals are alike: the same status, at the same time after the call has arrived, for everything that is wrong with the credentials. So
 * neither shows how far the check has come.
 *
 * <p>Thread-safe.
 */
public final class AuthenticationInterceptor extends ServerTransportFilter implements ServerInterceptor {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Attributes.Key<List<X509Certificate>> CERTIFICATES =
            Attributes.Key.create("dev.tengen.client-certificates");

    /** Services that need no credentials. */
    private static final Set<String> OPEN_SERVICES = Set.of(HealthGrpc.SERVICE_NAME);

    /** The time from a call to its refusal. It is longer than any check of credentials. */
    private static final long REFUSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** More refusals do not wait, so that strangers cannot fill the memory with them. */
    private static final int MAX_WAITING_REFUSALS = 4096;

    private final Authenticator authenticator;
    private final ScheduledExecutorService scheduler;
    private final AuditLog audit;
    private final AtomicInteger waitingRefusals = new AtomicInteger();

    /**
     * Creates the interceptor.
     *
     * @param authenticator finds principals
     * @param scheduler sends refusals. Its tasks do not block
     * @param audit has the refusals
     */
    public AuthenticationInterceptor(Authenticator authenticator, ScheduledExecutorService scheduler, AuditLog audit) {
        this.audit = audit;
        this.authenticator = authenticator;
        this.scheduler = scheduler;
    }

    /** Keeps the client certificate of the connection. */
    @Override
    public Attributes transportReady(Attributes attributes) {
        @Nullable SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return attributes;
        }
        try {
            List<X509Certificate> certificates = Stream.of(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
            return attributes.toBuilder().set(CERTIFICATES, certificates).build();
        } catch (SSLPeerUnverifiedException e) {
            return attributes; // The client has shown no certificate.
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (OPEN_SERVICES.contains(String.valueOf(call.getMethodDescriptor().getServiceName()))) {
            return next.startCall(call, headers);
        }
        long arrival = System.nanoTime();
        Optional<Principal> principal = principal(call.getAttributes(), headers);
        if (principal.isEmpty()) {
            return refuse(call, arrival);
        }
        Context context = PrincipalContext.with(Context.current(), principal.get());
        return Contexts.interceptCall(context, call, headers, next);
    }

    private Optional<Principal> principal(Attributes attributes, Metadata headers) {
        @Nullable List<X509Certificate> certificates = attributes.get(CERTIFICATES);
        try {
            return authenticator.authenticate(
                    new Credentials(bearerToken(headers), certificates == null ? List.of() : certificates));
        } catch (CallException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> bearerToken(Metadata headers) {
        @Nullable Iterable<String> values = headers.getAll(AUTHORIZATION);
        return values == null ? Optional.empty() : BearerToken.of(values);
    }

    private static StatusRuntimeException refusal() {
        return StatusConverter.toStatus(CallException.of(
                Reason.UNAUTHENTICATED,
                "the credentials are missing or not valid; send a valid token, as in \"authorization: Bearer TOKEN\", or connect"
                        + " with a client certificate"));
    }

    private <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, long arrival) {
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
        AuditInterceptor.unauthenticated(audit, call);
        StatusRuntimeException refusal = refusal();
        @Nullable Metadata trailers = refusal.getTrailers();
        call.close(refusal.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
