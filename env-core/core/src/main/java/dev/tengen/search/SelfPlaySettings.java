package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * The parameters of self-play. Immutable.
 *
 * <p>With playout-cap randomization (Wu 2019), a share of the moves is searched in full, and the others fast and
 * without exploration. Only full searches are good policy targets.
 *
 * @param search the parameters of each search
 * @param simulationCount number of simulations of a full search, from 1 to 1,000,000, in addition to those of a subtree
 *     that is reused
 * @param fastSimulationCount number of simulations of a fast search, from 1 to 1,000,000
 * @param fullShare the probability that a move is searched in full, from 0 to 1
 * @param moveTemperature the temperature at which a move is drawn by its share of visits; under
 *     {@link RootMethod#GUMBEL}, whose noise makes games differ, the best move is played
 * @param resignThreshold a player resigns if the values of the root and of its best move are both below this, from -1,
 *     which is never, to 1 (Silver et al., "Mastering the game of Go without human knowledge", 2017)
 * @param noResignShare the share of games without resignation, from 0 to 1, which show how often resignations are wrong
 */
public record SelfPlaySettings(
        SearchSettings search,
        int simulationCount,
        int fastSimulationCount,
        double fullShare,
        Temperature moveTemperature,
        double resignThreshold,
        double noResignShare) {
    private static final int MOST_SIMULATIONS = 1_000_000;

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public SelfPlaySettings {
        InvalidValueException.requireWithin("simulation_count", simulationCount, 1, MOST_SIMULATIONS);
        InvalidValueException.requireWithin("fast_simulation_count", fastSimulationCount, 1, MOST_SIMULATIONS);
        InvalidValueException.requireWithin("full_share", fullShare, 0, 1);
        InvalidValueException.requireWithin("resign_threshold", resignThreshold, -1, 1);
        InvalidValueException.requireWithin("no_resign_share", noResignShare, 0, 1);
    }

    /**
     * Returns settings in which every move is searched in full, the first 30 moves are drawn at temperature 1, and
     * nobody resigns.
     *
     * @throws InvalidValueException if {@code simulationCount} is out of range
     */
    public static SelfPlaySettings of(SearchSettings search, int simulationCount) {
        return new SelfPlaySettings(search, simulationCount, simulationCount, 1, new Temperature(1, 0, 30, 0), -1, 0.1);
    }

    /**
     * Returns these settings with playout-cap randomization.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public SelfPlaySettings withPlayoutCap(int fastCount, double share) {
        return new SelfPlaySettings(
                search, simulationCount, fastCount, share, moveTemperature, resignThreshold, noResignShare);
    }

    /** Returns these settings with another temperature of moves. */
    public SelfPlaySettings withMoveTemperature(Temperature value) {
        return new SelfPlaySettings(
                search, simulationCount, fastSimulationCount, fullShare, value, resignThreshold, noResignShare);
    }

    /**
     * Returns these settings with resignation.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public SelfPlaySettings withResignation(double threshold, double withoutShare) {
        return new SelfPlaySettings(
                search, simulationCount, fastSimulationCount, fullShare, moveTemperature, threshold, withoutShare);
    }
}
