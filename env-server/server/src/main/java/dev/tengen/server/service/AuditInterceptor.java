package dev.tengen.server.service;

import com.google.protobuf.Message;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.AuditLog.Event;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes the {@link AuditLog}: calls that create or end something, when they have succeeded, and calls that were refused for what
 * their principal may do or have.
 *
 * <p>It belongs inside of the {@link AuthenticationInterceptor}, which writes its own refusals, and outside of all others that
 * refuse. Thread-safe.
 */
public final class AuditInterceptor implements ServerInterceptor {
    /** The calls that create or end something. A stream creates its resource and ends it. */
    private static final Map<String, Event> EVENTS = Map.of(
            "tengen.v1.EnvironmentService/CreateSession", Event.CREATED,
            "tengen.v1.EnvironmentService/Fork", Event.CREATED,
            "tengen.v1.EnvironmentService/Restore", Event.CREATED,
            "tengen.v1.EnvironmentService/ImportRecord", Event.CREATED,
            "tengen.v1.EnvironmentService/CloseSession", Event.ENDED,
            "tengen.v1.BatchService/Run", Event.ENDED,
            "tengen.v1.TreeService/Expand", Event.ENDED,
            "tengen.v1.ArenaService/Play", Event.ENDED,
            "tengen.v1.ArenaService/CreateTournament", Event.CREATED,
            "tengen.v1.ArenaService/CancelTournament", Event.ENDED);

    private final AuditLog log;

    /** Creates the interceptor. */
    public AuditInterceptor(AuditLog log) {
        this.log = log;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Optional<Principal> principal = PrincipalContext.ifAny();
        return principal.isPresent()
                ? audited(call, headers, next, principal.get())
                : next.startCall(call, headers); // A call that needs no credentials.
    }

    private <Q, R> ServerCall.Listener<Q> audited(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next, Principal principal) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        @Nullable Event event = EVENTS.get(rpc);
        Audited<Q, R> audited = new Audited<>(call, rpc, event, principal);
        ServerCall.Listener<Q> listener = next.startCall(audited, headers);
        if (event == null) {
            return listener;
        }
        boolean isStream = !call.getMethodDescriptor().getType().clientSendsOneMessage();
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(Q message) {
                audited.received(message, isStream);
                super.onMessage(message);
            }

            @Override
            public void onCancel() {
                audited.cancelled(isStream);
                super.onCancel();
            }
        };
    }

    /** Returns the line that a call of {@code principal} writes. */
    private static AuditLog.Line line(
            Event what, String rpc, Principal principal, String session, String reason, ServerCall<?, ?> call) {
        return new AuditLog.Line(
                what, rpc, principal.name(), principal.shownRole(), session, reason, CallFields.peer(call));
    }

    /** Writes that {@code call} was refused because nobody has proved to be a principal. */
    static void unauthenticated(AuditLog log, ServerCall<?, ?> call) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        log.write(new AuditLog.Line(Event.REFUSED, rpc, "", "", "", "UNAUTHENTICATED", CallFields.peer(call)));
    }

    /** A call whose end is written. */
    private final class Audited<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final String rpc;
        private final @Nullable Event event;
        private final Principal principal;
        private volatile String session = "";
        private volatile boolean isCreated;
        private final AtomicBoolean isEnded = new AtomicBoolean();

        Audited(ServerCall<Q, R> call, String rpc, @Nullable Event event, Principal principal) {
            super(call);
            this.rpc = rpc;
            this.event = event;
            this.principal = principal;
        }

        private void received(Object message, boolean isStream) {
            if (isStream && !isCreated) {
                isCreated = true;
                write(Event.CREATED, "");
            }
            note(message);
        }

        private void cancelled(boolean isStream) {
            if (isStream && isCreated) {
                end();
            }
        }

        @Override
        public void sendMessage(R message) {
            if (event == Event.CREATED) {
                note(message);
            }
            super.sendMessage(message);
        }

        /** Keeps the id of the session in {@code message}: of a session that is created, the last one noted. */
        private void note(Object message) {
            if (message instanceof Message proto) {
                String id = CallFields.sessionId(proto);
                session = id.isEmpty() ? session : id;
            }
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk()) {
                if (event == Event.ENDED) {
                    end();
                } else if (event != null) {
                    write(event, "");
                }
            } else {
                String reason = CallFields.reason(trailers);
                if (AuditLog.isAudited(reason)) {
                    write(Event.REFUSED, reason);
                }
                if (isCreated) {
                    end();
                }
            }
            super.close(status, trailers);
        }

        /** A stream may end here and be cancelled, too. */
        private void end() {
            if (isEnded.compareAndSet(false, true)) {
                write(Event.ENDED, "");
            }
        }

        private void write(Event what, String reason) {
            log.write(line(what, rpc, principal, session, reason, delegate()));
        }
    }
}
