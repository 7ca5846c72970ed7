package dev.tengen.client.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.ForestSpec;
import dev.tengen.client.NodeRows;
import dev.tengen.client.SessionSpec;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenException;
import dev.tengen.client.TengenForest;
import dev.tengen.client.TreeRoot;
import dev.tengen.client.search.PolicyValue.Judgment;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeSearchTest {
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

    /** Knows nothing. */
    private static List<Judgment> uniform(NodeRows rows, int[] chosen) {
        return Arrays.stream(chosen).mapToObj(row -> new Judgment(ones(), 0)).toList();
    }

    /** Likes stones: those of the player to move stand in the first plane, the others in the second. */
    private static List<Judgment> counting(NodeRows rows, int[] chosen) {
        return Arrays.stream(chosen)
                .mapToObj(row -> new Judgment(ones(), (stones(rows, row, 0) - stones(rows, row, 1)) / 25f))
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
    void run_judgeThatCountsStones_findsTheCapture() {
        // White's two stones at 6 and 7 have one liberty left, at 8, with Black to move.
        TreeRoot root = START.then(1, 6, 2, 7, 11, 20, 12, 21, 5, 22);
        try (TengenForest forest = forest(10_000)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::counting, 1.25, 8);
            SearchTree tree = search.plant(root).get(0);

            search.run(List.of(tree), 400);

            assertThat(tree.bestAction()).isEqualTo(8);
            assertThat(tree.visitCount(8)).isGreaterThan(60);
        }
    }

    @Test
    void run_judgeThatKnowsNothing_findsTheWin() {
        try (TengenForest forest = forest(10_000)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::uniform, 1.25, 8);
            // White has passed, and Black is ahead: to pass wins at once.
            SearchTree tree = search.plant(START.then(12, PASS)).get(0);

            search.run(List.of(tree), 400);

            assertThat(tree.bestAction()).isEqualTo(PASS);
            assertThat(tree.value()).isGreaterThan(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64})
    void run_severalTrees_visitsAsManyLeavesInEachAndTheSameEachTime(int leavesPerRound) {
        try (TengenForest forest = forest(10_000)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::counting, 1.25, leavesPerRound);
            List<SearchTree> trees = search.plant(START, START.then(12), START);

            search.run(trees, 100);

            for (SearchTree tree : trees) {
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
    void advance_searchedAction_keepsWhatIsBelow() {
        try (TengenForest forest = forest(10_000)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::counting, 1.25, 8);
            SearchTree tree = search.plant(START).get(0);
            search.run(List.of(tree), 300);
            int action = tree.bestAction();
            int visits = tree.visitCount(action);

            search.advance(tree, action);

            assertThat(tree.visitCount())
                    .as("all but the visit that made the node")
                    .isEqualTo(visits - 1);
            assertThatThrownBy(() -> search.advance(tree, action)).isInstanceOf(IllegalArgumentException.class);
            search.release(tree);
        }
    }

    @Test
    void advance_toTheEnd_playsAGame() {
        try (TengenForest forest = forest(10_000)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::uniform, 1.25, 16);
            SearchTree tree = search.plant(START.then(PASS)).get(0);
            assertThatThrownBy(tree::bestAction).isInstanceOf(IllegalStateException.class);

            search.advance(tree, PASS);
            search.run(List.of(tree), 10);

            assertThat(tree.isOver()).isTrue();
            assertThat(tree.visitCount()).isZero();
            assertThat(tree.visitCount(3)).isZero();
        }
    }

    @Test
    void run_noRoom_leavesTheTreeAsItWas() {
        try (TengenForest forest = forest(50)) {
            TreeSearch search = new TreeSearch(forest, TreeSearchTest::uniform, 1.25, 8);
            SearchTree tree = search.plant(START).get(0);

            assertThatThrownBy(() -> search.run(List.of(tree), 100)).isInstanceOf(TengenException.class);

            assertThat(tree.visitCount()).isEqualTo(forest.nodeCount() - 1);
            assertThat(Math.abs(tree.value())).isLessThan(0.5);
        }
    }

    @Test
    void constructor_noLeaves_throws() {
        try (TengenForest forest = forest(50)) {
            assertThatThrownBy(() -> new TreeSearch(forest, TreeSearchTest::uniform, 1.25, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("leavesPerRound 0 is not 1 or more");
        }
    }
}
