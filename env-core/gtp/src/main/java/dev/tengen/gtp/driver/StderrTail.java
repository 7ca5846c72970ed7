package dev.tengen.gtp.driver;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;

/**
 * The tail of the standard error of an engine, in a ring buffer. A thread runs it, so that the engine never waits for a
 * reader. Thread-safe.
 */
final class StderrTail implements Runnable {
    /** Bytes that are kept. */
    static final int CAPACITY = 8 << 10;

    private static final System.Logger LOG = System.getLogger(StderrTail.class.getName());

    private final InputStream input;
    private final byte[] ring = new byte[CAPACITY];
    private long count;

    StderrTail(InputStream input) {
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
            LOG.log(Level.DEBUG, "Standard error was closed: the engine has ended", e);
        }
    }

    private synchronized void keep(byte[] bytes, int length) {
        for (int index = 0; index < length; index++) {
            ring[(int) (count++ % CAPACITY)] = bytes[index];
        }
    }

    /** Returns the kept bytes as text. */
    synchronized String text() {
        int length = (int) Math.min(count, CAPACITY);
        byte[] last = new byte[length];
        for (int index = 0; index < length; index++) {
            last[index] = ring[(int) ((count - length + index) % CAPACITY)];
        }
        return new String(last, StandardCharsets.UTF_8);
    }
}
