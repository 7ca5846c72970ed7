package dev.tengen.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A Python client: a program of {@code benchmarks/python} in its own process. Each run has one request line and one
 * result line.
 */
final class PythonBatchClient implements BatchClient {
    private static final int PRECISION = 3;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter requests;

    PythonBatchClient(BatchOptions options, int laneCount, String address) throws IOException {
        this("batch.py", address, arguments(options, laneCount));
    }

    /** Starts {@code program} with {@code arguments} for the server at {@code address}. */
    PythonBatchClient(String program, String address, List<String> arguments) throws IOException {
        String python = System.getProperty("tengen.python", "");
        if (python.isEmpty()) {
            throw new IOException(
                    "there is no Python environment with the client; ./tengen bench creates one for --client python");
        }
        List<String> command = new ArrayList<>(List.of(
                python,
                System.getProperty("tengen.benchmarks", "benchmarks") + "/python/" + program,
                "--address",
                address));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        requests = process.outputWriter(StandardCharsets.UTF_8);
        next();
    }

    private static List<String> arguments(BatchOptions options, int laneCount) {
        List<String> arguments = new ArrayList<>(List.of("--batch", Integer.toString(laneCount)));
        arguments.addAll(options.arguments());
        return arguments;
    }

    private JsonNode next() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the Python client exited early");
        }
        return MAPPER.readTree(line);
    }

    @Override
    public BatchRun run(double seconds) throws IOException {
        requests.write(seconds + "\n");
        requests.flush();
        JsonNode answer = next();
        Histogram latencies = new Histogram(PRECISION);
        answer.get("latencies_ns").forEach(latency -> latencies.recordValue(latency.asLong()));
        return new BatchRun(
                answer.get("steps").asLong(),
                answer.get("episodes").asLong(),
                answer.get("seconds").asDouble(),
                latencies);
    }

    @Override
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() {
        try {
            requests.close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
