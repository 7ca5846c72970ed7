package dev.tengen.server.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tengen.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of all calls: a JSON object per line, with invisible characters escaped. No line has a token, a key, a
 * request, or a complete id of a session.
 *
 * <p>{@link #write} never blocks: it puts an entry into a bounded queue, and a thread of the log formats and writes it.
 * If the target is slower than the calls, entries are dropped and {@linkplain #droppedCount counted}. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int QUEUE_LENGTH = 1 << 13;
    private static final int CLOSE_MILLIS = 5_000;
    private static final int PAUSE_MILLIS = 20;
    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final JsonFactory JSON = new JsonFactory();

    private final OutputStream target;
    private final BlockingQueue<Entry> queue;
    private final LongAdder dropped = new LongAdder();
    private final AtomicLong written = new AtomicLong();
    private final Thread writer = new Thread(this::run, "tengen-access-log");
    private volatile boolean isClosing;

    /**
     * A call that has ended.
     *
     * @param endMillis the time of its end, in milliseconds since 1970
     * @param principal the name of the one who made it; empty if nobody has proved to be one
     * @param method the full name of the method
     * @param status the status code, such as OK
     * @param reason the reason of an error; empty otherwise
     * @param nanos the time in the server, in nanoseconds
     * @param session the id of the session, of which the log shows a part; empty if the call has none
     * @param stream the messages of a stream; {@link Stream#NONE} for a unary call
     * @param peer the address of the caller
     */
    public record Entry(
            long endMillis,
            String principal,
            String method,
            String status,
            String reason,
            long nanos,
            String session,
            Stream stream,
            String peer) {}

    /**
     * The messages of a stream: of a batch, a forest, a self-play, an agent or a spectator.
     *
     * @param number the number of the stream, from 1 in the order in which streams of this server began; 0 for no
     *     stream
     * @param requestCount messages that the client has sent
     * @param responseCount messages that the server has sent
     */
    public record Stream(long number, long requestCount, long responseCount) {
        /** No stream. */
        public static final Stream NONE = new Stream(0, 0, 0);
    }

    /** Creates a log with a queue of {@code capacity} entries. */
    AccessLog(OutputStream target, int capacity) {
        this.target = target;
        queue = new ArrayBlockingQueue<>(capacity);
        writer.setDaemon(true);
    }

    /**
     * Opens a log, with a queue of {@value #QUEUE_LENGTH} entries.
     *
     * @throws IOException if the target cannot be written
     */
    public static AccessLog open(AccessLogTarget target) throws IOException {
        AccessLog log = new AccessLog(target.open(), QUEUE_LENGTH);
        log.start();
        return log;
    }

    /** Starts to write. */
    void start() {
        writer.start();
    }

    /** Writes {@code entry} soon, or drops it if the queue is full. */
    public void write(Entry entry) {
        if (isClosing || !queue.offer(entry)) {
            dropped.increment();
        }
    }

    /** Returns the count of entries that were dropped, because the target was too slow or could not be written. */
    public long droppedCount() {
        return dropped.sum();
    }

    /** Returns the count of lines that were handed to the target. */
    public long writtenCount() {
        return written.get();
    }

    private void run() {
        try {
            boolean isLast = false;
            while (!isLast) {
                // Read before the queue, which gets nothing more once it is set.
                isLast = isClosing;
                printWaiting();
                if (!isLast) {
                    // A thread that waited for the queue would be woken by each call.
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The target has blocked for too long while the log was closed.
        }
    }

    /** Writes the entries that wait, and flushes the target. */
    private void printWaiting() {
        boolean isWritten = false;
        try {
            for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
                target.write(line(entry));
                isWritten = true;
                written.incrementAndGet();
            }
            if (isWritten) {
                target.flush();
            }
        } catch (IOException e) {
            dropped.increment();
            LOG.warn("Cannot write the access log: {}", e.getMessage());
        }
    }

    private static byte[] line(Entry entry) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField(
                    "time", Instant.ofEpochMilli(entry.endMillis()).toString());
            writeIfAny(json, "principal", entry.principal());
            json.writeStringField("method", entry.method());
            json.writeStringField("status", entry.status());
            writeIfAny(json, "reason", entry.reason());
            json.writeNumberField("milliseconds", Math.round(entry.nanos() / 1e3) / (NANOS_PER_MILLISECOND / 1e3));
            if (!entry.session().isEmpty()) {
                json.writeStringField("session", AuditLog.shown(entry.session()));
            }
            if (entry.stream().number() > 0) {
                json.writeNumberField("stream", entry.stream().number());
                json.writeNumberField("requests", entry.stream().requestCount());
                json.writeNumberField("responses", entry.stream().responseCount());
            }
            json.writeStringField("peer", entry.peer());
            json.writeEndObject();
        }
        line.write('\n');
        return VisibleText.lines(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    private static void writeIfAny(JsonGenerator json, String field, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(field, value);
        }
    }

    /** Writes the entries of the queue, for at most {@value #CLOSE_MILLIS} milliseconds, and closes the target. */
    @Override
    public void close() {
        isClosing = true;
        try {
            writer.join(CLOSE_MILLIS);
            if (writer.isAlive()) {
                LOG.warn("The access log has lost {} lines: its target does not take them", queue.size());
                writer.interrupt();
                return; // Closing would wait for the target, too.
            }
            target.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("Cannot close the access log: {}", e.getMessage());
        }
    }
}
