package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.player.PlayerException;
import java.util.ArrayList;
import java.util.List;

/** The end of an episode: its reason, its winner, and the final rewards. */
final class EpisodeEnd {
    private final Rewards rewards;
    private EndReason reason = EndReason.NONE;
    private int winner;
    private String message = "";
    private int illegalActionCount;

    EpisodeEnd(Rewards rewards) {
        this.rewards = rewards;
    }

    /** Starts an episode. */
    void startEpisode() {
        clear();
        illegalActionCount = 0;
    }

    /** Resets to an episode that has not ended. Its ignored illegal actions still count. */
    void clear() {
        reason = EndReason.NONE;
        winner = Color.EMPTY;
        message = "";
    }

    void restore(EnvironmentSnapshot snapshot) {
        reason = snapshot.endReason();
        winner = snapshot.winner();
        message = snapshot.endMessage();
        illegalActionCount = snapshot.illegalActionCount();
    }

    /** Sets this end to that of {@code other}. The rewards are not changed. */
    void set(EpisodeEnd other) {
        reason = other.reason;
        winner = other.winner;
        message = other.message;
        illegalActionCount = other.illegalActionCount;
    }

    EndReason reason() {
        return reason;
    }

    /** Returns the winner of a terminated episode; {@link Color#EMPTY} for a tie or any other episode. */
    int winner() {
        return winner;
    }

    /** Returns the error message of an opponent that failed, otherwise an empty string. */
    String message() {
        return message;
    }

    /** Returns the number of illegal actions that were ignored in the episode. */
    int illegalActionCount() {
        return illegalActionCount;
    }

    /** Returns all actions of the episode: the moves of {@code game}, and the resignation that ended it. */
    List<Integer> actions(Game game) {
        List<Integer> actions = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            actions.add(game.move(number));
        }
        if (reason == EndReason.RESIGNATION) {
            actions.add(Environment.RESIGN);
        }
        return actions;
    }

    /** Ends the episode with the outcome of the game. */
    void byRules(Game game) {
        Outcome outcome = game.outcome().orElseThrow();
        if (outcome.ending() == Outcome.Ending.PASSES) {
            reason = EndReason.PASSES;
            winner = outcome.winner();
            rewards.payScore(game);
        } else if (outcome.winner() == Color.EMPTY) {
            byTie(EndReason.REPETITION);
        } else {
            byForfeit(EndReason.REPETITION, game, outcome.winner());
        }
    }

    /** Ends the episode as a tie, regardless of the score. */
    void byTie(EndReason endReason) {
        reason = endReason;
        rewards.payTie();
    }

    /** Ends the episode with a win for {@code winningColor}, regardless of the score. */
    void byForfeit(EndReason endReason, Game game, int winningColor) {
        reason = endReason;
        winner = winningColor;
        rewards.payForfeit(game, winningColor);
    }

    /** Ends the episode by the resignation of the player to move. */
    void byResignation(Game game) {
        int resigned = game.playerToMove();
        game.resign(resigned);
        byForfeit(EndReason.RESIGNATION, game, Color.opponent(resigned));
    }

    /**
     * Applies the illegal-action policy of {@code spec}, which is not REJECT, to the player to move.
     *
     * @param limit number of ignored actions that truncates the episode, or
     *     {@link EnvironmentSpec#UNLIMITED_ILLEGAL_ACTIONS}
     */
    void byIllegalAction(Game game, EnvironmentSpec spec, int limit) {
        int mover = game.playerToMove();
        if (spec.illegalActionPolicy() == IllegalActionPolicy.LOSE) {
            byForfeit(EndReason.ILLEGAL_ACTION, game, Color.opponent(mover));
            return;
        }
        rewards.penalize(mover, spec.illegalActionPenalty());
        if (illegalActionCount < Integer.MAX_VALUE) {
            illegalActionCount++;
        }
        if (limit != EnvironmentSpec.UNLIMITED_ILLEGAL_ACTIONS && illegalActionCount >= limit) {
            byTruncation(EndReason.MAX_ILLEGAL_ACTIONS, game, spec);
        }
    }

    /** Truncates the episode: nobody wins. */
    void byTruncation(EndReason endReason, Game game, EnvironmentSpec spec) {
        reason = endReason;
        rewards.payTruncation(game, spec.isScoredOnTruncation());
    }

    /**
     * Ends an episode whose opponent failed. The opponent loses, or the episode is truncated, depending on the failure.
     */
    void byFailure(PlayerException failure, Game game, EnvironmentSpec spec) {
        message = String.valueOf(failure.getMessage());
        EndReason endReason = LazyOpponent.endReason(failure.kind());
        if (endReason.isTruncation()) {
            byTruncation(endReason, game, spec);
        } else {
            byForfeit(endReason, game, Color.opponent(game.playerToMove()));
        }
    }
}
