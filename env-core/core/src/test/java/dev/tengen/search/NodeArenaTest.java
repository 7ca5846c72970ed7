package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeArenaTest {
    private static final int ROUND_COUNT = 300;

    @ParameterizedTest(name = "seed 1, {0} actions")
    @ValueSource(ints = {2, 5, 26, 82, 626})
    void next_randomPriors_isTheLowestActionOfTheGreatest(int actionCount) {
        SplitMix64 random = new SplitMix64(1);
        NodeArena nodes = new NodeArena(actionCount);
        int node = nodes.addNode(NodeArena.NONE, 0, 0);
        int noneCount = 0;
        int tieCount = 0;
        for (int round = 0; round < ROUND_COUNT; round++) {
            // Few codes, so that several actions have the greatest; the greatest of all codes is one of them.
            int codeCount = 1 + random.nextInt(4);
            int best = PriorCode.NONE;
            int at = 0;
            int greatestCount = 0;
            for (int action = 0; action < actionCount; action++) {
                int draw = random.nextInt(codeCount);
                int code = draw == 0 ? PriorCode.NONE : draw == 3 ? PriorCode.of(Float.MAX_VALUE) : 100 * draw;
                nodes.setPriorWithoutEdge(node, action, code);
                greatestCount = code > best ? 1 : greatestCount + (code == best ? 1 : 0);
                at = code > best ? action : at;
                best = Math.max(best, code);
            }

            int next = nodes.next(node);

            boolean isNone = best == PriorCode.NONE;
            assertThat(next).as("round %d", round).isEqualTo(isNone ? NodeArena.NO_NEXT : at << 16 | best);
            noneCount += isNone ? 1 : 0;
            tieCount += !isNone && greatestCount > 1 ? 1 : 0;
        }
        assertThat(noneCount).isPositive();
        assertThat(tieCount).isPositive();
    }
}
