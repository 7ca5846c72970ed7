package dev.tengen.arena.game;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Score;
import dev.tengen.gtp.driver.FinalScore;

/**
 * The outcome of a game of the arena.
 *
 * @param verdict why the game ended
 * @param culprit the color of the player that the verdict is about, {@link Color#EMPTY} for neither
 * @param winner the winner's color, {@link Color#EMPTY} for a tie or a void game
 * @param result the result as game records write it: "B+3.5", "W+R", "B+T" for a loss on time, "W+F" for a forfeit,
 *     "Draw", "Void"
 * @param message what a player that failed did, or who scored a game at the limit on moves, for people; otherwise empty
 */
public record GameOutcome(Verdict verdict, int culprit, int winner, String result, String message) {
    private static final String VOID = "Void";

    /** Returns the outcome of {@code game}, which has ended by the rules. */
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

    /** Returns the outcome of a game that the player with color {@code culprit} ended. */
    static GameOutcome by(int culprit, Verdict verdict, String message) {
        assert verdict.isOfPlayer() : verdict;
        if (verdict.mayBeVoid()) {
            return new GameOutcome(verdict, culprit, Color.EMPTY, VOID, message);
        }
        int winner = Color.opponent(culprit);
        String how = verdict == Verdict.TIME ? "+T" : "+F";
        return new GameOutcome(verdict, culprit, winner, (winner == Color.BLACK ? "B" : "W") + how, message);
    }

    /** Returns the outcome of a void game that neither player ended. */
    public static GameOutcome withoutResult(Verdict verdict, String message) {
        assert verdict.mayBeVoid() : verdict;
        return new GameOutcome(verdict, Color.EMPTY, Color.EMPTY, VOID, message);
    }

    /** Returns the outcome of {@code game}, which has reached its limit on moves. */
    static GameOutcome atMoveLimit(Game game, MoveLimitRule rule) {
        if (rule == MoveLimitRule.VOID) {
            return withoutResult(Verdict.MOVE_LIMIT, "");
        }
        Score score = game.score();
        return new GameOutcome(Verdict.MOVE_LIMIT, Color.EMPTY, score.winner(), score.text(), "");
    }

    /**
     * Returns the outcome of a game that has reached its limit on moves, with the score that {@code adjudicator} gave.
     */
    static GameOutcome adjudicated(FinalScore score, String adjudicator) {
        return new GameOutcome(
                Verdict.MOVE_LIMIT, Color.EMPTY, score.winner(), score.text(), "scored by " + adjudicator);
    }

    /**
     * Returns the outcome of {@code game}, which has reached its limit on moves, as it stands, since there was no other
     * score.
     */
    static GameOutcome withoutAdjudication(Game game, String adjudicator, String why) {
        GameOutcome standing = atMoveLimit(game, MoveLimitRule.SCORE);
        return new GameOutcome(
                standing.verdict,
                standing.culprit,
                standing.winner,
                standing.result,
                "scored as it stands, since " + adjudicator + " gave no score: " + why);
    }

    /** Returns the outcome of a game that the player with color {@code culprit} has lost by the rule for resigning. */
    static GameOutcome byResignRule(int culprit) {
        int winner = Color.opponent(culprit);
        return new GameOutcome(Verdict.RESIGN_RULE, culprit, winner, winner == Color.BLACK ? "B+R" : "W+R", "");
    }

    /** Returns the outcome of a game that is a draw by the rule for draws. */
    static GameOutcome byDrawRule() {
        return new GameOutcome(Verdict.DRAW_RULE, Color.EMPTY, Color.EMPTY, "Draw", "");
    }

    /** Returns the outcome of {@code game}, whose score is settled. */
    static GameOutcome bySettledScore(Game game) {
        Score score = game.score();
        return new GameOutcome(Verdict.SETTLED, Color.EMPTY, score.winner(), score.text(), "");
    }

    /** Returns whether the game is void: it does not count. */
    public boolean isVoid() {
        return result.equals(VOID);
    }

    /** Returns what happened, such as "White lost on time: no answer came". */
    public String summary() {
        String what = verdict.isOfPlayer() ? Color.name(culprit) + " " + verdict.summary() : verdict.summary();
        return message.isEmpty() ? what : what + ": " + message;
    }
}
