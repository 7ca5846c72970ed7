package dev.tengen.server.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Reserves memory for each request in progress, until its client has read the response. A request for which too little
 * is free is refused with status 503.
 *
 * <p>A few requests at a time need no reservation: the server has memory of its own for them. So the page and the
 * metrics work while sessions take all of the budget. Health checks are never refused, and their responses are short.
 *
 * <p>What lasts longer than a request, such as a stream of events, reserves memory of its own, and then calls
 * {@link #release}.
 */
final class RequestMemoryHandler extends Handler.Wrapper {
    /** The requests in progress that reserve nothing. */
    static final int OWN_COUNT = 16;

    /** The same for requests for metrics, which others cannot use up. */
    static final int OWN_METRICS_COUNT = 8;

    /**
     * An estimate of what a request takes: the buffer of its response, and its own buffer, headers, body and objects,
     * beside which {@link HttpCalls} reserves what is longer.
     */
    static final long REQUEST_BYTES = HttpPort.RESPONSE_BUFFER_BYTES + (32 << 10);

    private static final String HELD = "dev.tengen.http.memory";
    private static final Set<String> HEALTH = Set.of("/health", "/ready", "/alive");

    private final MemoryBudget budget;
    private final Semaphore own = new Semaphore(OWN_COUNT);
    private final Semaphore ownMetrics = new Semaphore(OWN_METRICS_COUNT);

    /** Creates a handler that reserves memory from {@code budget} before it calls {@code next}. */
    RequestMemoryHandler(MemoryBudget budget, Handler next) {
        super(next);
        this.budget = budget;
    }

    /** What a request holds until it is released, once. */
    private static final class Held {
        private final Runnable release;
        private final AtomicBoolean isReleased = new AtomicBoolean();

        Held(Runnable release) {
            this.release = release;
        }

        void release() {
            if (isReleased.compareAndSet(false, true)) {
                release.run();
            }
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        if (HEALTH.contains(path)) {
            return super.handle(request, response, callback);
        }
        Held held;
        try {
            held = take(path.equals("/metrics") ? ownMetrics : own);
        } catch (CallException e) {
            refuse(e, response, callback);
            return true;
        }
        request.setAttribute(HELD, held);
        Request.addCompletionListener(request, error -> held.release());
        return super.handle(request, response, callback);
    }

    private Held take(Semaphore permits) {
        if (permits.tryAcquire()) {
            return new Held(permits::release);
        }
        MemoryReservation memory = budget.reserve(MemoryKind.HTTP, REQUEST_BYTES);
        return new Held(memory::close);
    }

    /** Releases what {@code request} holds, because something else reserves memory for it from now on. */
    static void release(HttpServletRequest request) {
        if (request.getAttribute(HELD) instanceof Held held) {
            held.release();
        }
    }

    private static void refuse(CallException error, Response response, Callback callback) {
        response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        error.retryDelay()
                .ifPresent(delay -> response.getHeaders().put(HttpHeader.RETRY_AFTER, HttpStatuses.retryAfter(delay)));
        String message = new String(JsonStringEncoder.getInstance().quoteAsString(String.valueOf(error.getMessage())));
        Content.Sink.write(
                response, true, "{\"reason\":\"" + error.reason() + "\",\"message\":\"" + message + "\"}\n", callback);
    }
}
