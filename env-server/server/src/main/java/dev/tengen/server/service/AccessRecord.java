package dev.tengen.server.service;

import com.google.protobuf.Message;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AccessLog;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The line that a call writes to the {@link AccessLog} when it ends. Thread-safe. */
final class AccessRecord implements CallObserver {
    private final AccessLog log;
    private final ServerCall<?, ?> call;
    private final long start = System.nanoTime();
    private final long stream;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong responses = new AtomicLong();
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile String principal = "";
    private volatile String session = "";

    /** Creates the line of {@code call}; {@code stream} is the number of its stream, 0 for a unary call. */
    AccessRecord(AccessLog log, ServerCall<?, ?> call, long stream) {
        this.log = log;
        this.call = call;
        this.stream = stream;
    }

    @Override
    public void identified(Principal found) {
        principal = found.name();
    }

    @Override
    public void received(Object message) {
        note(message, requests.getAndIncrement());
    }

    @Override
    public void sent(Object message) {
        note(message, responses.getAndIncrement());
    }

    /** Keeps the id of the session, which is in the first request or in the first response. */
    private void note(Object message, long earlierCount) {
        if (earlierCount == 0 && session.isEmpty() && message instanceof Message proto) {
            session = CallFields.sessionId(proto);
        }
    }

    @Override
    public void cancelled() {
        closed(Status.CANCELLED, "");
    }

    /** A call may be closed and cancelled: the first of the two counts. */
    @Override
    public void closed(Status status, String reason) {
        if (!isEnded.compareAndSet(false, true)) {
            return;
        }
        log.write(new AccessLog.Entry(
                System.currentTimeMillis(),
                principal,
                call.getMethodDescriptor().getFullMethodName(),
                status.getCode().name(),
                reason,
                System.nanoTime() - start,
                session,
                stream == 0 ? AccessLog.Stream.NONE : new AccessLog.Stream(stream, requests.get(), responses.get()),
                CallFields.peer(call)));
    }
}
