package dev.tengen.web;

import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of server-sent events to one browser. It sends only the latest state, at most ten times a second. A slow reader
 * blocks one thread and misses states; a fast game costs no more than a slow one.
 *
 * <p>Thread-safe: any thread may report a change, and one thread at a time writes.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration MIN_PAUSE = Duration.ofMillis(100);

    private final SseClient client;
    private final SharedSource source;
    private final BooleanSupplier isPermitted;
    private final EventStreams streams;
    private final Runnable listener = this::changed;

    /** The time before which nothing is written, as {@link System#nanoTime} counts. */
    private long earliest = System.nanoTime();

    private boolean isStateDue;
    private boolean isHeartbeatDue;
    private boolean isBusy;
    private boolean isClosed;
    private String last = "nothing yet";

    /** Creates a stream, which ends as soon as {@code isPermitted} returns false. */
    EventStream(SseClient client, SharedSource source, BooleanSupplier isPermitted, EventStreams streams) {
        this.client = client;
        this.source = source;
        this.isPermitted = isPermitted;
        this.streams = streams;
    }

    /** Starts to watch the source. May block. */
    void begin() {
        source.add(listener);
        boolean isTooLate;
        synchronized (this) {
            isTooLate = isClosed;
        }
        if (isTooLate) {
            source.remove(listener);
        } else {
            changed();
        }
    }

    private void changed() {
        synchronized (this) {
            isStateDue = true;
        }
        start();
    }

    /** Sends a comment, by which each side notices that the other is gone. */
    void sendHeartbeat() {
        synchronized (this) {
            isHeartbeatDue = true;
        }
        start();
    }

    private void start() {
        long wait;
        synchronized (this) {
            if (isBusy || isClosed) {
                return;
            }
            isBusy = true;
            wait = Math.max(0, earliest - System.nanoTime());
        }
        workAfter(Duration.ofNanos(wait));
    }

    private void workAfter(Duration delay) {
        try {
            streams.run(this::work, delay);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closing a stream, since the page has stopped", e);
            close();
        }
    }

    /** Writes what is due. What becomes due meanwhile is written after a pause. */
    private void work() {
        boolean hasState;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            hasState = isStateDue;
            isStateDue = false;
            isHeartbeatDue = false;
        }
        if (hasState) {
            sendState();
        } else if (!client.terminated()) {
            client.sendComment("heartbeat");
        }
        if (client.terminated()) {
            close();
            return;
        }
        synchronized (this) {
            earliest = System.nanoTime() + MIN_PAUSE.toNanos();
            isBusy = false;
            if (!isStateDue && !isHeartbeatDue) {
                return;
            }
        }
        start();
    }

    private void sendState() {
        String text = isPermitted.getAsBoolean() ? source.text() : "";
        if (client.terminated() || text.equals(last)) {
            return;
        }
        last = text;
        if (text.isEmpty()) {
            client.sendEvent("gone", "{}");
            close();
        } else {
            client.sendEvent("state", text);
        }
    }

    /** Closes the stream, from any thread. */
    void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        source.remove(listener);
        streams.remove(this, source);
        client.close();
    }
}
