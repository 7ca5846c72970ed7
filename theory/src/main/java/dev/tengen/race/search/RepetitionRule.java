package dev.tengen.race.search;

import dev.tengen.board.Color;

/** What a play that would recreate an earlier coloring of the race means to the question that is searched. */
enum RepetitionRule {
    /** It is barred: positional superko. */
    BARRED(Color.EMPTY),
    /** Black has failed, whoever plays it, so that what Black gets is got under every rule. */
    FAILS_BLACK(Color.BLACK),
    /** White has failed. */
    FAILS_WHITE(Color.WHITE);

    private final int failing;

    RepetitionRule(int failing) {
        this.failing = failing;
    }

    /** Returns the rule under which a repetition fails {@code color}. */
    static RepetitionRule failing(int color) {
        return color == Color.BLACK ? FAILS_BLACK : FAILS_WHITE;
    }

    /** Returns whom a repetition fails, or {@link Color#EMPTY} where it is barred. */
    int failing() {
        return failing;
    }
}
