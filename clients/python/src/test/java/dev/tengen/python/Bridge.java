package dev.tengen.python;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The process of {@code tests/contract_bridge.py} in the environment that {@code check.py} makes. Not thread-safe. */
final class Bridge {
    private static final Path PYTHON = Path.of("target/venv/bin/python");
    private static final Path PROGRAM = Path.of("tests/contract_bridge.py");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    Bridge() throws IOException {
        if (!Files.isExecutable(PYTHON)) {
            throw new IOException(PYTHON.toAbsolutePath() + " is missing; python3 check.py --environment makes it");
        }
        process = new ProcessBuilder(PYTHON.toString(), PROGRAM.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = process.outputWriter();
        answers = process.inputReader();
    }

    /** Sends a request and returns its answer. */
    JsonNode call(JsonNode request) {
        try {
            requests.write(request.toString());
            requests.newLine();
            requests.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new AssertionError(PROGRAM + " has ended at " + request);
            }
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(PROGRAM + " has ended before " + request, e);
        }
    }

    /** Ends the program by the end of its input, and with it the server. */
    void stop() throws IOException, InterruptedException {
        requests.close();
        boolean hasEnded = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();
        if (!hasEnded || process.exitValue() != 0) {
            throw new AssertionError(PROGRAM + (hasEnded ? " failed" : " does not end"));
        }
    }
}
