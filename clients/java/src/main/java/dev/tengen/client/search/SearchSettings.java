package dev.tengen.client.search;

/**
 * The parameters of a search. Immutable. Values that are not set have their defaults. The server checks all values.
 *
 * <pre>{@code
 * SearchSettings settings = SearchSettings.builder(RootMethod.PUCT).leavesPerRound(4).noise(0.25, 10.83).build();
 * }</pre>
 */
public final class SearchSettings {
    private final dev.tengen.proto.v1.SearchSettings message;

    private SearchSettings(dev.tengen.proto.v1.SearchSettings message) {
        this.message = message;
    }

    /** Returns settings with defaults for everything but the method. */
    public static SearchSettings of(RootMethod method) {
        return builder(method).build();
    }

    /** Returns a builder of the settings of a search by {@code method}. */
    public static Builder builder(RootMethod method) {
        return new Builder(method);
    }

    dev.tengen.proto.v1.SearchSettings toProto() {
        return message;
    }

    /** Builds {@link SearchSettings}. Not thread-safe. */
    public static final class Builder {
        private final dev.tengen.proto.v1.SearchSettings.Builder message =
                dev.tengen.proto.v1.SearchSettings.newBuilder();

        private Builder(RootMethod method) {
            message.setRootMethod(dev.tengen.proto.v1.RootMethod.valueOf("ROOT_METHOD_" + method));
        }

        /**
         * Sets the weight of priors against values under {@link RootMethod#PUCT}.
         *
         * @param initial the weight at the first visits, 0 to 1,000; the default is 1.25
         * @param base number of visits at which the weight starts to grow; the default is 19,652
         */
        public Builder exploration(double initial, double base) {
            message.getPuctBuilder().setInitialExploration(initial).setExplorationBase(base);
            return this;
        }

        /**
         * Sets by how much the value of an action without visits is below that of its node, under
         * {@link RootMethod#PUCT}.
         *
         * @param reduction the reduction below the root, 0 to 10; the default is 0.2
         * @param rootReduction the reduction at the root, 0 to 10; the default is 0.1
         */
        public Builder firstPlayReduction(double reduction, double rootReduction) {
            message.getPuctBuilder().setFirstPlayReduction(reduction).setRootFirstPlayReduction(rootReduction);
            return this;
        }

        /**
         * Sets what a leaf that awaits its evaluation takes from the values of the actions that lead to it, under
         * {@link RootMethod#PUCT}: 0 to 10. The default is 1.
         */
        public Builder virtualLoss(double loss) {
            message.getPuctBuilder().setVirtualLoss(loss);
            return this;
        }

        /**
         * Sets how the root is searched under {@link RootMethod#GUMBEL}.
         *
         * @param maxConsideredActions maximum number of actions that a search tries at the root, 1 to 626; the default
         *     is 16
         * @param scale the scale of the noise, 0 to 100; 0 for play without chance; the default is 1
         */
        public Builder gumbel(int maxConsideredActions, double scale) {
            message.getGumbelBuilder()
                    .setMaxConsideredActions(maxConsideredActions)
                    .setGumbelScale(scale);
            return this;
        }

        /**
         * Sets how values are completed under {@link RootMethod#GUMBEL}.
         *
         * @param scale the scale of completed values, 0 to 1,000; the default is 0.1
         * @param maxVisitOffset what is added to the greatest visit count before it scales them; the default is 50
         */
        public Builder completedValues(double scale, double maxVisitOffset) {
            message.getGumbelBuilder().setValueScale(scale).setMaxVisitOffset(maxVisitOffset);
            return this;
        }

        /**
         * Sets the Dirichlet noise at the root under {@link RootMethod#PUCT}.
         *
         * @param fraction the share of noise in the priors, 0 to 1; the default is 0.25
         * @param concentration the concentration, summed over the legal actions; the default is 10.83
         */
        public Builder noise(double fraction, double concentration) {
            message.getExplorationBuilder().setNoiseFraction(fraction).setNoiseConcentration(concentration);
            return this;
        }

        /**
         * Sets the temperature by which the priors of the root are softened before noise is added, under
         * {@link RootMethod#PUCT}; the default is 1 at all moves.
         */
        public Builder policyTemperature(Temperature temperature) {
            message.getExplorationBuilder().setPolicyTemperature(temperature.toProto());
            return this;
        }

        /**
         * Forces playouts at the root under {@link RootMethod#PUCT}: an action with prior {@code P} and some visits
         * gets at least {@code sqrt(factor P N)} of {@code N} visits. Visits that only this rule causes are pruned from
         * policy targets. The default is 0, which forces none.
         */
        public Builder forcedPlayouts(double factor) {
            message.getExplorationBuilder().setForcedPlayoutFactor(factor);
            return this;
        }

        /**
         * Sets the maximum number of leaves of one tree that await their evaluations at the same time, 1 to 1,024. The
         * default is 1.
         */
        public Builder leavesPerRound(int count) {
            message.setLeavesPerRound(count);
            return this;
        }

        /** Sets whether each position is evaluated in an orientation that is drawn for it; the default is true. */
        public Builder symmetryDrawn(boolean isDrawn) {
            message.setIsSymmetryDrawn(isDrawn);
            return this;
        }

        /**
         * Sets whether the subtree of a move that is played stays for the next search; the default is true under
         * {@link RootMethod#PUCT} and false under {@link RootMethod#GUMBEL}.
         */
        public Builder treeReused(boolean isReused) {
            message.setIsTreeReused(isReused);
            return this;
        }

        /** Returns the settings. */
        public SearchSettings build() {
            return new SearchSettings(message.build());
        }
    }
}
