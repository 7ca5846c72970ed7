package dev.tengen.server.service;

import com.google.protobuf.Message;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AccessLog;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes each call to the {@link AccessLog} when it ends.
 *
 * <p>It belongs outside of all interceptors that refuse calls, so that it sees their refusals and the whole time. The name of the
 * principal, which is found further inside, comes from {@link #principals}. Thread-safe.
 */
public final class AccessLogInterceptor implements ServerInterceptor {
    private static final Context.Key<LoggedCall<?, ?>> CALL = Context.key("dev.tengen.access-log");

    private final AccessLog log;
    private final AtomicLong streamCount = new AtomicLong();

    /** Creates the interceptor. */
    public AccessLogInterceptor(AccessLog log) {
        this.log = log;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        boolean isStream = call.getMethodDescriptor().getType() != MethodType.UNARY;
        LoggedCall<Q, R> logged = new LoggedCall<>(call, isStream ? streamCount.incrementAndGet() : 0);
        ServerCall.Listener<Q> listener =
                Contexts.interceptCall(Context.current().withValue(CALL, logged), logged, headers, next);
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(Q message) {
                logged.received(message);
                super.onMessage(message);
            }

            @Override
            public void onCancel() {
                logged.end(Status.CANCELLED, "");
                super.onCancel();
            }
        };
    }

    /** Returns the interceptor that notes principals. It belongs inside of the {@link AuthenticationInterceptor}. */
    public ServerInterceptor principals() {
        return new ServerInterceptor() {
            @Override
            public <Q, R> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                LoggedCall<?, ?> logged = CALL.get();
                if (logged != null) {
                    logged.principal =
                            PrincipalContext.ifAny().map(Principal::name).orElse("");
                }
                return next.startCall(call, headers);
            }
        };
    }

    /** A call whose end is written. */
    private final class LoggedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final long start = System.nanoTime();
        private final long stream;
        private final AtomicLong requests = new AtomicLong();
        private final AtomicLong responses = new AtomicLong();
        private final AtomicBoolean isEnded = new AtomicBoolean();
        private volatile String principal = "";
        private volatile String session = "";

        LoggedCall(ServerCall<Q, R> call, long stream) {
            super(call);
            this.stream = stream;
        }

        void received(Object message) {
            note(message, requests.getAndIncrement());
        }

        @Override
        public void sendMessage(R message) {
            note(message, responses.getAndIncrement());
            super.sendMessage(message);
        }

        /** Keeps the id of the session, which is in the first request or in the first response. */
        private void note(@Nullable Object message, long earlierCount) {
            if (earlierCount == 0 && session.isEmpty() && message instanceof Message proto) {
                session = CallFields.sessionId(proto);
            }
        }

        @Override
        public void close(Status status, Metadata trailers) {
            end(status, CallFields.reason(trailers));
            super.close(status, trailers);
        }

        /** A call may be closed and cancelled: the first of the two counts. */
        void end(Status status, String reason) {
            if (!isEnded.compareAndSet(false, true)) {
                return;
            }
            log.write(new AccessLog.Entry(
                    System.currentTimeMillis(),
                    principal,
                    getMethodDescriptor().getFullMethodName(),
                    status.getCode().name(),
                    reason,
                    System.nanoTime() - start,
                    session,
                    stream == 0 ? AccessLog.Stream.NONE : new AccessLog.Stream(stream, requests.get(), responses.get()),
                    CallFields.peer(delegate())));
        }
    }
}
