package dev.tengen.client.search;

import dev.tengen.client.Color;
import dev.tengen.client.NodeRows;
import dev.tengen.client.TengenForest;
import dev.tengen.client.TreeRoot;
import dev.tengen.client.search.PolicyValue.Judgment;
import dev.tengen.client.search.SearchNode.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Search by PUCT. Each round chooses some leaves in every tree, expands them with one message, and has them judged by one
 * call. Actions on the way to a leaf count as taken and lost until its value is known, so that the next descent goes
 * elsewhere. Several trees, each of a game of its own, fill a batch better than one. Not thread-safe.
 *
 * <pre>{@code
 * TreeSearch search = new TreeSearch(forest, network, 1.25, 8);
 * SearchTree tree = search.plant(TreeRoot.of(SessionSpec.of(9, 9))).get(0);
 * while (!tree.isOver()) {
 *     search.run(List.of(tree), 200);
 *     search.advance(tree, tree.bestAction());
 * }
 * }</pre>
 */
public final class TreeSearch {
    private final TengenForest forest;
    private final PolicyValue policyValue;
    private final double exploration;
    private final int leavesPerRound;

    /**
     * Makes a search in {@code forest}. The greater {@code exploration}, the more a prior weighs against what visits led to.
     * At most {@code leavesPerRound} leaves of one tree are expanded together: more of them fill a batch, and make each tree's
     * search less sharp.
     */
    public TreeSearch(TengenForest forest, PolicyValue policyValue, double exploration, int leavesPerRound) {
        if (leavesPerRound < 1) {
            throw new IllegalArgumentException("leavesPerRound " + leavesPerRound + " is not 1 or more");
        }
        this.forest = forest;
        this.policyValue = policyValue;
        this.exploration = exploration;
        this.leavesPerRound = leavesPerRound;
    }

    /** Plants trees and has their roots judged. */
    public List<SearchTree> plant(TreeRoot... roots) {
        return judged(forest.plant(roots)).stream().map(SearchTree::new).toList();
    }

    /** Visits leaves, {@code visitCount} in each tree whose episode goes on. */
    public void run(List<SearchTree> trees, int visitCount) {
        Map<SearchTree, Integer> left = new LinkedHashMap<>();
        trees.stream().filter(tree -> !tree.isOver()).forEach(tree -> left.put(tree, visitCount));
        while (left.values().stream().anyMatch(count -> count > 0)) {
            List<List<Step>> ways = new ArrayList<>();
            left.replaceAll((tree, count) -> count - choose(tree.root(), Math.min(count, leavesPerRound), ways));
            expand(ways);
        }
    }

    /** Adds ways to leaves, and returns how many descents there were, with those that came to the end of an episode. */
    private int choose(SearchNode root, int count, List<List<Step>> ways) {
        Set<Step> chosen = new HashSet<>();
        for (int descent = 0; descent < count; descent++) {
            List<Step> way = new ArrayList<>();
            @Nullable SearchNode end = descend(root, way);
            if (end != null) {
                backUp(way, end.value());
            } else if (chosen.add(way.get(way.size() - 1))) {
                ways.add(way);
            } else {
                // What is asked for already has to be known before there is more to choose.
                way.forEach(Step::takeBack);
                return descent;
            }
        }
        return count;
    }

    /** Fills {@code way} up to a leaf, or to the end of an episode, which it returns. */
    private @Nullable SearchNode descend(SearchNode root, List<Step> way) {
        @Nullable SearchNode node = root;
        while (node != null && !node.isOver()) {
            Step step = node.best(exploration);
            step.lose();
            way.add(step);
            node = step.child();
        }
        return node;
    }

    private void expand(List<List<Step>> ways) {
        if (ways.isEmpty()) {
            return;
        }
        List<Step> last = ways.stream().map(way -> way.get(way.size() - 1)).toList();
        List<SearchNode> nodes;
        try {
            nodes = judged(forest.expand(
                    last.stream().mapToLong(step -> step.node().handle()).toArray(),
                    last.stream().mapToInt(Step::action).toArray()));
        } catch (RuntimeException e) {
            ways.forEach(way -> way.forEach(Step::takeBack));
            throw e;
        }
        for (int leaf = 0; leaf < nodes.size(); leaf++) {
            last.get(leaf).setChild(nodes.get(leaf));
            backUp(ways.get(leaf), nodes.get(leaf).value());
        }
    }

    /** Puts a value in place of the losses on the way to it. */
    private static void backUp(List<Step> way, double value) {
        double result = value;
        for (int step = way.size() - 1; step >= 0; step--) {
            result = -result;
            way.get(step).settle(result);
        }
    }

    private List<SearchNode> judged(NodeRows rows) {
        int[] goingOn = IntStream.range(0, rows.rowCount())
                .filter(row -> !rows.isOver(row))
                .toArray();
        List<Judgment> judgments = goingOn.length == 0 ? List.of() : policyValue.judge(rows, goingOn);
        List<SearchNode> nodes = new ArrayList<>();
        int next = 0;
        for (int row = 0; row < rows.rowCount(); row++) {
            nodes.add(rows.isOver(row) ? ended(rows, row) : node(rows, row, judgments.get(next++)));
        }
        return nodes;
    }

    /** Returns a node where the episode is over, worth its result; a tie, or no result, is worth nothing. */
    private static SearchNode ended(NodeRows rows, int row) {
        Color winner = rows.winner(row);
        double value = winner == Color.NONE ? 0 : winner == rows.playerToMove(row) ? 1 : -1;
        return new SearchNode(rows.handle(row), true, value, new int[0], new double[0]);
    }

    private static SearchNode node(NodeRows rows, int row, Judgment judgment) {
        int[] actions = IntStream.range(0, judgment.priors().length)
                .filter(action -> rows.isLegal(row, action))
                .toArray();
        double[] priors = Arrays.stream(actions)
                .mapToDouble(action -> judgment.priors()[action])
                .toArray();
        double sum = Arrays.stream(priors).sum();
        Arrays.setAll(priors, place -> sum > 0 ? priors[place] / sum : 1.0 / priors.length);
        return new SearchNode(rows.handle(row), false, judgment.value(), actions, priors);
    }

    /** Makes a move: what is below it is kept, all else is released. Throws {@link IllegalArgumentException} where it is illegal. */
    public void advance(SearchTree tree, int action) {
        Step step = tree.root().step(action);
        SearchNode child = step.child();
        if (child == null) {
            child = judged(forest.expand(new long[] {step.node().handle()}, new int[] {action}))
                    .get(0);
        }
        forest.reroot(child.handle());
        tree.setRoot(child);
    }

    /** Releases trees, which must not be used afterwards. */
    public void release(SearchTree... trees) {
        forest.release(
                Arrays.stream(trees).mapToLong(tree -> tree.root().handle()).toArray());
    }
}
