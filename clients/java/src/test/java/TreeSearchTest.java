import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.TengenForest;
import dev.tengen.client.tree.TreeRoot;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Compiles and runs {@code examples/java/TreeSearch.java}. */
class TreeSearchTest {
    private static final Path EXAMPLE = Path.of("../../examples/java/TreeSearch.java");
    private static final Path PAGE = Path.of("../../docs/guide/trees.md");

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void search_capturesAndPlaysAGame() throws IOException {
        PrintStream standardOutput = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port());
                TengenForest forest = client.openForest(
                        ForestSpec.builder(5, 5).encodings("alphazero-17").build())) {
            TreeRoot atari = TreeRoot.of(SessionSpec.of(5, 5)).then(1, 0);
            assertThat(new TreeSearch(forest).bestAction(forest.plant(atari))).isEqualTo(5);
            TreeSearch.main(new String[] {"127.0.0.1:" + server.port()});
        } finally {
            System.setOut(standardOutput);
        }

        assertThat(output.toString(StandardCharsets.UTF_8).lines())
                .hasSizeGreaterThan(10)
                .allMatch(line -> line.matches("move \\d+: \\d+"));
    }

    @Test
    void page_program_isInTheExample() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + "```java\n".length();
        String program = page.substring(start, page.indexOf("```", start)).strip();

        assertThat(withoutSpace(Files.readString(EXAMPLE))).contains(withoutSpace(program));
    }

    private static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }
}
