package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.error.CallException;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ServerCall;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * What a call takes from the {@linkplain PrincipalUsage quotas} of its principal: the call itself, and the bytes of its
 * requests. Streams of agents count as agents, too, and those that watch as live streams. What calls open, such as
 * sessions, is taken where it is opened. Thread-safe.
 */
final class CallQuota {
    /** What streams count as, besides calls. */
    private static final Map<String, List<QuotaKind>> STREAMS = Map.of(
            ArenaServiceGrpc.getPlayMethod().getFullMethodName(), held(QuotaKind.AGENTS),
            ArenaServiceGrpc.getWatchTournamentMethod().getFullMethodName(), held(QuotaKind.LIVE_STREAMS),
            EnvironmentServiceGrpc.getWatchMethod().getFullMethodName(), held(QuotaKind.LIVE_STREAMS));

    private static final List<QuotaKind> CALL = held();

    private final PrincipalUsage usage;
    private final List<QuotaKind> held;
    private final AtomicBoolean isReleased = new AtomicBoolean();

    private CallQuota(PrincipalUsage usage, List<QuotaKind> held) {
        this.usage = usage;
        this.held = held;
    }

    private static List<QuotaKind> held(QuotaKind... ofStream) {
        return Stream.concat(Stream.of(QuotaKind.CONCURRENT_CALLS), Stream.of(ofStream))
                .toList();
    }

    /**
     * Takes a call of {@code rpc}.
     *
     * @throws CallException if it exceeds a quota; nothing is held then
     */
    static CallQuota take(PrincipalUsage usage, String rpc) {
        usage.reserve(QuotaKind.CALLS_PER_SECOND, 1);
        List<QuotaKind> kinds = STREAMS.getOrDefault(rpc, CALL);
        for (int index = 0; index < kinds.size(); index++) {
            try {
                usage.reserve(kinds.get(index), 1);
            } catch (CallException e) {
                kinds.subList(0, index).forEach(kind -> usage.release(kind, 1));
                throw e;
            }
        }
        return new CallQuota(usage, kinds);
    }

    /** Gives back what the call holds. Has no effect the second time. */
    void release() {
        if (isReleased.compareAndSet(false, true)) {
            held.forEach(kind -> usage.release(kind, 1));
        }
    }

    /**
     * Returns {@code listener} with what counts the requests of {@code call}, and gives back what it holds at its end.
     */
    <Q> ServerCall.Listener<Q> counted(ServerCall<Q, ?> call, ServerCall.Listener<Q> listener) {
        return new Counted<>(listener, call);
    }

    private final class Counted<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<Q, ?> call;
        private boolean isRefused;

        Counted(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call) {
            super(listener);
            this.call = call;
        }

        @Override
        public void onMessage(Q message) {
            if (isRefused) {
                return;
            }
            int bytes = message instanceof MessageLite request ? request.getSerializedSize() : 0;
            if (usage.tryReserve(QuotaKind.REQUEST_BYTES_PER_SECOND, bytes)) {
                super.onMessage(message);
            } else {
                isRefused = true;
                CallErrors.close(call, usage.refusal(QuotaKind.REQUEST_BYTES_PER_SECOND, bytes));
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
            release();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            release();
            super.onCancel();
        }
    }
}
