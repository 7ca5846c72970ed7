package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * What lets a PUCT search try actions at the root that the network thinks little of. It applies only to searches that
 * explore: full searches of self-play. Immutable.
 *
 * @param noiseFraction the share of Dirichlet noise in the priors of the root, from 0 to 1 (Silver et al. 2018)
 * @param noiseConcentration the concentration of the noise, summed over the legal actions, from 0.01 to 1,000: each
 *     gets an equal share. AlphaZero uses 0.03 for each of about 361 actions.
 * @param policyTemperature the temperature by which priors of the root are softened before noise is added, at each
 *     move; at least 0.1. Wu (2019) uses 1.1.
 * @param forcedPlayoutFactor the factor {@code k} of forced playouts, from 0 to 100: an action of the root with some
 *     visits gets at least {@code sqrt(k P(a) N)}. Visits that only this rule causes are pruned from policy targets. Wu
 *     (2019) uses 2; 0 forces none.
 */
public record RootExploration(
        double noiseFraction, double noiseConcentration, Temperature policyTemperature, double forcedPlayoutFactor) {
    /** The noise of AlphaZero, without softening and forced playouts. */
    public static final RootExploration DEFAULT = new RootExploration(0.25, 10.83, Temperature.constant(1), 0);

    /** No exploration. */
    public static final RootExploration NONE = new RootExploration(0, 10.83, Temperature.constant(1), 0);

    private static final double LEAST_TEMPERATURE = 0.1;

    /**
     * Creates parameters.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public RootExploration {
        InvalidValueException.requireWithin("noise_fraction", noiseFraction, 0, 1);
        InvalidValueException.requireWithin("noise_concentration", noiseConcentration, 0.01, 1_000);
        InvalidValueException.requireWithin("forced_playout_factor", forcedPlayoutFactor, 0, 100);
        double least = Math.min(policyTemperature.early(), policyTemperature.late());
        if (least < LEAST_TEMPERATURE) {
            throw InvalidValueException.not("policy_temperature", least, "at least " + LEAST_TEMPERATURE);
        }
    }
}
