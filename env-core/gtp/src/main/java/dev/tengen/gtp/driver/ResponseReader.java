package dev.tengen.gtp.driver;

import dev.tengen.gtp.GtpResponse;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the responses on the standard output of an engine. A thread runs it. Memory is bounded: a response has a
 * maximum length, and of unrequested responses only a few are queued before the engine has to wait.
 */
final class ResponseReader implements Runnable {
    /** The maximum length of a response in bytes. */
    static final int MAX_RESPONSE_BYTES = 256 << 10;

    private static final System.Logger LOG = System.getLogger(ResponseReader.class.getName());
    private static final int MAX_QUEUED = 4;
    private static final int SHOWN_BYTES = 80;

    private final BufferedInputStream input;
    private final BlockingQueue<Output> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    ResponseReader(InputStream input) {
        this.input = new BufferedInputStream(input);
    }

    /** What an engine wrote: a response, garbage, or the end. */
    sealed interface Output {
        /** A response. */
        record Response(GtpResponse value) implements Output {}

        /** Something else, with a description. Nothing after it is read. */
        record Garbage(String description) implements Output {}

        /** The end of the output. */
        record End() implements Output {}
    }

    /** Returns the next output of the engine; null if there is none within {@code nanos}. */
    @Nullable
    Output next(long nanos) throws InterruptedException {
        return queue.poll(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        try {
            while (read()) {
                text.reset();
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "Interrupted: the engine is being ended", e);
            // Another thread may still wait for output.
            queue.clear();
            queue.add(new Output.End());
        }
    }

    /** Reads to the end of one response, and returns whether there may be another. */
    private boolean read() throws InterruptedException {
        int lineLength = 0;
        for (int next = readByte(); next >= 0; next = readByte()) {
            boolean isLineEmpty = next == '\n' && lineLength == 0;
            if (isLineEmpty && text.size() > 0) {
                return accept();
            }
            if (isLineEmpty || next == '\r') {
                continue;
            }
            if (text.size() == MAX_RESPONSE_BYTES) {
                return reject("a response of more than " + MAX_RESPONSE_BYTES + " bytes");
            }
            text.write(next);
            if (text.size() == 1 && next != '=' && next != '?') {
                return reject("output that is no response");
            }
            lineLength = next == '\n' ? 0 : lineLength + 1;
        }
        queue.put(new Output.End());
        return false;
    }

    private int readByte() {
        try {
            return input.read();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Standard output was closed: the engine has ended", e);
            return -1;
        }
    }

    private boolean accept() throws InterruptedException {
        String whole = text.toString(StandardCharsets.UTF_8);
        Optional<GtpResponse> response = GtpResponse.parse(whole.substring(0, whole.length() - 1));
        if (response.isEmpty()) {
            return reject("output that is no response");
        }
        queue.put(new Output.Response(response.get()));
        return true;
    }

    private boolean reject(String what) throws InterruptedException {
        queue.put(new Output.Garbage(what + ": \"" + shown() + "\""));
        return false;
    }

    /** Returns the first bytes of the output for a message, with what is available after the offending byte. */
    private String shown() {
        try {
            while (text.size() < SHOWN_BYTES && input.available() > 0) {
                text.write(input.read());
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Standard output was closed: the engine has ended", e);
        }
        String start = text.toString(StandardCharsets.UTF_8);
        return TextSanitizer.line(start.length() > SHOWN_BYTES ? start.substring(0, SHOWN_BYTES) + "..." : start);
    }
}
