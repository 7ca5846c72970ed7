package dev.tengen.env.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program in another language that makes sessions available over its standard input and output: one request in each
 * line and one response in each line, both in JSON. {@code clients/python/tests/contract_bridge.py} describes them. Not
 * thread-safe.
 */
public final class Bridge {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String command;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader responses;

    /**
     * Starts the program.
     *
     * @throws IOException if the program does not exist or cannot be executed
     */
    public Bridge(List<String> command) throws IOException {
        this.command = String.join(" ", command);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = process.outputWriter();
        responses = process.inputReader();
    }

    /**
     * Sends a request and returns its response.
     *
     * @throws AssertionError if the program exits instead
     */
    JsonNode call(JsonNode request) {
        try {
            requests.write(request.toString());
            requests.newLine();
            requests.flush();
            String response = responses.readLine();
            if (response == null) {
                throw new AssertionError(command + " exited during " + request);
            }
            return JSON.readTree(response);
        } catch (IOException e) {
            throw new UncheckedIOException(command + " exited before " + request, e);
        }
    }

    /**
     * Closes the input of the program, which stops it.
     *
     * @throws AssertionError if the program does not exit, or exits with an error
     */
    public void stop() throws IOException, InterruptedException {
        requests.close();
        boolean hasEnded = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!hasEnded || process.exitValue() != 0) {
            throw new AssertionError(command + (hasEnded ? " failed" : " does not exit"));
        }
    }
}
