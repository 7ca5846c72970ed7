package dev.tengen.server.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Receives the body of a request before the request is handled, without a thread that waits. So a client that sends its
 * body slowly occupies a connection, but no thread.
 *
 * <p>A body that takes longer than the deadline is refused with status 408, at the first byte after the deadline or
 * when the connection's idle timeout ends the wait. A request with too many header fields is refused with status 431.
 * Of a body over the limit, the handler sees one byte more than the limit.
 */
final class RequestBodyHandler extends Handler.Wrapper {
    private final int maxFieldCount;
    private final int maxByteCount;
    private final Duration deadline;

    /**
     * Creates a handler.
     *
     * @param maxFieldCount maximum number of header fields
     * @param maxByteCount maximum length of a body
     * @param deadline how long a body may take
     */
    RequestBodyHandler(int maxFieldCount, int maxByteCount, Duration deadline) {
        this.maxFieldCount = maxFieldCount;
        this.maxByteCount = maxByteCount;
        this.deadline = deadline;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getHeaders().size() > maxFieldCount) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            Response.writeError(request, response, callback, HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431);
            return true;
        }
        boolean hasBody = request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        if (!hasBody) {
            ClientWatch.offer(request);
            return super.handle(request, response, callback);
        }
        new BodyReader(request, response, callback).read();
        return true;
    }

    /** Reads one body. Jetty calls it from one thread at a time. */
    private final class BodyReader implements Invocable.Task {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final long start = System.nanoTime();

        /** The body so far. It is copied, because a chunk may hold a whole buffer for a single byte. */
        private final ByteBuffer body = ByteBuffer.allocate(maxByteCount + 1);

        private BodyReader(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public void run() {
            read();
        }

        private void read() {
            while (true) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    if (System.nanoTime() - start > deadline.toNanos()) {
                        refuse(HttpStatus.REQUEST_TIMEOUT_408);
                    } else {
                        request.demand(this);
                    }
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    refuse(HttpStatus.REQUEST_TIMEOUT_408);
                    return;
                }
                boolean isLast = copy(chunk);
                chunk.release();
                if (isLast || !body.hasRemaining()) {
                    // The handler may block, and this may be the thread that serves all connections.
                    request.getContext().execute(() -> handle(isLast));
                    return;
                }
            }
        }

        /** Copies what fits, and returns whether the body is complete. */
        private boolean copy(Content.Chunk chunk) {
            ByteBuffer bytes = chunk.getByteBuffer().slice();
            boolean isCut = bytes.remaining() > body.remaining();
            if (isCut) {
                bytes.limit(body.remaining());
            }
            body.put(bytes);
            return chunk.isLast() && !isCut;
        }

        private void refuse(int status) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            Response.writeError(request, response, callback, status);
        }

        private void handle(boolean isComplete) {
            body.flip();
            if (isComplete) {
                ClientWatch.offer(request);
            }
            ReceivedRequest received = new ReceivedRequest(request, Content.Chunk.from(body, isComplete));
            try {
                if (!RequestBodyHandler.super.handle(received, response, callback)) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Exception e) {
                Response.writeError(request, response, callback, e);
            }
        }
    }

    /** A request whose body has been received. */
    private static final class ReceivedRequest extends Request.Wrapper {
        private Content.@Nullable Chunk body;

        private ReceivedRequest(Request request, Content.Chunk body) {
            super(request);
            this.body = body;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk first = body;
            if (first == null) {
                return super.read();
            }
            body = first.isLast() ? Content.Chunk.next(first) : null;
            return first;
        }
    }
}
