package dev.tengen.arena.game;

import dev.tengen.player.PlayerException;

/** Why an arena game ended. */
public enum Verdict {
    /** Passes ended the game; the score decides. */
    PASSES("the players passed"),
    /** A repetition ended the game, as the rules say. */
    REPETITION("a position was repeated"),
    /** A player resigned. */
    RESIGNATION("resigned"),
    /** A player exceeded its time, and lost. */
    TIME("lost on time"),
    /** A player chose an illegal move, and lost. */
    ILLEGAL_MOVE("made an illegal move"),
    /** A player disconnected, and lost. */
    DISCONNECTION("was disconnected"),
    /** A player's program could not start, ended, or returned no valid move; the player lost. */
    ENGINE_FAILURE("failed"),
    /** A player rejected a legal move, so that the game could not continue; void. */
    REFUSED_MOVE("did not accept a legal move"),
    /** The maximum number of moves was reached; the score decides, or the game is void: {@link MoveLimitRule}. */
    MOVE_LIMIT("the limit on moves was reached"),
    /** The operator cancelled the game; void. */
    CANCELLATION("the game was cancelled"),
    /** A player resigned by a rule, from the estimates of the players: {@link ResignRule}. */
    RESIGN_RULE("resigned by rule"),
    /** The game is a draw by a rule, from the estimates of the players: {@link DrawRule}. */
    DRAW_RULE("the game was a draw by rule"),
    /** Every point was settled, and the score decides: {@link Adjudication#settled}. */
    SETTLED("every point was settled");

    private final String summary;

    Verdict(String summary) {
        this.summary = summary;
    }

    /** Returns the verdict on a player that failed with {@code kind}. */
    static Verdict of(PlayerException.Kind kind) {
        return switch (kind) {
            case TIMEOUT -> TIME;
            case FAILED -> ENGINE_FAILURE;
            case ILLEGAL_MOVE -> ILLEGAL_MOVE;
            case REFUSED_MOVE -> REFUSED_MOVE;
        };
    }

    /**
     * Returns whether a game with this verdict may be void: it has no winner then, is not a draw, and does not count.
     */
    boolean mayBeVoid() {
        return this == REFUSED_MOVE || this == MOVE_LIMIT || this == CANCELLATION;
    }

    /** Returns whether the verdict is about one of the players. */
    public boolean isOfPlayer() {
        return switch (this) {
            case PASSES, REPETITION, MOVE_LIMIT, CANCELLATION, DRAW_RULE, SETTLED -> false;
            case RESIGNATION, TIME, ILLEGAL_MOVE, DISCONNECTION, ENGINE_FAILURE, REFUSED_MOVE, RESIGN_RULE -> true;
        };
    }

    /** Returns what happened in a few words: a sentence, or its predicate if the verdict is about a player. */
    public String summary() {
        return summary;
    }
}
