package dev.tengen.env;

/**
 * The state of a lane as plain values. A lane with the same spec and {@link Autoreset} continues from it on any
 * machine, with the same rows. Immutable.
 *
 * @param environment the state of its environment
 * @param drawState the state of the generator of {@linkplain EnvironmentBatch#DRAWN_ACTION drawn actions}
 * @param owedBlack Black's reward for an opening move of the opponent that the first step has yet to pay
 * @param owedWhite White's reward for that move
 * @param isEndOwed whether that move ended the episode, which the next step has yet to report
 */
public record LaneSnapshot(
        EnvironmentSnapshot environment, long drawState, double owedBlack, double owedWhite, boolean isEndOwed) {}
