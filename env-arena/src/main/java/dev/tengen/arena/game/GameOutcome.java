package dev.tengen.arena.game;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;

/**
 * How a game of the arena ended.
 *
 * @param verdict why it ended
 * @param culprit the player the verdict is about, {@link Color#EMPTY} for neither
 * @param winner the winner, {@link Color#EMPTY} for a tie and for a void game
 * @param result the result as game records say it: "B+3.5", "W+R", "B+T" for lost on time, "W+F" for a forfeit, "Draw", "Void"
 * @param message what a player that failed did, for people; else empty
 */
public record GameOutcome(Verdict verdict, int culprit, int winner, String result, String message) {
    /** Returns the ending of {@code game}, which the rules have ended. */
    static GameOutcome byRules(Game game) {
        Outcome outcome = game.outcome().orElseThrow();
        Verdict verdict = switch (outcome.ending()) {
            case PASSES -> Verdict.PASSES;
            case RESIGNATION -> Verdict.RESIGNATION;
            case REPETITION -> Verdict.REPETITION;
        };
        int culprit = verdict == Verdict.RESIGNATION ? Color.opponent(outcome.winner()) : Color.EMPTY;
        return new GameOutcome(verdict, culprit, outcome.winner(), outcome.text(), "");
    }

    /** Returns the ending that {@code culprit}, a player, brought about. */
    static GameOutcome by(int culprit, Verdict verdict, String message) {
        assert verdict.isOfPlayer() : verdict;
        if (verdict.isVoid()) {
            return new GameOutcome(verdict, culprit, Color.EMPTY, "Void", message);
        }
        int winner = Color.opponent(culprit);
        String how = verdict == Verdict.TIME ? "+T" : "+F";
        return new GameOutcome(verdict, culprit, winner, (winner == Color.BLACK ? "B" : "W") + how, message);
    }

    /** Returns the ending of a void game that is neither player's doing. */
    public static GameOutcome withoutResult(Verdict verdict, String message) {
        assert verdict.isVoid() : verdict;
        return new GameOutcome(verdict, Color.EMPTY, Color.EMPTY, "Void", message);
    }

    /** Returns whether the game says nothing about its players. */
    public boolean isVoid() {
        return verdict.isVoid();
    }

    /** Returns what happened, as in "White lost on time: it thought for ever". */
    public String summary() {
        String what = verdict.isOfPlayer() ? Color.name(culprit) + " " + verdict.summary() : verdict.summary();
        return message.isEmpty() ? what : what + ": " + message;
    }
}
