package dev.tengen.search;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The searches of this package again, slow and obvious: objects, a copy of the game in each node, and every action
 * scored at each visit. Evaluations are not turned.
 */
final class ReferenceSearch {
    private final SearchSettings settings;
    private final HashedEvaluator evaluator;
    private final Encoding encoding;
    private final int moveLimit;
    private final SplitMix64 random;
    private boolean isExploring;
    private GumbelPlan plan = new GumbelPlan(0, List.of(), new double[0], new int[0], new int[0]);
    private int simulations;
    Node root;

    ReferenceSearch(
            SearchSettings settings,
            HashedEvaluator evaluator,
            Encoding encoding,
            Game game,
            int moveLimit,
            long seed) {
        this.settings = settings;
        this.evaluator = evaluator;
        this.encoding = encoding;
        this.moveLimit = moveLimit;
        random = new SplitMix64(seed);
        root = new Node(game.copy());
    }

    /** A position with its evaluation and its visited actions, in the order of their first visits. */
    final class Node {
        final Game game;
        final boolean isOver;
        final float value;
        final double[] priors;
        final List<Edge> edges = new ArrayList<>();
        private final List<Optional<Edge>> byAction;
        private double priorSum;

        Node(Game game) {
            this.game = game;
            isOver = game.isOver() || game.moveNumber() >= moveLimit;
            priors = new double[game.grid().moveCount()];
            byAction = new ArrayList<>(Collections.nCopies(priors.length, Optional.empty()));
            if (isOver) {
                int winner = game.isOver() ? game.outcome().orElseThrow().winner() : Color.EMPTY;
                value = winner == Color.EMPTY ? 0 : winner == game.playerToMove() ? 1 : -1;
                return;
            }
            byte[] planes = encoding.observation(game);
            HashedEvaluator.Evaluation evaluation = evaluator.evaluate(planes, 0, planes.length);
            value = evaluation.value();
            for (int action = 0; action < priors.length; action++) {
                if (game.legality(action).isLegal()) {
                    priors[action] = rounded(evaluation.priors()[action]);
                }
            }
            sumPriors();
        }

        void sumPriors() {
            priorSum = Arrays.stream(priors).sum();
        }

        Optional<Edge> edge(int action) {
            return byAction.get(action);
        }

        Edge addEdge(int action) {
            Edge edge = new Edge(action);
            edges.add(edge);
            byAction.set(action, Optional.of(edge));
            return edge;
        }

        int visits() {
            return edges.stream().mapToInt(edge -> edge.visits).sum();
        }

        double total() {
            return edges.stream().mapToDouble(edge -> edge.total).sum();
        }

        double prior(int action) {
            return priors[action] / priorSum;
        }

        boolean isLegal(int action) {
            return priors[action] > 0;
        }
    }

    /** A visited action. */
    static final class Edge {
        final int action;
        int visits;
        double total;
        Optional<Node> child = Optional.empty();

        Edge(int action) {
            this.action = action;
        }

        double mean() {
            return total / visits;
        }
    }

    record Step(Node node, Edge edge) {}

    static double rounded(double prior) {
        return PriorCode.prior(PriorCode.of((float) prior));
    }

    /** Searches with {@code count} more simulations. */
    void search(int count, boolean exploring) {
        isExploring = exploring;
        simulations = 0;
        if (settings.rootMethod() == RootMethod.GUMBEL) {
            plan = plan(count);
        } else if (exploring) {
            explore();
        }
        while (simulations < count) {
            List<List<Step>> leaves = new ArrayList<>();
            int allowed = Math.min(settings.leavesPerRound(), count - simulations);
            int considered = settings.rootMethod() == RootMethod.GUMBEL ? plan.considered[simulations] : -1;
            for (int i = 0; i < allowed; i++) {
                if (considered >= 0 && plan.considered[simulations] != considered) {
                    break;
                }
                List<Step> path = descend();
                if (path.isEmpty()) {
                    break;
                }
                simulations++;
                Step last = path.get(path.size() - 1);
                if (last.edge.child.isEmpty()) {
                    Game game = last.node.game.copy();
                    game.playUnchecked(last.edge.action);
                    if (game.isOver() || game.moveNumber() >= moveLimit) {
                        last.edge.child = Optional.of(new Node(game));
                    }
                }
                if (last.edge.child.isPresent()) {
                    backUp(path, last.edge.child.get().value);
                } else {
                    leaves.add(path);
                }
            }
            for (List<Step> path : leaves) {
                Step last = path.get(path.size() - 1);
                Game game = last.node.game.copy();
                game.playUnchecked(last.edge.action);
                last.edge.child = Optional.of(new Node(game));
                backUp(path, last.edge.child.get().value);
            }
        }
    }

