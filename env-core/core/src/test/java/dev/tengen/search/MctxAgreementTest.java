package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Gumbel searches against those of mctx in {@code searches_of_mctx.txt}, which {@code searches_of_mctx.py} beside it
 * wrote.
 */
class MctxAgreementTest {
    private static final Grid GRID = Grid.square(9);
    private static final int PASS = GRID.pass();

    private final SearchSettings settings = SearchSettings.GUMBEL.withSymmetryDrawn(false);
    private final EnvironmentSpec spec = EnvironmentSpec.of(GRID, Rules.TROMP_TAYLOR);

    @Test
    void search_positionsOfMctx_hasItsVisits() throws IOException {
        List<String> lines;
        try (InputStream file =
                Objects.requireNonNull(getClass().getResourceAsStream("/search/searches_of_mctx.txt"))) {
            lines = new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
        assertThat(lines).hasSize(84);
        for (String line : lines) {
            compare(line);
        }
    }

    private void compare(String line) {
        String[] words = line.split(" ");
        Map<Integer, Integer> expected = new TreeMap<>();
        for (int i = 5; i < words.length; i++) {
            String[] pair = words[i].split(":");
            expected.put(Integer.valueOf(pair[0]), Integer.valueOf(pair[1]));
        }
        Game game = new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR);
        SearchTools tools = new SearchTools(spec, settings, game);
        SearchTree tree = new SearchTree(spec, settings, new PuctSelection(settings.puct()), game, 0, 0);

        search(tree, tools, Integer.parseInt(words[0]), Integer.parseInt(words[1]));

        NodeArena nodes = tree.nodes();
        Map<Integer, Integer> visits = new TreeMap<>();
        for (int index = 0; index < nodes.edgeCount(tree.root()); index++) {
            int edge = nodes.edge(tree.root(), index);
            visits.put(nodes.action(edge), nodes.edgeVisits(edge));
        }
        int action = tree.bestGumbelAction(tools);
        assertThat(visits).as(line).isEqualTo(expected);
        assertThat(action).as(line).isEqualTo(Integer.parseInt(words[2]));
        assertThat(tree.rootValue()).as(line).isCloseTo(Double.parseDouble(words[3]), within(1e-6));
        float[] policy = new float[GRID.moveCount()];
        tools.policy.compute(tree, tools.completed);
        tools.policy.move(action, 0, true).copyPolicy(policy, 0, policy.length);
        assertThat((double) policy[action]).as(line).isCloseTo(Double.parseDouble(words[4]), within(2e-6));
    }

    private void search(SearchTree tree, SearchTools tools, int simulations, int seed) {
        LeafRows rows = new LeafRows(LeafLayout.of(spec), 1);
        tree.start(simulations, false, tools);
        while (!tree.isComplete()) {
            if (tree.select(tools, rows, 0) > 0) {
                tree.expand(evaluation(tools.game, seed), 0, tools);
            }
        }
    }

    /** The network of {@code searches_of_mctx.py}. */
    private static Evaluations evaluation(Game leaf, int seed) {
        int state = mix(seed);
        for (int number = 1; number <= leaf.moveNumber(); number++) {
            state = mix(state * 1664525 + 1013904223 + leaf.move(number) * (int) 2654435761L);
        }
        float[] priors = new float[GRID.moveCount()];
        for (int point = 0; point < PASS; point++) {
            int bits = mix(state + point * 0x9E3779B9);
            priors[point] = (1 + (bits & 255) / 256f) / (1 << (bits >>> 8 & 7));
        }
        float value = ((mix(state ^ 0x5BD1E995) & 0xFFFF) - 32768) / 65536f;
        return Evaluations.ofProbabilities(priors, new float[] {value});
    }

    private static int mix(int number) {
        int mixed = (number ^ number >>> 16) * 0x45D9F3B;
        return mixed ^ mixed >>> 16;
    }
}
