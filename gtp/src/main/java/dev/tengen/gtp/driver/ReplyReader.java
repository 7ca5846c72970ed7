package dev.tengen.gtp.driver;

import dev.tengen.gtp.GtpResponse;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the responses on an engine's standard output in a thread of its own. Memory is bounded: a response has a greatest
 * length, and where responses come that nobody asked for, only a few are kept and the engine waits.
 */
final class ReplyReader implements Runnable {
    /** The longest response in bytes. */
    static final int MAX_RESPONSE_BYTES = 256 << 10;

    private static final int MAX_WAITING = 4;
    private static final int SHOWN_BYTES = 80;

    private final BufferedInputStream input;
    private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(MAX_WAITING);
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    ReplyReader(InputStream input) {
        this.input = new BufferedInputStream(input);
    }

    /** What the engine said: a response, garbage, or nothing more. */
    sealed interface Item {
        /**
         * A response.
         *
         * @param value the response
         */
        record Response(GtpResponse value) implements Item {}

        /**
         * Something else; nothing after it is read.
         *
         * @param description what it is
         */
        record Garbage(String description) implements Item {}

        /** The end of the output. */
        record End() implements Item {}
    }

    /** Returns what the engine says next, or null if it says nothing for so long. */
    @Nullable
    Item next(long nanos) throws InterruptedException {
        return items.poll(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        try {
            while (read()) {
                text.reset();
            }
        } catch (InterruptedException e) {
            // The engine is being ended. Another thread may still wait for what it says.
            items.clear();
            items.add(new Item.End());
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
                return refuse("a response of more than " + MAX_RESPONSE_BYTES + " bytes");
            }
            text.write(next);
            if (text.size() == 1 && next != '=' && next != '?') {
                return refuse("output that is no response");
            }
            lineLength = next == '\n' ? 0 : lineLength + 1;
        }
        items.put(new Item.End());
        return false;
    }

    private int readByte() {
        try {
            return input.read();
        } catch (IOException e) {
            return -1; // The process has ended.
        }
    }

    private boolean accept() throws InterruptedException {
        String whole = text.toString(StandardCharsets.UTF_8);
        Optional<GtpResponse> response = GtpResponse.parse(whole.substring(0, whole.length() - 1));
        if (response.isEmpty()) {
            return refuse("output that is no response");
        }
        items.put(new Item.Response(response.get()));
        return true;
    }

    private boolean refuse(String what) throws InterruptedException {
        items.put(new Item.Garbage(what + ": \"" + shown() + "\""));
        return false;
    }

    /** Returns the first bytes of the output as people can read them, with what there is beyond the offending byte. */
    private String shown() {
        try {
            while (text.size() < SHOWN_BYTES && input.available() > 0) {
                text.write(input.read());
            }
        } catch (IOException e) {
            // The process has ended: what was read so far is all there is.
        }
        String start = text.toString(StandardCharsets.UTF_8);
        return Printable.of(start.length() > SHOWN_BYTES ? start.substring(0, SHOWN_BYTES) + "..." : start);
    }
}