    /** Returns a path to a leaf or to a terminal node; empty if the leaf is awaited already. */
    private List<Step> descend() {
        List<Step> path = new ArrayList<>();
        Node node = root;
        while (true) {
            int action = selected(node);
            Node here = node;
            Edge edge = node.edge(action).orElseGet(() -> here.addEdge(action));
            path.add(new Step(node, edge));
            boolean isNew = edge.visits == 0;
            if (settings.rootMethod() == RootMethod.PUCT) {
                edge.visits++;
                edge.total -= settings.puct().virtualLoss();
                if (edge.child.isEmpty() && !isNew) {
                    for (Step step : path) {
                        step.edge.visits--;
                        step.edge.total += settings.puct().virtualLoss();
                    }
                    return List.of();
                }
            }
            if (edge.child.isEmpty() || edge.child.get().isOver) {
                return path;
            }
            node = edge.child.get();
        }
    }

    private void backUp(List<Step> path, double leafValue) {
        boolean isPuct = settings.rootMethod() == RootMethod.PUCT;
        double value = leafValue;
        for (int i = path.size() - 1; i >= 0; i--) {
            value = -value;
            Edge edge = path.get(i).edge;
            edge.visits += isPuct ? 0 : 1;
            edge.total += (isPuct ? settings.puct().virtualLoss() : 0) + value;
        }
    }

    private int selected(Node node) {
        if (settings.rootMethod() == RootMethod.PUCT) {
            return bestByPuct(node);
        }
        return node == root ? nextByPlan() : bestByImprovedPolicy(node);
    }

    private int bestByPuct(Node node) {
        PuctSettings puct = settings.puct();
        int visits = node.visits();
        double weight = puct.initialExploration()
                + StrictMath.log((1 + visits + puct.explorationBase()) / puct.explorationBase());
        double visitedPrior =
                node.edges.stream().mapToDouble(edge -> node.prior(edge.action)).sum();
        double reduction = node == root ? puct.rootFirstPlayReduction() : puct.firstPlayReduction();
        double firstPlay = (node.value + node.total()) / (1 + visits) - reduction * Math.sqrt(visitedPrior);
        double forced = node == root && isExploring ? settings.exploration().forcedPlayoutFactor() : 0;
        int best = -1;
        float bestScore = Float.NEGATIVE_INFINITY;
        for (int action = 0; action < node.priors.length; action++) {
            if (!node.isLegal(action)) {
                continue;
            }
            int n = node.edge(action).map(edge -> edge.visits).orElse(0);
            double q = node.edge(action).map(Edge::mean).orElse(firstPlay);
            double prior = node.prior(action);
            float score = (float) (q + weight * prior * Math.sqrt(Math.max(1, visits)) / (1 + n));
            if (n > 0 && n < Math.sqrt(forced * prior * visits)) {
                score = Float.POSITIVE_INFINITY;
            }
            if (score > bestScore) {
                best = action;
                bestScore = score;
            }
        }
        return best;
    }

    /** Softens the priors of the root and mixes noise into them. */
    private void explore() {
        double temperature = settings.exploration().policyTemperature().at(root.game.moveNumber());
        double fraction = settings.exploration().noiseFraction();
        List<Integer> legal = IntStream.range(0, root.priors.length)
                .filter(root::isLegal)
                .boxed()
                .toList();
        if (temperature != 1) {
            double greatest =
                    legal.stream().mapToDouble(a -> root.priors[a]).max().orElseThrow();
            legal.forEach(a -> root.priors[a] =
                    rounded((float) StrictMath.exp((logarithm(root.priors[a]) - logarithm(greatest)) / temperature)));
        }
        if (fraction > 0) {
            double shape = settings.exploration().noiseConcentration() / legal.size();
            double[] noise =
                    legal.stream().mapToDouble(a -> Draws.gamma(shape, random)).toArray();
            double noiseSum =
                    IntStream.range(0, noise.length).mapToDouble(i -> noise[i]).sum();
            root.sumPriors();
            double sum = root.priorSum;
            for (int i = 0; i < noise.length; i++) {
                double prior = root.priors[legal.get(i)] / sum;
                root.priors[legal.get(i)] = rounded((1 - fraction) * prior + fraction * noise[i] / noiseSum);
            }
        }
        root.sumPriors();
    }

    private static double logarithm(double prior) {
        return PriorCode.log(PriorCode.of((float) prior));
    }

    // ---- Gumbel

    private record GumbelPlan(
            int simulationCount, List<Integer> actions, double[] sums, int[] considered, int[] visits) {}

    private GumbelPlan plan(int count) {
        List<Integer> legal = IntStream.range(0, root.priors.length)
                .filter(root::isLegal)
                .boxed()
                .toList();
        double greatest =
                legal.stream().mapToDouble(a -> logarithm(root.priors[a])).max().orElseThrow();
        double scale = isExploring ? settings.gumbel().gumbelScale() : 0;
        double[] sums = new double[root.priors.length];
        for (int action : legal) {
            double noise = scale == 0 ? 0 : scale * Draws.gumbel(random);
            sums[action] = noise + (logarithm(root.priors[action]) - greatest);
        }
        List<Integer> actions = legal.stream()
                .sorted(Comparator.comparing((Integer a) -> -sums[a]))
                .limit(settings.gumbel().maxConsideredActions())
                .toList();
        int[] considered = consideredVisits(actions.size(), count);
        return new GumbelPlan(count, actions, sums, considered, new int[root.priors.length]);
    }

