package dev.tengen.cli.gtp;

import dev.tengen.cli.input.LineReader;
import dev.tengen.cli.input.LineTooLongException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an input, read ahead by a thread, so that a running analysis notices the next one. Thread-safe.
 *
 * <p>At most {@value #MAX_COUNT} lines are read ahead. The thread is a daemon: it may wait for input that never comes.
 */
final class InputLines implements AutoCloseable {
    private static final int MAX_COUNT = 64;

    private final Deque<Item> items = new ArrayDeque<>();
    private boolean isClosed;

    private InputLines() {}

    /** Starts to read {@code in}. */
    static InputLines read(BufferedReader in) {
        InputLines lines = new InputLines();
        Thread thread = new Thread(() -> lines.pump(new LineReader(in)), "gtp-input");
        thread.setDaemon(true);
        thread.start();
        return lines;
    }

    private void pump(LineReader reader) {
        boolean isOpen = true;
        while (isOpen) {
            isOpen = put(read(reader));
        }
    }

    private static Item read(LineReader reader) {
        try {
            return new Item(reader.next(), null);
        } catch (IOException | RuntimeException e) {
            return new Item(null, e);
        }
    }

    /** Adds an item when there is room. Returns whether another one may follow. */
    private synchronized boolean put(Item item) {
        waitUntil(() -> items.size() < MAX_COUNT || isClosed);
        items.add(item);
        notifyAll();
        return !isClosed && (item.line != null || item.failure instanceof LineTooLongException);
    }

    /** Returns whether {@link #next} returns at once. */
    synchronized boolean isNextThere() {
        return !items.isEmpty();
    }

    /** Waits until {@link #next} returns at once. */
    synchronized void awaitNext() {
        waitUntil(() -> !items.isEmpty());
    }

    /**
     * Returns the next line without its end; null at the end of input, from then on.
     *
     * @throws LineTooLongException if the line is too long
     */
    synchronized @Nullable String next() throws IOException {
        awaitNext();
        Item item = items.element();
        if (item.line != null || item.failure instanceof LineTooLongException) {
            items.remove();
            notifyAll();
        }
        if (item.failure instanceof IOException failure) {
            throw failure;
        }
        if (item.failure instanceof RuntimeException failure) {
            throw failure;
        }
        return item.line;
    }

    private synchronized void waitUntil(BooleanSupplier isMet) {
        while (!isMet.getAsBoolean()) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("interrupted while waiting for input", e));
            }
        }
    }

    /** Stops reading ahead, after the current line. */
    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    /** A line, or why it could not be read; neither at the end of input. */
    private record Item(@Nullable String line, @Nullable Exception failure) {}
}
