package dev.tengen.server.embedded;

import dev.tengen.server.batch.Batch;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.service.LocalStream;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call over an {@link EmbeddedConnection}: messages in both directions, and a status at the end.
 *
 * <p>Methods that wait do so for a limited time, so that the caller can look for signals of its own language in
 * between. After {@link EmbeddedServer#endProcess}, they never return to other threads than the one that ends the
 * process. Thread-safe.
 */
public final class EmbeddedCall {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCall.class);

    private final ClientCall<byte[], byte[]> call;
    private final Queue<byte[]> received = new ArrayDeque<>();
    private @Nullable Status status;
    private Metadata trailers = new Metadata();

    /** Held while messages are sent; the server may answer on the thread that sends. */
    private final Object sending = new Object();

    private volatile boolean isSending = true;

    /** The stream at the server, if it takes requests without messages. */
    private volatile @Nullable LocalStream stream;

    private EmbeddedCall(ClientCall<byte[], byte[]> call) {
        this.call = call;
    }

    /**
     * Starts {@code call}, and returns it. At its end, {@code onEnd} accepts it. Its stream at the server is found by
     * {@code streams}.
     *
     * @param method full name of the method
     */
    static EmbeddedCall start(
            ClientCall<byte[], byte[]> call, String method, LocalStreams streams, Consumer<EmbeddedCall> onEnd) {
        EmbeddedCall started = new EmbeddedCall(call);
        Metadata headers = streams.expect(method, opened -> started.stream = opened);
        call.start(started.new Listener(onEnd.andThen(ended -> streams.forget(headers))), headers);
        // The second one is for a server that answers more often than a call with one answer allows.
        call.request(2);
        return started;
    }

    /** Receives what the server sends. */
    private final class Listener extends ClientCall.Listener<byte[]> {
        private final Consumer<EmbeddedCall> onEnd;

        Listener(Consumer<EmbeddedCall> onEnd) {
            this.onEnd = onEnd;
        }

        @Override
        public void onMessage(byte[] message) {
            synchronized (EmbeddedCall.this) {
                received.add(message);
                EmbeddedCall.this.notifyAll();
            }
        }

        @Override
        public void onClose(Status end, Metadata endTrailers) {
            synchronized (EmbeddedCall.this) {
                status = end;
                trailers = endTrailers;
                EmbeddedCall.this.notifyAll();
            }
            onEnd.accept(EmbeddedCall.this);
        }
    }

    /**
     * Returns the steps of the batch that this call has opened, without messages; null if it is not a stream of an open
     * batch.
     */
    public @Nullable EmbeddedBatch batch() {
        LocalStream open = stream;
        return open == null
                ? null
                : open.resource(Batch.class)
                        .map(batch -> new EmbeddedBatch(open, batch))
                        .orElse(null);
    }

    /**
     * Returns the self-play that this call has opened, without messages; null if it is not the stream of an open
     * self-play.
     */
    public @Nullable EmbeddedSelfPlay selfPlay() {
        LocalStream open = stream;
        return open == null
                ? null
                : open.resource(HostedSelfPlay.class)
                        .map(selfPlay -> new EmbeddedSelfPlay(open, selfPlay))
                        .orElse(null);
    }

    /**
     * Sends a message. Does nothing once the call has ended, or its caller has cancelled it or {@link #halfClose
     * half-closed}.
     */
    public void send(byte[] message) {
        synchronized (sending) {
            try {
                if (isSending) {
                    call.sendMessage(message);
                }
            } catch (IllegalStateException e) {
                if (isSending) {
                    throw e;
                }
                LOG.trace("Another thread has cancelled the call", e);
            }
        }
    }

    /** Ends the sending of messages. This method is idempotent. */
    public void halfClose() {
        synchronized (sending) {
            if (isSending) {
                isSending = false;
                call.halfClose();
            }
        }
    }

    /** Ends the call with CANCELLED, if it has not ended. */
    public void cancel() {
        cancel("cancelled by the client");
    }

    void cancel(String description) {
        isSending = false;
        call.cancel(description, null);
    }

    /** Waits for the end of the call, and returns whether it has ended. */
    public boolean awaitEnd(long waitMillis) throws InterruptedException {
        boolean hasEnded = awaitStatus(waitMillis);
        EmbeddedServer.holdIfEnding();
        return hasEnded;
    }

    private synchronized boolean awaitStatus(long waitMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (status == null) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Returns the next message, after a wait if there is none; null if none has come or the call has ended. */
    public byte @Nullable [] receive(long waitMillis) throws InterruptedException {
        byte[] message = awaitMessage(waitMillis);
        if (message != null) {
            // Without a lock: the server may send the next message on this thread.
            call.request(1);
        }
        EmbeddedServer.holdIfEnding();
        return message;
    }

    private synchronized byte @Nullable [] awaitMessage(long waitMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (received.isEmpty() && status == null) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return received.poll();
    }

    /** Returns whether the call has ended. Messages may be left to receive. */
    public synchronized boolean hasEnded() {
        return status != null;
    }

    /** Returns whether the call has ended and all its messages have been received. */
    public synchronized boolean isOver() {
        return status != null && received.isEmpty();
    }

    /** Returns the number of the status that ended the call, 0 for OK. */
    public synchronized int statusNumber() {
        return ended().getCode().value();
    }

    /** Returns the description of the status that ended the call, or an empty text. */
    public synchronized String statusDescription() {
        String description = ended().getDescription();
        return description == null ? "" : description;
    }

    private Status ended() {
        if (status == null) {
            throw new IllegalStateException("the call has not ended");
        }
        return status;
    }

    /** Returns the keys of the trailing metadata, one for each value. */
    public synchronized String[] trailerKeys() {
        List<String> keys = new ArrayList<>();
        trailers().forEach(trailer -> keys.add(trailer.getKey()));
        return keys.toArray(new String[0]);
    }

    /**
     * Returns the values of the trailing metadata, in the order of the keys. Those of keys without "-bin" are ASCII.
     */
    public synchronized byte[][] trailerValues() {
        return trailers().stream().map(Map.Entry::getValue).toArray(byte[][]::new);
    }

    private List<Map.Entry<String, byte[]>> trailers() {
        List<Map.Entry<String, byte[]>> all = new ArrayList<>();
        for (String key : trailers.keys()) {
            if (key.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
                byte[] value = trailers.get(Metadata.Key.of(key, Metadata.BINARY_BYTE_MARSHALLER));
                all.add(Map.entry(key, value == null ? new byte[0] : value));
            } else {
                String value = trailers.get(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER));
                all.add(Map.entry(key, value == null ? new byte[0] : value.getBytes(StandardCharsets.US_ASCII)));
            }
        }
        return all;
    }
}
