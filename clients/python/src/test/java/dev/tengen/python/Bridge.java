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

/** Runs {@code tests/contract_bridge.py} in the virtual environment of {@code check.py}. Not thread-safe. */
final class Bridge {
    private static final Path PYTHON = Path.of("target/venv/bin/python");
    private static final Path PROGRAM = Path.of("tests/contract_bridge.py");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader responses;

    Bridge() throws IOException {
        if (!Files.isExecutable(PYTHON)) {
            throw new IOException(
                    PYTHON.toAbsolutePath() + " is missing; create it with python3 check.py --environment");
        }
        process = new ProcessBuilder(PYTHON.toString(), PROGRAM.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = process.outputWriter();
        responses = process.inputReader();
    }

    /** Sends a request and returns its response. */
    JsonNode call(JsonNode request) {
        try {
            requests.write(request.toString());
            requests.newLine();
            requests.flush();
            String response = responses.readLine();
            if (response == null) {
                throw new AssertionError(PROGRAM + " exited during " + request);
            }
            return JSON.readTree(response);
        } catch (IOException e) {
            throw new UncheckedIOException(PROGRAM + " exited before " + request, e);
        }
    }

    /** Closes the input of the program, which stops it and its server. */
    void stop() throws IOException, InterruptedException {
        requests.close();
        boolean hasEnded = process.waitFor(30, TimeUnit.SECONDS);
        process.destroyForcibly();
        if (!hasEnded || process.exitValue() != 0) {
            throw new AssertionError(PROGRAM + (hasEnded ? " failed" : " does not exit"));
        }
    }
}
