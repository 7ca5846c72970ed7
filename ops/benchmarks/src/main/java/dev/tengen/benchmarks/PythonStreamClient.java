package dev.tengen.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A stream client over the Python client: a program in {@code ops/benchmarks/python}, in its own process. It reads the
 * seconds of a run from a line and answers with a line of JSON.
 */
final class PythonStreamClient implements StreamClient {
    private final Process process;
    private final BufferedReader responses;
    private final BufferedWriter requests;

    /** Starts {@code program} with {@code options}, connected to the server at {@code address}. */
    PythonStreamClient(String program, String address, Map<String, Object> options) throws IOException {
        String python = System.getProperty("tengen.python", "");
        if (python.isEmpty()) {
            throw new IOException("there is no Python with the client; ./tengen bench creates one for --client python");
        }
        String path = System.getProperty("tengen.benchmarks", "ops/benchmarks") + "/python/" + program;
        Stream<String> arguments = options.entrySet().stream()
                .flatMap(option -> Stream.of(option.getKey(), option.getValue().toString()));
        List<String> command = Stream.concat(Stream.of(python, path, "--address", address), arguments)
                .toList();
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        responses = process.inputReader(StandardCharsets.UTF_8);
        requests = process.outputWriter(StandardCharsets.UTF_8);
        next();
    }

    private JsonNode next() throws IOException {
        String line = responses.readLine();
        if (line == null) {
            throw new IOException("the Python client exited early");
        }
        return BenchmarkCommand.MAPPER.readTree(line);
    }

    @Override
    public Run run(double seconds) throws IOException {
        requests.write(seconds + "\n");
        requests.flush();
        JsonNode response = next();
        Histogram latencies = new Histogram(3);
        response.get("latencies_ns").forEach(latency -> latencies.recordValue(latency.asLong()));
        return new Run(
                response.get("steps").asLong(),
                response.get("episodes").asLong(),
                response.get("seconds").asDouble(),
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
        } catch (IOException e) {
            process.destroyForcibly();
        }
        ServerProcess.awaitExit(process);
    }
}
