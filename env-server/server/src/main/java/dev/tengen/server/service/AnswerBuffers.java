package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reserves the memory of answers that are on their way to clients. A client that calls and does not read makes the transport
 * keep its answers.
 *
 * <p>A call on a connection that has not read its earlier answers begins only while a quarter of the share is free. So clients that
 * do not read leave that quarter to clients that do. Calls that free memory always begin. An answer for which there is no memory
 * when it is made is lost, as if the connection had broken: {@link Reason#ANSWER_LOST}. A retry with the same request id gets it
 * later.
 *
 * <p>Batches and trees reserve the memory of their answers themselves, before they work. So this interceptor leaves streams of
 * requests alone. Thread-safe.
 */
public final class AnswerBuffers extends ServerTransportFilter implements ServerInterceptor {
    private static final Attributes.Key<AtomicLong> UNREAD = Attributes.Key.create("dev.tengen.unread-bytes");

    /** A connection with more unread bytes than this has not read its earlier answers. */
    private static final long MAX_UNREAD_BYTES = 1 << 20;

    /** Calls that free memory, and short ones that say whether the server is well. */
    private static final Set<String> ALWAYS = Set.of("CloseSession", "CancelTournament", "Check");

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final MemoryBudget budget;

    /** Creates the interceptor. */
    public AnswerBuffers(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        return attributes.toBuilder().set(UNREAD, new AtomicLong()).build();
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        MethodType type = call.getMethodDescriptor().getType();
        if (!type.clientSendsOneMessage()) {
            return next.startCall(call, headers);
        }
        AtomicLong given = call.getAttributes().get(UNREAD);
        AtomicLong unread = given == null ? new AtomicLong() : given;
        boolean isAlways =
                ALWAYS.contains(String.valueOf(call.getMethodDescriptor().getBareMethodName()));
        if (!isAlways && unread.get() > MAX_UNREAD_BYTES) {
            try {
                budget.requireHeadroom(MemoryKind.ANSWER_BUFFER);
            } catch (CallException e) {
                RequestCheckInterceptor.reject(call, e);
                return new ServerCall.Listener<>() {};
            }
        }
        Unread answers = new Unread(budget.reserve(MemoryKind.ANSWER_BUFFER, 0), unread);
        return new Reading<>(next.startCall(new Sending<>(call, answers), headers), call, answers);
    }

    /**
     * The answers of a call that are on their way: their memory, and their part of what is unread on the connection. Thread-safe:
     * answers may be made after the call was cancelled.
     */
    private static final class Unread {
        private final MemoryReservation reservation;
        private final AtomicLong ofConnection;

        Unread(MemoryReservation reservation, AtomicLong ofConnection) {
            this.reservation = reservation;
            this.ofConnection = ofConnection;
        }

        synchronized boolean tryAdd(int bytes) {
            long before = reservation.bytes();
            if (!reservation.tryGrow(bytes)) {
                return false;
            }
            ofConnection.addAndGet(reservation.bytes() - before); // Nothing, after the end.
            return true;
        }

        /** Counts all answers as read. */
        synchronized void clear() {
            ofConnection.addAndGet(-reservation.bytes());
            reservation.resize(0);
        }

        /** The call has ended. */
        synchronized void end() {
            clear();
            reservation.close();
        }
    }

    /** A call that reserves the memory of what it sends. */
    private final class Sending<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final Unread answers;
        private boolean isLost;

        Sending(ServerCall<Q, A> call, Unread answers) {
            super(call);
            this.answers = answers;
        }

        @Override
        public void sendMessage(A message) {
            int bytes = message instanceof MessageLite answer ? answer.getSerializedSize() : 0;
            if (answers.tryAdd(bytes)) {
                super.sendMessage(message);
            } else {
                isLost = true;
                RequestCheckInterceptor.reject(delegate(), lost(bytes));
            }
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (!isLost) {
                super.close(status, trailers);
            }
        }
    }

    private CallException lost(int bytes) {
        return CallException.retryAfter(
                        Reason.ANSWER_LOST,
                        RETRY_DELAY,
                        "the answer of " + bytes + " bytes is lost: the server has "
                                + budget.freeBytes(MemoryKind.ANSWER_BUFFER)
                                + " bytes of memory left for answers that clients have not read; retry with the same"
                                + " request id")
                .with("asked_bytes", bytes);
    }

    /** Releases the memory when the transport has sent the answers, or drops them. */
    private static final class Reading<Q> extends SimpleForwardingServerCallListener<Q> {
        private final ServerCall<?, ?> call;
        private final Unread answers;

        Reading(ServerCall.Listener<Q> listener, ServerCall<?, ?> call, Unread answers) {
            super(listener);
            this.call = call;
            this.answers = answers;
        }

        @Override
        public void onReady() {
            if (call.isReady()) {
                answers.clear();
            }
            super.onReady();
        }

        @Override
        public void onComplete() {
            answers.end();
            super.onComplete();
        }

        @Override
        public void onCancel() {
            answers.end();
            super.onCancel();
        }
    }
}
