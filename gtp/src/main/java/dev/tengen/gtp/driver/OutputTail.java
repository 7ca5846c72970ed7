package dev.tengen.gtp.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The end of what an engine writes to its standard error. A thread of its own reads it, so that the engine never waits
 * for a reader; no more than the last bytes are kept. Thread-safe.
 */
final class OutputTail implements Runnable {
    /** Bytes that are kept. */
    static final int CAPACITY = 8 << 10;

    private final InputStream input;
    private final byte[] ring = new byte[CAPACITY];
    private long count;

    OutputTail(InputStream input) {
        this.input = input;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[CAPACITY];
        try {
            for (int length = input.read(buffer); length >= 0; length = input.read(buffer)) {
                keep(buffer, length);
            }
        } catch (IOException e) {
            // The process has ended: what was read so far is all there is.
        }
    }

    private synchronized void keep(byte[] bytes, int length) {
        for (int index = 0; index < length; index++) {
            ring[(int) (count++ % CAPACITY)] = bytes[index];
        }
    }

    /** Returns the last bytes as text, from the oldest kept. */
    synchronized String text() {
        int length = (int) Math.min(count, CAPACITY);
        byte[] last = new byte[length];
        for (int index = 0; index < length; index++) {
            last[index] = ring[(int) ((count - length + index) % CAPACITY)];
        }
        return new String(last, StandardCharsets.UTF_8);
    }
}
