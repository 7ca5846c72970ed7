package dev.tengen.client.search;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.proto.v1.OpenSelfPlay;
import java.util.List;

/**
 * The spec of a self-play. Immutable. Values that are not set have their defaults. The server checks all values.
 *
 * <pre>{@code
 * SelfPlaySpec spec = SelfPlaySpec.builder(SessionSpec.builder(9, 9).encodings("alphazero-17").build(), 64, 32)
 *         .groups(2)
 *         .playoutCap(8, 0.25)
 *         .build();
 * }</pre>
 */
public final class SelfPlaySpec {
    private final OpenSelfPlay request;

    private SelfPlaySpec(OpenSelfPlay request) {
        this.request = request;
    }

    /**
     * Returns a builder of the spec of a self-play.
     *
     * @param spec the board, the rules, the move limit and the encodings of observations; its seed is ignored. It must
     *     name no task and no opponent
     * @param slotCount number of games at the same time
     * @param simulationCount number of simulations of a search in full
     */
    public static Builder builder(SessionSpec spec, int slotCount, int simulationCount) {
        return new Builder(List.of(spec), slotCount, simulationCount);
    }

    /**
     * Returns a builder of the spec of a self-play with one slot for each of {@code specs}, which may differ in rules,
     * setup, move limit and scoring, but not in board size, encodings and form of observations.
     *
     * @param specs the specs of the slots, as for {@link #builder(SessionSpec, int, int)}
     * @param simulationCount number of simulations of a search in full
     */
    public static Builder builder(List<SessionSpec> specs, int simulationCount) {
        return new Builder(specs, specs.size(), simulationCount);
    }

    /** Returns the request that opens such a self-play. */
    OpenSelfPlay toRequest() {
        return request;
    }

    /** Builds a {@link SelfPlaySpec}. Not thread-safe. */
    public static final class Builder {
        private final OpenSelfPlay.Builder request = OpenSelfPlay.newBuilder();

        private Builder(List<SessionSpec> specs, int slotCount, int simulationCount) {
            request.setSlotCount(slotCount);
            specs.forEach(spec -> request.addSpecs(spec.toProto()));
            request.getSelfPlayBuilder().setSimulationCount(simulationCount);
        }

        /** Sets the parameters of each search; the default is {@link RootMethod#PUCT} with its defaults. */
        public Builder search(SearchSettings settings) {
            request.setSearch(settings.toProto());
            return this;
        }

        /**
         * Sets the number of groups of slots, 1 to the number of slots; the default is 1. While one group is evaluated,
         * another can be searched.
         */
        public Builder groups(int count) {
            request.setGroupCount(count);
            return this;
        }

        /** Sets the seed of all games. By default, the server draws it. */
        public Builder seed(long seed) {
            request.setSeed(seed);
            return this;
        }

        /** Sets the number of games in all; 0, the default, is without end. */
        public Builder maxGameCount(long count) {
            request.setMaxGameCount(count);
            return this;
        }

        /** Sets what priors are; the default is {@link PriorKind#LOGITS}. */
        public Builder priorKind(PriorKind kind) {
            request.getEvaluationFormatBuilder()
                    .setPriorKind(dev.tengen.proto.v1.PriorKind.valueOf("PRIOR_KIND_" + kind));
            return this;
        }

        /** Sets whether records have the observations of their positions; the default is false. */
        public Builder observations(boolean hasObservations) {
            request.setHasObservations(hasObservations);
            return this;
        }

        /**
         * Searches only a share of the moves in full, and the others fast and without exploration (playout-cap
         * randomization). By default, every move is searched in full.
         *
         * @param fastSimulationCount number of simulations of a fast search
         * @param fullShare the probability that a move is searched in full, 0 to 1
         */
        public Builder playoutCap(int fastSimulationCount, double fullShare) {
            request.getSelfPlayBuilder()
                    .setFastSimulationCount(fastSimulationCount)
                    .setFullShare(fullShare);
            return this;
        }

        /**
         * Sets the temperature at which a move is drawn by its share of visits; the default is 1 in the first 30 moves,
         * then 0. Under {@link RootMethod#GUMBEL} the best move is played.
         */
        public Builder moveTemperature(Temperature temperature) {
            request.getSelfPlayBuilder().setMoveTemperature(temperature.toProto());
            return this;
        }

        /**
         * Lets players resign. By default, nobody does.
         *
         * @param threshold a player resigns if the values of the root and of its best move are both below this, -1 to 1
         * @param noResignShare the share of games without resignation, 0 to 1, which show how often resignations are
         *     wrong
         */
        public Builder resignation(double threshold, double noResignShare) {
            request.getSelfPlayBuilder().setResignThreshold(threshold).setNoResignShare(noResignShare);
            return this;
        }

        /** Returns the spec. */
        public SelfPlaySpec build() {
            return new SelfPlaySpec(request.build());
        }
    }
}
