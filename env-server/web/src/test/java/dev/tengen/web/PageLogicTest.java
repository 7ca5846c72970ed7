package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.common.io.Resources;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of the page's modules in Node.js, without a browser: what they compute, and not what they draw.
 * Skipped if Node.js is not installed.
 */
class PageLogicTest {
    private static final List<String> TESTS =
            List.of("entrants.test.js", "ladder.test.js", "opponents.test.js", "results.test.js", "values.test.js");

    @TempDir
    private Path folder;

    @Test
    void modules_withTheirTests_pass() throws Exception {
        assumeThat(isInstalled("node")).isTrue();
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        StaticFiles.scripts().forEach(this::copy);
        TESTS.forEach(test -> copy(test, "/dev/tengen/web/" + test));

        // One process for all of them.
        String imports =
                TESTS.stream().map(test -> "import \"./" + test + "\";\n").collect(Collectors.joining());
        Files.writeString(folder.resolve("all.js"), imports);

        Path log = folder.resolve("log.txt");
        Process node = new ProcessBuilder("node", "--test-reporter=tap", "all.js")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int status = node.waitFor();

        String output = Files.readString(log);
        assertThat(status).as(output).isZero();
        assertThat(output).containsPattern("\n# pass [1-9]").contains("\n# fail 0", "\n# skipped 0");
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private void copy(String name, String resource) {
        try {
            String source =
                    Resources.toString(Resources.getResource(PageLogicTest.class, resource), StandardCharsets.UTF_8);
            Files.writeString(folder.resolve(name), source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