    /** The function {@code get_sequence_of_considered_visits} of mctx. */
    static int[] consideredVisits(int most, int count) {
        if (most <= 1) {
            return IntStream.range(0, count).toArray();
        }
        int logarithm = (int) Math.ceil(Math.log(most) / Math.log(2) - 1e-9);
        List<Integer> sequence = new ArrayList<>();
        int[] visits = new int[most];
        int considered = most;
        while (sequence.size() < count) {
            int extra = Math.max(1, count / (logarithm * considered));
            for (int pass = 0; pass < extra; pass++) {
                for (int i = 0; i < considered; i++) {
                    sequence.add(visits[i]);
                }
                for (int i = 0; i < considered; i++) {
                    visits[i]++;
                }
            }
            considered = Math.max(2, considered / 2);
        }
        return sequence.stream().limit(count).mapToInt(Integer::intValue).toArray();
    }

    private int nextByPlan() {
        int action = bestOfPlan(plan.considered[simulations]);
        plan.visits[action]++;
        return action;
    }

    /** Returns the action that a Gumbel search plays. */
    int bestByGumbel() {
        return bestOfPlan(
                plan.actions.stream().mapToInt(a -> plan.visits[a]).max().orElseThrow());
    }

    private int bestOfPlan(int visits) {
        double[] completed = completedValues(root);
        return plan.actions.stream()
                .filter(a -> plan.visits[a] == visits)
                .sorted()
                .max(Comparator.<Integer>comparingDouble(a -> plan.sums[a] + completed[a])
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** The function {@code qtransform_completed_by_mix_value} of mctx. */
    private double[] completedValues(Node node) {
        int count = node.priors.length;
        List<Edge> visited = node.edges.stream().filter(edge -> edge.visits > 0).toList();
        double priorSum =
                visited.stream().mapToDouble(edge -> node.prior(edge.action)).sum();
        double weighted = visited.stream()
                .mapToDouble(edge -> node.prior(edge.action) * edge.mean() / priorSum)
                .sum();
        double mixed = (node.value + node.visits() * weighted) / (node.visits() + 1);
        double[] values = new double[count];
        int most = 0;
        for (int action = 0; action < count; action++) {
            Optional<Edge> edge = node.edge(action).filter(each -> each.visits > 0);
            values[action] = edge.map(Edge::mean).orElse(mixed);
            most = Math.max(most, edge.map(each -> each.visits).orElse(0));
        }
        double least =
                IntStream.range(0, count).mapToDouble(a -> values[a]).min().orElseThrow();
        double greatest =
                IntStream.range(0, count).mapToDouble(a -> values[a]).max().orElseThrow();
        double scale =
                (settings.gumbel().maxVisitOffset() + most) * settings.gumbel().valueScale();
        for (int action = 0; action < count; action++) {
            values[action] = scale * ((values[action] - least) / Math.max(greatest - least, 1e-8));
        }
        return values;
    }

    /** Returns the improved policy, 0 for illegal actions. */
    double[] improvedPolicy(Node node) {
        double[] completed = completedValues(node);
        double[] policy = new double[completed.length];
        double greatest = IntStream.range(0, policy.length)
                .mapToDouble(a -> completed[a])
                .max()
                .orElseThrow();
        for (int action = 0; action < policy.length; action++) {
            policy[action] = node.prior(action) * StrictMath.exp(completed[action] - greatest);
        }
        double sum =
                IntStream.range(0, policy.length).mapToDouble(a -> policy[a]).sum();
        for (int action = 0; action < policy.length; action++) {
            policy[action] /= sum;
        }
        return policy;
    }

    private int bestByImprovedPolicy(Node node) {
        double[] policy = improvedPolicy(node);
        int best = -1;
        double bestScore = Double.NEGATIVE_INFINITY;
        for (int action = 0; action < policy.length; action++) {
            int visits = node.edge(action).map(edge -> edge.visits).orElse(0);
            double score = policy[action] - visits / (1.0 + node.visits());
            if (node.isLegal(action) && score > bestScore) {
                best = action;
                bestScore = score;
            }
        }
        return best;
    }

    /** Plays an action. Its subtree becomes the tree. */
    void advance(int action) {
        Optional<Node> child =
                settings.isTreeReused() ? root.edge(action).flatMap(edge -> edge.child) : Optional.empty();
        root = child.orElseGet(() -> {
            Game game = root.game.copy();
            game.playUnchecked(action);
            return new Node(game);
        });
    }
}
