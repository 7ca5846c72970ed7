package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One browser that is kept up to date. It is sent the latest state only, at most ten a second, so a slow reader costs
 * one thread that waits and misses states, and a fast game costs no more than a slow one.
 *
 * <p>Thread-safe: changes come from any thread, and one at a time writes.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration LEAST_GAP = Duration.ofMillis(100);

    private final SseClient client;
    private final StateSource source;
    private final EventStreams streams;
    private Runnable unwatch = () -> {};
    private boolean isDirty;
    private boolean isBeatDue;
    private boolean isBusy;
    private boolean isClosed;
    private String last = "nothing yet";

    EventStream(SseClient client, StateSource source, EventStreams streams) {
        this.client = client;
        this.source = source;
        this.streams = streams;
    }

    /** Begins to tell; in a thread that may wait. */
    void begin() {
        Runnable ending = source.watch(this::changed);
        boolean isTooLate;
        synchronized (this) {
            unwatch = ending;
            isTooLate = isClosed;
        }
        if (isTooLate) {
            ending.run();
        } else {
            changed();
        }
    }

    /** Takes note that there may be something new. */
    void changed() {
        synchronized (this) {
            isDirty = true;
            if (isBusy || isClosed) {
                return;
            }
            isBusy = true;
        }
        workAfter(Duration.ZERO);
    }

    /** Lets the browser know that the server is there, and the server that the browser is. */
    void beat() {
        synchronized (this) {
            isBeatDue = true;
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
            close();
        }
    }

    /** Writes what is due, and looks again a little later whether anything has become due meanwhile. */
    private void work() {
        boolean isStateDue;
        synchronized (this) {
            if (isClosed || !(isDirty || isBeatDue)) {
                isBusy = false;
                return;
            }
            isStateDue = isDirty;
            isDirty = false;
            isBeatDue = false;
        }
        if (isStateDue) {
            sendState();
        } else if (!client.terminated()) {
            client.sendComment("still here");
        }
        if (client.terminated()) {
            close();
        } else {
            workAfter(LEAST_GAP);
        }
    }

    private void sendState() {
        Optional<JsonNode> state;
        try {
            state = source.state();
        } catch (RuntimeException e) {
            LOG.warn("A listener is let go, since what it listens to cannot be shown", e);
            state = Optional.empty();
        }
        String text = state.map(JsonNode::toString).orElse("");
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

    /** Ends it, from any thread. */
    void close() {
        Runnable ending;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            ending = unwatch;
        }
        streams.remove(this);
        ending.run();
        client.close();
    }
}
