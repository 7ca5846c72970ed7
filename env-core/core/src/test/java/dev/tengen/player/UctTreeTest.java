package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class UctTreeTest {
    private final UctTree tree = new UctTree();

    private int child(int parent, int move, double... values) {
        int child = tree.addChild(parent, move);
        for (double value : values) {
            tree.backpropagate(child, value);
        }
        return child;
    }

    @Test
    void backpropagate_value_countsForTheMoverAndAgainstTheOpponent() {
        tree.clear();
        tree.expand(UctTree.ROOT, 2);
        int loser = child(UctTree.ROOT, 7, 0.5);
        int other = child(UctTree.ROOT, 8, 0.5);
        tree.expand(loser, 1);
        child(loser, 9, 1, 1, 1); // The reply wins, so the move before it loses.

        assertThat(tree.bestUcbChild(UctTree.ROOT, 0, 0)).isEqualTo(other);
        assertThat(tree.mostVisitedChild(UctTree.ROOT)).isEqualTo(loser);
    }

    @Test
    void bestUcbChild_randomNumbers_isThatOfTheFormula() {
        Random random = new Random(3);
        int seldomVisitedCount = 0;
        for (int round = 0; round < 500; round++) {
            tree.clear();
            int childCount = 2 + random.nextInt(8);
            tree.expand(UctTree.ROOT, childCount);
            int[] visits = new int[childCount];
            double[] means = new double[childCount];
            int total = 0;
            for (int move = 0; move < childCount; move++) {
                int child = tree.addChild(UctTree.ROOT, move);
                visits[move] = 1 + random.nextInt(20);
                total += visits[move];
                for (int visit = 0; visit < visits[move]; visit++) {
                    double value = random.nextInt(5) / 4.0;
                    tree.backpropagate(child, value);
                    means[move] += value / visits[move];
                }
            }
            int bestMean = 0;
            int expected = 0;
            double best = -1;
            for (int move = 0; move < childCount; move++) {
                double urgency = means[move] + 0.5 * Math.sqrt(Math.log(total) / visits[move]);
                bestMean = means[move] > means[bestMean] ? move : bestMean;
                if (urgency > best) {
                    best = urgency;
                    expected = move;
                }
            }
            seldomVisitedCount += expected == bestMean ? 0 : 1;

            assertThat(tree.move(tree.bestUcbChild(UctTree.ROOT, 0.5, 0))).isEqualTo(expected);
            assertThat(tree.bestUcbChild(UctTree.ROOT, 0.5, best + 1e-6)).isEqualTo(UctTree.NONE);
        }
        assertThat(seldomVisitedCount).isGreaterThan(50);
    }

    @Test
    void mostVisitedChild_equalVisits_isTheOneWithTheBetterMean() {
        tree.clear();
        tree.expand(UctTree.ROOT, 3);
        child(UctTree.ROOT, 1, 0, 1);
        int best = child(UctTree.ROOT, 2, 1, 1);
        child(UctTree.ROOT, 3, 1, 0);

        assertThat(tree.mostVisitedChild(UctTree.ROOT)).isEqualTo(best);
    }

    /** More nodes than the initial capacity, then a new tree in the same arrays. */
    @Test
    void clear_largeTree_isForgotten() {
        tree.clear();
        tree.expand(UctTree.ROOT, 600);
        for (int move = 0; move < 600; move++) {
            child(UctTree.ROOT, move, move == 333 ? 1 : 0);
        }
        assertThat(tree.move(tree.mostVisitedChild(UctTree.ROOT))).isEqualTo(333);
        assertThat(tree.hasUntried(UctTree.ROOT)).isFalse();

        tree.clear();

        assertThat(tree.isExpanded(UctTree.ROOT)).isFalse();
        assertThat(tree.isVisited(UctTree.ROOT)).isFalse();
        assertThat(tree.firstChild(UctTree.ROOT)).isEqualTo(UctTree.NONE);
    }
}
