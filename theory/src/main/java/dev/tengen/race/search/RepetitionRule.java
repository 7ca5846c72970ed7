package dev.tengen.race.search;

import dev.tengen.board.Color;

/** The effect, for one goal of the search, of a play that would recreate an earlier coloring of the race. */
enum RepetitionRule {
    /** The play is barred: positional superko. */
    BARRED(Color.EMPTY),
    /** Black fails, no matter who makes the play. What Black achieves then, it achieves under every rule. */
    FAILS_BLACK(Color.BLACK),
    /** White fails, no matter who makes the play. */
    FAILS_WHITE(Color.WHITE);

    private final int failing;

    RepetitionRule(int failing) {
        this.failing = failing;
    }

    /** Returns the rule under which a repetition fails {@code color}. */
    static RepetitionRule failing(int color) {
        return color == Color.BLACK ? FAILS_BLACK : FAILS_WHITE;
    }

    /** Returns the player whom a repetition fails; {@link Color#EMPTY} if it is barred. */
    int failing() {
        return failing;
    }
}
