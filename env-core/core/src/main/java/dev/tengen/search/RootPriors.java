package dev.tengen.search;

import dev.tengen.base.SplitMix64;

/**
 * Softens the priors of a root and mixes noise into them. Nothing here allocates after construction. Not thread-safe.
 */
final class RootPriors {
    private final int[] codes;
    private final double[] noise;

    RootPriors(int actionCount) {
        codes = new int[actionCount];
        noise = new double[actionCount];
    }

    /**
     * Replaces the priors of a root: each becomes {@code prior^(1 / temperature)}, normalized, and then a mixture with
     * Dirichlet noise.
     */
    void explore(NodeArena nodes, int root, RootExploration exploration, int moveNumber, SplitMix64 random) {
        double temperature = exploration.policyTemperature().at(moveNumber);
        double fraction = exploration.noiseFraction();
        if (temperature == 1 && fraction == 0) {
            return;
        }
        int legalCount = copyCodes(nodes, root, codes);
        if (temperature != 1) {
            soften(temperature);
        }
        if (fraction > 0) {
            addNoise(fraction, exploration.noiseConcentration() / legalCount, random);
        }
        write(nodes, root);
    }

    /** Copies the prior codes of all actions, with and without edges. Returns the number of legal actions. */
    static int copyCodes(NodeArena nodes, int node, int[] into) {
        int legalCount = nodes.edgeCount(node);
        for (int action = 0; action < into.length; action++) {
            into[action] = nodes.priorWithoutEdge(node, action);
            legalCount += into[action] == PriorCode.NONE ? 0 : 1;
        }
        for (int index = 0; index < nodes.edgeCount(node); index++) {
            int edge = nodes.edge(node, index);
            into[nodes.action(edge)] = nodes.priorCode(edge);
        }
        return legalCount;
    }

    private void soften(double temperature) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int code : codes) {
            greatest = code == PriorCode.NONE ? greatest : Math.max(greatest, PriorCode.log(code));
        }
        for (int action = 0; action < codes.length; action++) {
            if (codes[action] != PriorCode.NONE) {
                double logit = PriorCode.log(codes[action]) - greatest;
                codes[action] = PriorCode.of(StrictMath.exp(logit / temperature));
            }
        }
    }

    private void addNoise(double fraction, double shape, SplitMix64 random) {
        double priorSum = 0;
        double noiseSum = Double.MIN_NORMAL; // All draws may be 0.
        for (int action = 0; action < codes.length; action++) {
            if (codes[action] != PriorCode.NONE) {
                priorSum += PriorCode.prior(codes[action]);
                noise[action] = Draws.gamma(shape, random);
                noiseSum += noise[action];
            }
        }
        for (int action = 0; action < codes.length; action++) {
            if (codes[action] != PriorCode.NONE) {
                double prior = PriorCode.prior(codes[action]) / priorSum;
                codes[action] = PriorCode.of((1 - fraction) * prior + fraction * (noise[action] / noiseSum));
            }
        }
    }

    private void write(NodeArena nodes, int root) {
        double sum = 0;
        for (int action = 0; action < codes.length; action++) {
            int code = codes[action];
            if (code != PriorCode.NONE) {
                sum += PriorCode.prior(code);
                int index = nodes.edgeIndexOf(root, action);
                if (index < 0) {
                    nodes.setPriorWithoutEdge(root, action, code);
                } else {
                    nodes.setPriorCode(nodes.edge(root, index), code);
                }
            }
        }
        nodes.setPriorSum(root, sum);
    }
}
