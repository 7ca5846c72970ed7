package dev.tengen.benchmarks;

import com.sun.net.httpserver.HttpServer;
import dev.tengen.client.ConnectionSecurity;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures what metrics, the access log and traces cost. */
@Command(
        name = "monitoring",
        description = "Steps with metrics, an access log or traces, compared with steps with none of them.",
        footer = {
            "",
            "A server with none of them, and one with each. They take turns, round by round. One caller steps a session, and "
                    + "one steps a batch. A collector in this process takes the traces and drops them. Nothing is required."
        })
final class MonitoringCommand extends BenchmarkCommand {
    @Mixin
    private Comparison comparison = new Comparison();

    /** A server that is compared. */
    private record Candidate(String name, ServerProcess server, ComparedClient client) {}

    @Override
    void measure() throws IOException {
        Path log = Files.createTempDirectory("tengen-bench").resolve("calls.log");
        HttpServer collector = collector();
        List<Candidate> candidates = new ArrayList<>();
        try {
            String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort();
            add(candidates, "none", List.of());
            add(candidates, "metrics", List.of("--http-port", "0"));
            add(candidates, "access log", List.of("--access-log", log.toString()));
            add(candidates, "traces, 1 in 100", List.of("--tracing-endpoint", endpoint));
            add(candidates, "all traces", List.of("--tracing-endpoint", endpoint, "--tracing-sample-ratio", "1"));
            comparison.run(candidates.stream().map(Candidate::client).toList());
            candidates.forEach(candidate -> addRow(candidates.get(0).client(), candidate));
        } finally {
            candidates.forEach(candidate -> {
                candidate.client().close();
                candidate.server().close();
            });
            collector.stop(0);
            Files.deleteIfExists(log);
        }
    }

    private void add(List<Candidate> candidates, String name, List<String> options) throws IOException {
        ServerProcess server = ServerProcess.startWith(options);
        candidates.add(
                new Candidate(name, server, new ComparedClient(server.address(), ConnectionSecurity.NONE, comparison)));
    }

    private static HttpServer collector() throws IOException {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        return collector;
    }

    /** Adds the steps in a second of {@code candidate}, and the times of its steps in those of {@code none}. */
    private void addRow(ComparedClient none, Candidate candidate) {
        ComparedClient client = candidate.client();
        row().add("with", candidate.name())
                .add("unary_per_second", client.unary().median())
                .add("unary_time_ratio", none.unary().dividedBy(client.unary()).median())
                .add("batch_per_second", client.batched().median())
                .add(
                        "batch_time_ratio",
                        none.batched().dividedBy(client.batched()).median());
    }
}
