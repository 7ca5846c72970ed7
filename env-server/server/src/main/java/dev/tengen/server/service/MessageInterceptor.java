package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.ErrorText;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the messages of calls: rejects requests that are too long or {@linkplain MalformedRequest malformed}, reserves
 * the memory of answers that are on their way to clients, and shortens the descriptions of statuses, also those of the
 * services of gRPC itself, which repeat any name that a client sends.
 *
 * <p>The transport has a limit of requests, too, far above this one: it rejects longer messages without a reason of
 * ours.
 *
 * <p>A client that calls and does not read makes the transport keep its answers. A call on a connection that has not
 * read its earlier answers begins only while a quarter of the share is free. So clients that do not read leave that
 * quarter to clients that do. Calls that free memory always begin. An answer for which there is no memory when it is
 * made is lost, as if the connection had broken: {@link Reason#ANSWER_LOST}. A retry with the same request id gets it
 * later.
 *
 * <p>Batches and trees reserve the memory of their answers themselves, before they work. So the answers of streams of
 * requests are not reserved here. Thread-safe.
 */
public final class MessageInterceptor implements ServerInterceptor {
    /** A connection with more unread bytes than this has not read its earlier answers. */
    private static final long MAX_UNREAD_BYTES = 1 << 20;

    /** Calls that free memory, and short ones that say whether the server is well. */
    private static final Set<String> ALWAYS = Set.of("CloseSession", "CancelTournament", "Check");

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final int maxBytes;
    private final int maxStreamedBytes;
    private final MemoryBudget budget;

    /**
     * Creates the interceptor.
     *
     * @param maxBytes maximum length of a request
     * @param maxStreamedBytes maximum length of a request of a stream, which is for many environments
     * @param budget has the memory of answers
     */
    public MessageInterceptor(int maxBytes, int maxStreamedBytes, MemoryBudget budget) {
        this.maxBytes = maxBytes;
        this.maxStreamedBytes = Math.max(maxBytes, maxStreamedBytes);
        this.budget = budget;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (!call.getMethodDescriptor().getType().clientSendsOneMessage()) {
            CheckedCall<Q, R> checked = new CheckedCall<>(call, null);
            return new CheckedListener<>(next.startCall(checked, headers), checked, maxStreamedBytes);
        }
        ClientConnection connection = ClientConnection.of(call);
        try {
            requireReader(call, connection);
        } catch (CallException e) {
            return CallErrors.refuse(call, e);
        }
        CheckedCall<Q, R> checked = new CheckedCall<>(call, new UnreadAnswers(budget, connection.unreadBytes()));
        return new CheckedListener<>(next.startCall(checked, headers), checked, maxBytes);
    }

    private void requireReader(ServerCall<?, ?> call, ClientConnection connection) {
        String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
        if (connection.unreadBytes().get() > MAX_UNREAD_BYTES && !ALWAYS.contains(method)) {
            budget.requireHeadroom(MemoryKind.ANSWER_BUFFER);
        }
    }

    /**
     * A call that ignores its handler after a request was rejected, or an answer was lost. The handler may send an
     * answer on another thread at that moment, and hears of a cancellation and may close again. Guarded by its own
     * monitor.
     */
    private final class CheckedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        /** Null if the answers reserve their memory themselves. */
        private final @Nullable UnreadAnswers answers;

        private volatile boolean isRejected;

        CheckedCall(ServerCall<Q, R> call, @Nullable UnreadAnswers answers) {
            super(call);
            this.answers = answers;
        }

        synchronized void reject(CallException reason) {
            isRejected = true;
            CallErrors.close(delegate(), reason);
        }

        @Override
        public synchronized void sendHeaders(Metadata headers) {
            if (!isRejected) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public synchronized void sendMessage(R message) {
            if (isRejected) {
                return;
            }
            int bytes = answers != null && message instanceof MessageLite answer ? answer.getSerializedSize() : 0;
            if (answers == null || answers.tryAdd(bytes)) {
                super.sendMessage(message);
            } else {
                reject(lost(bytes));
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!isRejected) {
                super.close(shortened(status), trailers);
            }
        }
    }

    /** Rejects requests, and releases the memory of answers when the transport has sent them, or drops them. */
    private static final class CheckedListener<Q> extends SimpleForwardingServerCallListener<Q> {
        private final MessageInterceptor.CheckedCall<Q, ?> call;
        private final int maxBytes;

        CheckedListener(ServerCall.Listener<Q> listener, MessageInterceptor.CheckedCall<Q, ?> call, int maxBytes) {
            super(listener);
            this.call = call;
            this.maxBytes = maxBytes;
        }

        @Override
        public void onMessage(Q message) {
            @Nullable CallException error = error(message, maxBytes);
            if (error == null) {
                super.onMessage(message);
            } else {
                call.reject(error);
            }
        }

        @Override
        public void onHalfClose() {
            if (!call.isRejected) {
                super.onHalfClose();
            }
        }

        @Override
        public void onReady() {
            if (call.answers != null && call.isReady()) {
                call.answers.clear();
            }
            super.onReady();
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
            if (call.answers != null) {
                call.answers.end();
            }
        }
    }

    private static @Nullable CallException error(Object request, int allowed) {
        if (request instanceof MalformedRequest malformed) {
            return CallException.of(Reason.INVALID_VALUE, malformed.message());
        }
        return request instanceof MessageLite message && message.getSerializedSize() > allowed
                ? tooLarge(message.getSerializedSize(), allowed)
                : null;
    }

    private static CallException tooLarge(int bytes, int allowed) {
        return CallException.of(
                        Reason.MESSAGE_TOO_LARGE, "request of " + bytes + " bytes is outside [0, " + allowed + "]")
                .with("value", bytes)
                .with("allowed", "[0, " + allowed + "]");
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

    private static Status shortened(Status status) {
        @Nullable String description = status.getDescription();
        return description == null
                ? status
                : status.withDescription(ErrorText.shortened(description, ErrorText.MAX_ENCODED_LENGTH));
    }
}
