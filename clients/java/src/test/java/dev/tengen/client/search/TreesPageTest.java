package dev.tengen.client.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.ForestSpec;
import dev.tengen.client.NodeRows;
import dev.tengen.client.SessionSpec;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenForest;
import dev.tengen.client.TreeRoot;
import dev.tengen.client.search.PolicyValue.Judgment;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/guide/trees.md} shows in Java is what stands here, and runs. */
class TreesPageTest {
    private static final Path PAGE = Path.of("../../docs/guide/trees.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/client/search/TreesPageTest.java");

    private static List<Judgment> judge(NodeRows rows, int[] chosen) {
        float[] priors = new float[82];
        Arrays.fill(priors, 1);
        return Arrays.stream(chosen).mapToObj(row -> new Judgment(priors, 0)).toList();
    }

    @Test
    void program_asShown_runs() throws IOException {
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0))) {
            search("127.0.0.1:" + server.port());
            assertThat(server.openSessionCount()).isZero();
        }
    }

    private static void search(String address) {
        try (TengenClient client = TengenClient.connect(address);
                TengenForest forest = client.openForest(
                        ForestSpec.builder(9, 9).encodings("alphazero-17").build())) {
            TreeSearch search = new TreeSearch(forest, TreesPageTest::judge, 1.25, 8);
            SearchTree tree = search.plant(TreeRoot.of(SessionSpec.of(9, 9))).get(0);
            for (int move = 0; move < 3 && !tree.isOver(); move++) {
                search.run(List.of(tree), 50);
                search.advance(tree, tree.bestAction());
            }
        }
    }

    @Test
    void page_program_isThatOfThisTest() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```java\n") + "```java\n".length();
        String program = page.substring(start, page.indexOf("```", start)).strip();

        assertThat(flat(Files.readString(SOURCE))).contains(flat(program));
    }

    private static String flat(String code) {
        return code.replaceAll("\\s+", "");
    }
}
