package dev.tengen.race.search;

import dev.tengen.board.Color;

/**
 * The question that a proof search answers: does the attacker capture?
 *
 * @param attacker the player who wants to capture; the other player wins by any other end of the race
 * @param failing the player whom a play that recreates an earlier coloring fails, no matter who makes it: what that
 *     player achieves then, it achieves under every rule about repetition. {@link Color#EMPTY} if such a play is barred
 *     (positional superko).
 */
record RaceGoal(int attacker, int failing) {
    /** Returns the goal of {@code attacker} under positional superko. */
    static RaceGoal underSuperko(int attacker) {
        return new RaceGoal(attacker, Color.EMPTY);
    }

    /** Returns the player who wins if the race ends by two passes. */
    int defender() {
        return Color.opponent(attacker);
    }

    /** Returns a number from 0 to 5 that is unique among goals. */
    int index() {
        return 2 * failing + attacker - Color.BLACK;
    }
}
