package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes calls and the bytes of requests from the {@linkplain Quotas quotas} of their principals, and refuses what exceeds them.
 * Streams of agents count as agents, too, and those that watch as live streams. What calls open, such as sessions, is taken where it is opened.
 *
 * <p>It belongs inside of the {@link AuthorizationInterceptor}, and outside of the {@linkplain OverloadInterceptor queue of calls}.
 * Calls that need no credentials pass.
 *
 * <p>Thread-safe.
 */
public final class QuotaInterceptor implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaInterceptor.class);

    /** What streams count as, besides calls. */
    private static final Map<String, QuotaKind> STREAMS = Map.of(
            ArenaServiceGrpc.getPlayMethod().getFullMethodName(), QuotaKind.AGENTS,
            ArenaServiceGrpc.getWatchTournamentMethod().getFullMethodName(), QuotaKind.LIVE_STREAMS,
            EnvironmentServiceGrpc.getWatchMethod().getFullMethodName(), QuotaKind.LIVE_STREAMS);

    private final Quotas quotas;
    private final AuthorizationTable table;

    /** Creates the interceptor. {@code table} says which calls need no credentials. */
    public QuotaInterceptor(Quotas quotas, AuthorizationTable table) {
        this.quotas = quotas;
        this.table = table;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        if (table.row(rpc).map(row -> !row.needsCredentials()).orElse(false)) {
            return next.startCall(call, headers);
        }
        PrincipalUsage usage = quotas.of(PrincipalContext.current());
        List<QuotaKind> held = Stream.concat(Stream.of(QuotaKind.CONCURRENT_CALLS), Stream.ofNullable(STREAMS.get(rpc)))
                .toList();
        try {
            usage.reserve(QuotaKind.CALLS_PER_SECOND, 1);
            reserve(usage, held);
        } catch (CallException e) {
            close(call, e);
            return new ServerCall.Listener<>() {};
        }
        try {
            return new Counted<>(next.startCall(call, headers), call, usage, held);
        } catch (RuntimeException | Error e) {
            held.forEach(kind -> usage.release(kind, 1));
            throw e;
        }
    }

    /** Takes one of each kind, or nothing. */
    private static void reserve(PrincipalUsage usage, List<QuotaKind> kinds) {
        for (int index = 0; index < kinds.size(); index++) {
            try {
                usage.reserve(kinds.get(index), 1);
            } catch (CallException e) {
                kinds.subList(0, index).forEach(kind -> usage.release(kind, 1));
                throw e;
            }
        }
    }

    private static void close(ServerCall<?, ?> call, CallException error) {
        StatusRuntimeException status = StatusConverter.toStatus(error);
        Metadata trailers = new Metadata();
        @Nullable Metadata template = status.getTrailers();
        if (template != null) {
            trailers.merge(template);
        }
        try {
            call.close(status.getStatus(), trailers);
        } catch (IllegalStateException e) {
            LOG.debug("The call was closed before", e);
        }
    }

    /** Counts the requests of a call, and gives back what it holds at its end. */
    private static final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private final PrincipalUsage usage;
        private final List<QuotaKind> held;
        private final AtomicBoolean isEnded = new AtomicBoolean();
        private boolean isRefused;

        Counted(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call, PrincipalUsage usage, List<QuotaKind> held) {
            super(listener);
            this.call = call;
            this.usage = usage;
            this.held = held;
        }

        @Override
        public void onMessage(Q message) {
            int bytes = message instanceof MessageLite request ? request.getSerializedSize() : 0;
            if (isRefused) {
                return;
            }
            if (usage.tryReserve(QuotaKind.REQUEST_BYTES_PER_SECOND, bytes)) {
                super.onMessage(message);
            } else {
                isRefused = true;
                close(call, usage.refusal(QuotaKind.REQUEST_BYTES_PER_SECOND, bytes));
            }
        }

        @Override
        public void onHalfClose() {
            if (!isRefused) {
                super.onHalfClose();
            }
        }

        @Override
        public void onComplete() {
            end();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            end();
            super.onCancel();
        }

        private void end() {
            if (isEnded.compareAndSet(false, true)) {
                held.forEach(kind -> usage.release(kind, 1));
            }
        }
    }
}
