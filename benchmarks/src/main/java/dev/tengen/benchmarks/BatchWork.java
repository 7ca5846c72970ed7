package dev.tengen.benchmarks;

import java.util.List;
import picocli.CommandLine.Option;

/** What a client of a batch does: on how many boards, which, and how many requests it keeps under way. */
final class BatchWork {
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
            description = "Rule of repetition: positional, situational, natural_situational, simple or none. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String ko = "positional";

    @Option(
            names = "--in-flight",
            defaultValue = "2",
            description = "Parts of the batch, each with a request of its own under way: while the server steps one, "
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

    /** Returns the work as arguments of the Python program. */
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
