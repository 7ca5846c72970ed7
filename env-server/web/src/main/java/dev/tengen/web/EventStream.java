package dev.tengen.web;

import dev.tengen.arena.json.Json;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of server-sent events to one browser. It sends only the latest state, at most ten times a second, and for a
 * game the number of its streams. A slow reader blocks one thread and misses states; a fast game costs no more than a
 * slow one.
 *
 * <p>Thread-safe: any thread may report a change, and one thread at a time writes.
 */
final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final Duration MIN_PAUSE = Duration.ofMillis(100);
    private static final Duration PROBE_DELAY = Duration.ofSeconds(1);

    /** The size of a stream without the headers of its request and the state that it sends. */
    static final long OWN_BYTES = 12_000;

    /**
     * How often a state that is being written is in memory: as text, as bytes, and in the buffers of the connection.
     */
    private static final int COPIES = 4;

    private final SseClient client;
    private final EventStreams.Admission admission;
    private final CallToken call;
    private final SharedSource source;
    private final Optional<Object> game;
    private final BooleanSupplier isPermitted;
    private final EventStreams streams;
    private final Runnable listener = this::changed;
    private final Runnable audienceListener = this::audienceChanged;

    /** The time before which nothing is written, as {@link System#nanoTime} counts. */
    private long earliest = System.nanoTime();

    private boolean isStateDue;
    private boolean isCountDue;
    private boolean isHeartbeatDue;
    private boolean isBusy;
    private boolean isClosed;
    private String last = "";
    private int lastCount;

    /**
     * Creates a stream of a source, and of a game if it is one. It ends as soon as {@code isPermitted} returns false,
     * and cancels {@code call}, for which it reads states.
     */
    EventStream(
            SseClient client,
            EventStreams.Admission admission,
            CallToken call,
            SharedSource source,
            Optional<Object> game,
            BooleanSupplier isPermitted,
            EventStreams streams) {
        this.client = client;
        this.admission = admission;
        this.call = call;
        this.source = source;
        this.game = game;
        this.isPermitted = isPermitted;
        this.streams = streams;
    }

    /** Starts to watch the source. May block. */
    void begin() {
        source.add(listener);
        changed(); // First, so that a browser gets no number for a game that it may not see.
        game.ifPresent(watched -> streams.audiences().join(watched, audienceListener));
        boolean isTooLate;
        synchronized (this) {
            isTooLate = isClosed;
        }
        if (isTooLate) {
            leave();
        }
    }

    private void changed() {
        synchronized (this) {
            isStateDue = true;
        }
        start();
    }

    private void audienceChanged() {
        synchronized (this) {
            isCountDue = true;
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
        boolean hasCount;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            hasState = isStateDue;
            hasCount = isCountDue;
            isStateDue = false;
            isCountDue = false;
            isHeartbeatDue = false;
        }
        if (hasState) {
            sendState();
        }
        if (hasCount) {
            sendCount();
        }
        if (!hasState && !hasCount && !client.terminated()) {
            client.sendComment("heartbeat");
        }
        if (client.terminated()) {
            close();
            return;
        }
        synchronized (this) {
            earliest = System.nanoTime() + MIN_PAUSE.toNanos();
            isBusy = false;
            if (!isStateDue && !isCountDue && !isHeartbeatDue) {
                return;
            }
        }
        start();
    }

    private void sendState() {
        String text;
        try {
            text = isPermitted.getAsBoolean() ? source.text(read -> streams.inTurn(call, read)) : "";
        } catch (CallException | CancellationException e) {
            LOG.debug("A state is read later, since its turn has not come", e);
            synchronized (this) {
                isStateDue = true;
            }
            return;
        }
        if (client.terminated() || (!text.isEmpty() && text.equals(last))) {
            return;
        }
        if (text.isEmpty()) {
            client.sendEvent("gone", "{}");
            close();
            return;
        }
        if (!admission.memory().tryGrow((long) COPIES * text.length())) {
            LOG.debug("Closing a stream, since too little memory is free for its state");
            client.sendEvent("full", "{}");
            close();
            return;
        }
        int lastLength = last.length();
        last = text;
        client.sendEvent("state", text);
        admission.memory().shrink((COPIES - 1L) * text.length() + lastLength);
    }

    /** Sends the number of browsers that watch the game. A browser that lost its permission learns no more. */
    private void sendCount() {
        int count = game.map(streams.audiences()::count).orElse(0);
        if (client.terminated() || count == lastCount || !isPermitted.getAsBoolean()) {
            return;
        }
        lastCount = count;
        client.sendEvent("watching", Json.text(Map.of("count", count)));
        probe();
    }

    /**
     * Writes once more after a moment. Only the second write to a connection that the browser has closed fails, so this
     * removes the stream of a page that was reloaded.
     */
    private void probe() {
        try {
            streams.run(this::sendHeartbeat, PROBE_DELAY);
        } catch (RejectedExecutionException e) {
            LOG.debug("The page has stopped", e);
        }
    }

    private void leave() {
        source.remove(listener);
        game.ifPresent(watched -> streams.audiences().leave(watched, audienceListener));
    }

    /** Closes the stream, from any thread. */
    void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        call.cancel();
        leave();
        streams.remove(this, source);
        admission.close();
        client.close();
    }
}
