package dev.tengen.race.search;

import dev.tengen.board.Color;

/**
 * The question that a proof search answers: does the attacker capture?
 *
 * @param attacker the player who wants to capture; the other player wins by any other end of the race
 * @param repetition the effect of a repetition
 */
record RaceGoal(int attacker, RepetitionRule repetition) {
    /** Returns the player who wins if the race ends by two passes. */
    int defender() {
        return Color.opponent(attacker);
    }

    /** Returns a number from 0 to 5 that is unique among goals. */
    int index() {
        return 2 * repetition.failing() + attacker - Color.BLACK;
    }
}
