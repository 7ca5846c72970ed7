package dev.tengen.benchmarks;

import dev.tengen.benchmarks.ServerProcess.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of a batch: client, transport, boards, and requests in flight. */
final class BatchOptions {
    /** No session is opened, but the limit must be at least 1. */
    private static final int MAX_SESSION_COUNT = 1;

    @Option(names = "--size", defaultValue = "9", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(
            names = "--encoding",
            defaultValue = "alphazero-17",
            description = "Encoding of the observations. Default: ${DEFAULT-VALUE}.")
    private String encoding = "alphazero-17";

    @Option(
            names = "--ko",
            defaultValue = "positional",
            description = "Ko rule: positional, situational, natural_situational, simple or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String ko = "positional";

    @Option(names = "--client", defaultValue = "java", description = "java or python. Default: ${DEFAULT-VALUE}.")
    private BatchClient.Kind kind = BatchClient.Kind.JAVA;

    @Option(names = "--transport", defaultValue = "tcp", description = "tcp or uds. Default: ${DEFAULT-VALUE}.")
    private Transport transport = Transport.TCP;

    @Option(
            names = "--in-flight",
            defaultValue = "2",
            description = "Parts of the batch, each with its own request in flight: the server steps one part while "
                    + "the client reads another. Default: ${DEFAULT-VALUE}.")
    private int partCount = 2;

    int size() {
        return size;
    }

    String encoding() {
        return encoding;
    }

    String ko() {
        return ko;
    }

    int partCount() {
        return partCount;
    }

    BatchClient.Kind kind() {
        return kind;
    }

    /** Starts a server. */
    ServerProcess startServer() throws IOException {
        return ServerProcess.start(List.of(), MAX_SESSION_COUNT, transport);
    }

    /** Returns the columns that describe the options: names and values, alternating. */
    List<Object> columns(int laneCount, String run) {
        List<Object> columns = new ArrayList<>(List.of("client", kind.toString(), "transport", transport.toString()));
        columns.addAll(List.of("size", size, "batch", laneCount, "run", run));
        return columns;
    }

    /** Returns the options as arguments of the Python program. */
    List<String> arguments() {
        return List.of(
                "--size",
                Integer.toString(size),
                "--encoding",
                encoding,
                "--ko",
                ko,
                "--in-flight",
                Integer.toString(partCount));
    }
}
