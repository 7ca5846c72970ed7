package dev.tengen.web;

import dev.tengen.arena.json.Json;
import dev.tengen.server.error.FatalErrors;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
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
    private final StateSource source;
    private final EventStreams streams;
    private Runnable unwatch = () -> {};
    private boolean isStateDue;
    private boolean isHeartbeatDue;
    private boolean isBusy;
    private boolean isClosed;
    private String last = "nothing yet";

    EventStream(SseClient client, StateSource source, EventStreams streams) {
        this.client = client;
        this.source = source;
        this.streams = streams;
    }

    /** Starts to watch the source. May block. */
    void begin() {
        Runnable end = source.watch(this::changed);
        boolean isTooLate;
        synchronized (this) {
            unwatch = end;
            isTooLate = isClosed;
        }
        if (isTooLate) {
            end.run();
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
        synchronized (this) {
            if (isBusy || isClosed) {
                return;
            }
            isBusy = true;
        }
        workAfter(Duration.ZERO);
    }

    private void workAfter(Duration delay) {
        try {
            streams.run(this::work, delay);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closing a stream, since the page has stopped", e);
            close();
        }
    }

    /** Writes what is due, and checks again after a pause. */
    private void work() {
        boolean hasState;
        synchronized (this) {
            if (isClosed || !(isStateDue || isHeartbeatDue)) {
                isBusy = false;
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
        } else {
            workAfter(MIN_PAUSE);
        }
    }

    private void sendState() {
        Optional<Object> state;
        try {
            state = source.state();
        } catch (RuntimeException e) {
            FatalErrors.check(e);
            LOG.warn("Closing a stream, since its state cannot be read", e);
            state = Optional.empty();
        }
        String text = state.map(Json::text).orElse("");
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
        Runnable end;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            end = unwatch;
        }
        streams.remove(this);
        end.run();
        client.close();
    }
}
