package dev.tengen.arena.game;

import dev.tengen.player.PlayerException;

/** Why a game of the arena ended. */
public enum Verdict {
    /** By passes, as the rules say; the score decides. */
    PASSES("the players passed"),
    /** By a repetition, under rules of which it is the end. */
    REPETITION("the position came again"),
    /** A player resigned. */
    RESIGNATION("resigned"),
    /** A player took longer than allowed, and lost. */
    TIME("lost on time"),
    /** A player chose a move that the rules forbid, and lost. */
    ILLEGAL_MOVE("made an illegal move"),
    /** A player went away, and lost. */
    DISCONNECTION("was disconnected"),
    /** A player's program ended, could not be started or said something that is no move, and lost. */
    ENGINE_FAILURE("failed"),
    /** A player did not accept a move that the rules allow, so that the game could not go on; void. */
    REFUSED_MOVE("did not accept a legal move"),
    /** The limit on moves was reached; void. */
    MOVE_LIMIT("the limit on moves was reached"),
    /** Whoever ran the game ended it; void. */
    CANCELLATION("the game was cancelled");

    private final String summary;

    Verdict(String summary) {
        this.summary = summary;
    }

    /** Returns the verdict on a player that failed in this way. */
    static Verdict of(PlayerException.Kind kind) {
        return switch (kind) {
            case TIMEOUT -> TIME;
            case FAILED -> ENGINE_FAILURE;
            case ILLEGAL_MOVE -> ILLEGAL_MOVE;
            case REFUSED_MOVE -> REFUSED_MOVE;
        };
    }

    /** Returns whether such a game says nothing about its players: nobody won, and it is no draw. */
    public boolean isVoid() {
        return this == REFUSED_MOVE || this == MOVE_LIMIT || this == CANCELLATION;
    }

    /** Returns whether it is about one of the players. */
    public boolean isOfPlayer() {
        return this != PASSES && this != REPETITION && this != MOVE_LIMIT && this != CANCELLATION;
    }

    /** Returns what happened in a few words: a sentence, or the rest of one that begins with the player it is about. */
    public String summary() {
        return summary;
    }
}
