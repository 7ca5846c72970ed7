package dev.tengen.server.embedded;

import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.service.LocalStream;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a stream without messages, see {@link EmbeddedRequest}. The client opens the stream by a message.
 * Requests in flight are carried out in order, on the threads of the server and within its limits.
 *
 * <p>A request that would fail does nothing, and neither do all that follow: the client sends these requests as
 * messages, and gets the error of the network by construction.
 *
 * <p>The client calls it from one thread at a time. It sends no message while a request is in flight here, and no
 * request while the answer to a message is in flight.
 *
 * @param <R> the type of what requests act on
 */
public abstract class EmbeddedStream<R> {
    /** The result of {@link #awaitEnd}: the request is in flight. */
    public static final int WAITING = 0;

    /** The result of {@link #awaitEnd}: the buffer has the answer. */
    public static final int DONE = 1;

    /** The result of {@link #awaitEnd}: the request, and all later ones, need messages. */
    public static final int UNDONE = 2;

    private final LocalStream stream;
    private final Class<R> type;

    /** The requests in flight, oldest first; guarded by this object, as are the other fields. */
    private final Queue<EmbeddedRequest<R>> inFlight = new ArrayDeque<>();

    /** Whether a thread begins a request now. */
    private boolean isBeginning;

    /** The request that the stream carries out. */
    private @Nullable EmbeddedRequest<R> current;

    /** Whether a request could not be carried out. */
    private boolean isOver;

    /** Creates the requests of {@code stream}, which act on a {@code type}. */
    EmbeddedStream(LocalStream stream, Class<R> type) {
        this.stream = stream;
        this.type = type;
    }

    /**
     * Begins {@code request}, which must not be in flight, without waiting for its end. Short requests have ended when
     * this method returns.
     */
    final void begin(EmbeddedRequest<R> request) {
        request.begin();
        synchronized (this) {
            inFlight.add(request);
        }
        advance();
    }

    /** Waits for the end of a request, and returns {@link #WAITING}, {@link #DONE} or {@link #UNDONE}. */
    public final int awaitEnd(EmbeddedRequest<R> request, long waitMillis) throws InterruptedException {
        int state = request.awaitState(waitMillis);
        EmbeddedServer.holdIfEnding();
        return state;
    }

    /** Begins requests until one takes longer than this call, or none is left. */
    private void advance() {
        while (true) {
            EmbeddedRequest<R> next;
            synchronized (this) {
                next = isBeginning || current != null ? null : inFlight.poll();
                if (next == null) {
                    return;
                }
                current = next;
                isBeginning = true;
            }
            if (isOver() || !tryBegin(next)) {
                end(next, UNDONE, null);
            }
            synchronized (this) {
                isBeginning = false;
            }
        }
    }

    private boolean tryBegin(EmbeddedRequest<R> request) {
        return stream.tryHandle(type, request.byteCount(), request::handle, new Answer(request));
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    private void end(EmbeddedRequest<R> request, int state, byte @Nullable [] message) {
        synchronized (this) {
            current = null;
            isOver |= state == UNDONE;
        }
        request.end(state, message);
    }

    /** Receives the end of one request. */
    private final class Answer implements StreamAnswer<EmbeddedRequest.Rest> {
        private final EmbeddedRequest<R> request;

        Answer(EmbeddedRequest<R> request) {
            this.request = request;
        }

        @Override
        public void answered(EmbeddedRequest.Rest rest) {
            end(request, DONE, rest.message());
            advance();
        }

        @Override
        public void failed(Throwable error) {
            end(request, UNDONE, null);
            advance();
        }
    }
}
