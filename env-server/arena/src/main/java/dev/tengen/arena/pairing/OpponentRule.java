package dev.tengen.arena.pairing;

import dev.tengen.arena.rating.RatingEstimates;

/** Rates the possible opponents of a player. Both players have an estimate. */
@FunctionalInterface
interface OpponentRule {
    /** Prefers the game that is expected to decrease the uncertainty of all ratings most. */
    OpponentRule INFORMATION = (estimates, player, opponent) -> estimates.informationGain(player, opponent);

    /** Returns the value of the opponent; the opponent with the greatest value is chosen. */
    double value(RatingEstimates estimates, String player, String opponent);
}
