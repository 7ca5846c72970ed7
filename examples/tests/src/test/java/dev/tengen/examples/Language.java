package dev.tengen.examples;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A language with an example, which {@code examples/run} builds and starts. Thread-safe. */
enum Language {
    CPP,
    CSHARP,
    GO,
    RUST,
    TYPESCRIPT;

    private static final String RUN =
            Path.of("../run").toAbsolutePath().normalize().toString();
    private static final int TOOLCHAIN_MISSING = 3;
    private static final List<String> REQUIRED =
            List.of(System.getProperty("tengen.examples.required", "").split(" "));

    private Optional<BuildResult> result = Optional.empty();

    private record BuildResult(int exitCode, String note, long seconds) {}

    /**
     * Builds the example unless a test did before. Aborts the test if the toolchain is not installed.
     *
     * @throws AssertionError if the build fails, or if the toolchain is missing but the property
     *     {@code tengen.examples.required} names the language
     */
    synchronized void requireBuilt() throws IOException, InterruptedException {
        if (result.isEmpty()) {
            result = Optional.of(build());
        }
        BuildResult built = result.get();
        if (built.exitCode() == TOOLCHAIN_MISSING && !REQUIRED.contains(lowerCaseName())) {
            abort(this + " is skipped, " + built.note());
        }
        if (built.exitCode() != 0) {
            fail(this + ": " + built.note());
        }
    }

    private BuildResult build() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(RUN, "--build", lowerCaseName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String note = new String(process.getInputStream().readAllBytes()).strip();
        return new BuildResult(process.waitFor(), note, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    }

    /** Returns a line that says whether the tests of the language ran. */
    synchronized String summary() {
        return lowerCaseName() + ": "
                + result.map(built -> switch (built.exitCode()) {
                            case 0 -> "tested, built in " + built.seconds() + " s";
                            case TOOLCHAIN_MISSING -> "skipped, " + built.note();
                            default -> "not built";
                        })
                        .orElse("not tested");
    }

    /** Returns the command that plays games. */
    List<String> player(String... arguments) {
        return command("--play", arguments);
    }

    /** Returns the command that answers the contract of environments on a pipe. */
    List<String> bridge(String address) {
        return command("--bridge", address);
    }

    private List<String> command(String kind, String... arguments) {
        List<String> command = new ArrayList<>(List.of(RUN, kind, lowerCaseName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
