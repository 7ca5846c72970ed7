package dev.tengen.benchmarks;

import dev.tengen.client.ConnectionSecurity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures what TLS and a token cost. */
@Command(
        name = "security",
        description = "Steps with TLS and a token, compared with steps with neither.",
        footer = {
            "",
            "Two servers, one without authentication, and one with TLS and the token of an operator. They take turns, "
                    + "round by round. One caller steps a session, and one steps a batch. Required: a time for a "
                    + "step of at most 1.15 times that without, and in a batch of at most 1.25 times."
        })
final class SecurityCommand extends BenchmarkCommand {
    private static final double REQUIRED_UNARY = 1.15;
    private static final double REQUIRED_BATCH = 1.25;

    @Mixin
    private Comparison comparison = new Comparison();

    @Override
    void measure() throws IOException {
        Path folder = Files.createTempDirectory("tengen-bench");
        try (ServerProcess plain = ServerProcess.start(10, List.of());
                ServerProcess secured = ServerProcess.start(10, options(folder));
                ComparedClient open = new ComparedClient(plain.address(), ConnectionSecurity.NONE, comparison);
                ComparedClient closed = new ComparedClient(secured.address(), security(folder), comparison)) {
            comparison.run(List.of(open, closed));
            addRow("unary", open.unary(), closed.unary(), REQUIRED_UNARY);
            addRow("batch of " + comparison.laneCount(), open.batched(), closed.batched(), REQUIRED_BATCH);
        }
    }

    /** Returns the options of a server that makes its certificate and its tokens in {@code folder}. */
    private static List<String> options(Path folder) {
        return List.of(
                "--generate-security=true",
                "--tls-certificate=" + folder.resolve("server.pem"),
                "--tls-key=" + folder.resolve("server-key.pem"),
                "--tokens=" + folder.resolve("tokens"));
    }

    private static ConnectionSecurity security(Path folder) throws IOException {
        return ConnectionSecurity.tls()
                .withAuthorities(folder.resolve("ca.pem"))
                .withToken(Files.readString(folder.resolve("operator.token")).strip());
    }

    /** Adds the steps in a second without and with security. The ratio is that of the times. */
    private void addRow(String name, Samples without, Samples with, double required) {
        double ratio = without.dividedBy(with).median();
        row().add("steps", name)
                .add("plain_per_second", without.median())
                .add("secured_per_second", with.median())
                .add("median_ratio_of_rounds", ratio)
                .add("required", "<= " + required)
                .add("holds", verdict(ratio <= required));
    }
}
