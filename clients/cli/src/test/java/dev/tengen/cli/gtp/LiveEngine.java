package dev.tengen.cli.gtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** An engine that runs in a thread, for tests of what it writes before the next line. Reading waits for the engine. */
final class LiveEngine implements AutoCloseable {
    private final PipedWriter commands = new PipedWriter();
    private final BufferedReader responses;
    private final Thread thread;

    LiveEngine(Engine engine) throws IOException {
        PipedReader in = new PipedReader(commands);
        PipedWriter out = new PipedWriter();
        responses = new BufferedReader(new PipedReader(out, 1 << 20));
        thread = new Thread(() -> {
            try (PrintWriter writer = new PrintWriter(out)) {
                engine.run(new BufferedReader(in), writer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        thread.start();
    }

    /** Sends text as it is. */
    LiveEngine send(String text) throws IOException {
        commands.write(text);
        commands.flush();
        return this;
    }

    /** Returns the next line of output. */
    String read() throws IOException {
        return responses.readLine();
    }

    /** Ends the input and waits until the engine has ended. */
    @Override
    public void close() throws IOException {
        commands.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the engine ended", e);
        }
    }
}
