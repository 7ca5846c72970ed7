import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.NodeRows;
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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiles, runs and tests {@code examples/java/PuctSearch.java}. */
class PuctSearchTest {
    private static final Path EXAMPLE = Path.of("../../examples/java/PuctSearch.java");
    private static final Path PAGE = Path.of("../../docs/guide/trees.md");

    private static final int PASS = 25;
    private static final TreeRoot START = TreeRoot.of(SessionSpec.of(5, 5));

    private static TengenServer server;
    private static TengenClient client;

    @BeforeAll
    static void start() throws IOException {
        server = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0));
        client = TengenClient.connect("127.0.0.1:" + server.port());
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    private static TengenForest forest(int maxNodeCount) {
        return client.openForest(ForestSpec.builder(5, 5)
                .encodings("alphazero-17")
                .maxNodeCount(maxNodeCount)
                .build());
    }

    /** Gives every action the same prior, and every position the value 0. */
    private static List<PuctSearch.Evaluation> uniform(NodeRows rows, int[] chosen) {
        return Arrays.stream(chosen)
                .mapToObj(row -> new PuctSearch.Evaluation(ones(), 0))
                .toList();
    }

    /** Prefers positions with more stones: planes 0 and 1 are the stones of the player to move and of the opponent. */
    private static List<PuctSearch.Evaluation> counting(NodeRows rows, int[] chosen) {
        return Arrays.stream(chosen)
                .mapToObj(row -> new PuctSearch.Evaluation(ones(), (stones(rows, row, 0) - stones(rows, row, 1)) / 25f))
                .toList();
    }

    private static float[] ones() {
        float[] ones = new float[PASS + 1];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static int stones(NodeRows rows, int row, int plane) {
        int count = 0;
        for (int bit = 25 * plane; bit < 25 * (plane + 1); bit++) {
            int at = row * rows.layout().observationByteCount() + bit / 8;
            count += rows.observations().get(at) >>> (7 - bit % 8) & 1;
        }
        return count;
    }

    @Test
    void run_evaluatorThatCountsStones_findsTheCapture() {
        // White's two stones at 6 and 7 have one liberty left, at 8, with Black to move.
        TreeRoot root = START.then(1, 6, 2, 7, 11, 20, 12, 21, 5, 22);
        try (TengenForest forest = forest(10_000)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::counting, 1.25, 8);
            PuctSearch.Tree tree = search.plant(root).get(0);

            search.run(List.of(tree), 400);

            assertThat(tree.bestAction()).isEqualTo(8);
            assertThat(tree.visitCount(8)).isGreaterThan(60);
        }
    }

    @Test
    void run_uniformEvaluator_findsTheWin() {
        try (TengenForest forest = forest(10_000)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::uniform, 1.25, 8);
            // White has passed and Black is ahead: a pass wins at once.
            PuctSearch.Tree tree = search.plant(START.then(12, PASS)).get(0);

            search.run(List.of(tree), 400);

            assertThat(tree.bestAction()).isEqualTo(PASS);
            assertThat(tree.value()).isGreaterThan(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64})
    void run_severalTrees_visitsAsManyLeavesInEachAndTheSameEachTime(int leavesPerRound) {
        try (TengenForest forest = forest(10_000)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::counting, 1.25, leavesPerRound);
            List<PuctSearch.Tree> trees = search.plant(START, START.then(12), START);

            search.run(trees, 100);

            for (PuctSearch.Tree tree : trees) {
                assertThat(tree.visitCount()).isEqualTo(100);
                assertThat(Math.abs(tree.value())).isLessThan(0.2);
            }
            for (int action = 0; action <= PASS; action++) {
                assertThat(trees.get(2).visitCount(action))
                        .isEqualTo(trees.get(0).visitCount(action));
            }
        }
    }

    @Test
    void advance_searchedAction_keepsTheSubtree() {
        try (TengenForest forest = forest(10_000)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::counting, 1.25, 8);
            PuctSearch.Tree tree = search.plant(START).get(0);
            search.run(List.of(tree), 300);
            int action = tree.bestAction();
            int visits = tree.visitCount(action);

            search.advance(tree, action);

            assertThat(tree.visitCount())
                    .as("all except the visit that created the node")
                    .isEqualTo(visits - 1);
            assertThatThrownBy(() -> search.advance(tree, action)).isInstanceOf(IllegalArgumentException.class);
            search.release(tree);
        }
    }

    @Test
    void advance_toTheEnd_playsAGame() {
        try (TengenForest forest = forest(10_000)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::uniform, 1.25, 16);
            PuctSearch.Tree tree = search.plant(START.then(PASS)).get(0);
            assertThatThrownBy(tree::bestAction).isInstanceOf(IllegalStateException.class);

            search.advance(tree, PASS);
            search.run(List.of(tree), 10);

            assertThat(tree.isOver()).isTrue();
            assertThat(tree.visitCount()).isZero();
            assertThat(tree.visitCount(3)).isZero();
        }
    }

    @Test
    void run_nodeLimitReached_leavesTheTreeUnchanged() {
        try (TengenForest forest = forest(50)) {
            PuctSearch search = new PuctSearch(forest, PuctSearchTest::uniform, 1.25, 8);
            PuctSearch.Tree tree = search.plant(START).get(0);

            assertThatThrownBy(() -> search.run(List.of(tree), 100)).isInstanceOf(TengenException.class);

            assertThat(tree.visitCount()).isEqualTo(forest.nodeCount() - 1);
            assertThat(Math.abs(tree.value())).isLessThan(0.5);
        }
    }

    @Test
    void constructor_noLeaves_throws() {
        try (TengenForest forest = forest(50)) {
            assertThatThrownBy(() -> new PuctSearch(forest, PuctSearchTest::uniform, 1.25, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("leavesPerRound 0 is not 1 or more");
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    @Tag("full")
    void main_asShown_playsAGame() {
        PrintStream standardOutput = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            PuctSearch.main(new String[] {"127.0.0.1:" + server.port()});
        } finally {
            System.setOut(standardOutput);
        }

        assertThat(output.toString(StandardCharsets.UTF_8).lines())
                .hasSizeGreaterThan(10)
                .allMatch(line -> line.matches("move \\d+: \\d+, value [+-]\\d\\.\\d\\d"));
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
