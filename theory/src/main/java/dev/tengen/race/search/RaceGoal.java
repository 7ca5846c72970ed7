package dev.tengen.race.search;

import dev.tengen.board.Color;

/**
 * What a search asks: does the attacker capture?
 *
 * @param attacker who wants to capture; the other player wins the question by any other end of the race
 * @param repetition what a repetition means
 */
record RaceGoal(int attacker, RepetitionRule repetition) {
    /** Returns who wins the question by two passes. */
    int defender() {
        return Color.opponent(attacker);
    }

    /** Returns a number from 0 to 5 that no other question has. */
    int index() {
        return 2 * repetition.failing() + attacker - Color.BLACK;
    }
}
