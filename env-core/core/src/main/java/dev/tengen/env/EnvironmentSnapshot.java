package dev.tengen.env;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * The state of an environment as plain values. An environment with the same spec continues from it on any machine, with
 * the same masks, observations, rewards and hashes. Immutable.
 *
 * @param seed seed of the episode
 * @param episode number of the episode, as in {@link Environment#episode}
 * @param randomState state of the random generator of the opponent
 * @param actions all actions of the episode, including a resignation
 * @param endReason why the episode ended, {@link EndReason#NONE} if it has not ended
 * @param winner the winner of a terminated episode, else {@link Color#EMPTY}
 * @param rewardBlack Black's reward in the last call
 * @param rewardWhite White's reward in the last call
 * @param paidToBlack the sum of Black's rewards in the episode so far, without penalties
 * @param lastActions the actions of the last call
 * @param lastLegality whether the action of the last call was legal, and if not, why
 * @param proposals the actions that proposed dead stones, in order
 * @param endMessage the error message of an opponent that failed, otherwise empty
 * @param taskOptions the options that select the episode of the task, if there is one
 * @param illegalActionCount number of illegal actions that were ignored in the episode
 * @param unpaidMoveCount the number of moves at the start of the episode that paid no reward: those of an imported
 *     record
 */
public record EnvironmentSnapshot(
        long seed,
        long episode,
        long randomState,
        List<Integer> actions,
        EndReason endReason,
        int winner,
        double rewardBlack,
        double rewardWhite,
        double paidToBlack,
        List<Integer> lastActions,
        Legality lastLegality,
        List<DeadProposal> proposals,
        String endMessage,
        TaskOptions taskOptions,
        int illegalActionCount,
        int unpaidMoveCount) {
    /** The JDK keeps one object for each integer below this. */
    private static final int SHARED_ACTION_COUNT = 128;

    /**
     * Keeps copies of the lists.
     *
     * @throws InvalidValueException if {@code illegalActionCount} is negative
     */
    public EnvironmentSnapshot {
        if (illegalActionCount < 0) {
            throw InvalidValueException.outside("illegal_action_count", illegalActionCount, 0, Integer.MAX_VALUE);
        }
        actions = List.copyOf(actions);
        lastActions = List.copyOf(lastActions);
        proposals = List.copyOf(proposals);
    }

    /**
     * Returns an estimate of the size in memory of a snapshot on {@code grid} after {@code moveCount} moves without
     * proposals, in bytes: each action is an object, and those of small numbers are shared.
     */
    public static long memoryBytes(Grid grid, int moveCount) {
        long ownCount = moveCount * (long) Math.max(0, grid.moveCount() - SHARED_ACTION_COUNT) / grid.moveCount();
        return MemoryModel.SNAPSHOT.bytes(moveCount) + MemoryModel.BOXED_ACTION.bytes(ownCount);
    }

    /** Returns the state of {@code environment}. The other parameters are parts of it. */
    static EnvironmentSnapshot of(Environment environment, long randomState, EpisodeEnd end, Rewards rewards) {
        return new EnvironmentSnapshot(
                environment.seed(),
                environment.episode(),
                randomState,
                end.actions(environment.game()),
                end.reason(),
                end.winner(),
                rewards.of(Color.BLACK),
                rewards.of(Color.WHITE),
                rewards.paidToBlack(),
                environment.lastActionsOnBoard(),
                environment.lastLegality(),
                DeadProposal.allOf(environment.game()),
                end.message(),
                environment.task().options(),
                end.illegalActionCount(),
                rewards.unpaidMoveCount());
    }

    /** Plays the actions in {@code game}, which must have no moves. */
    void replay(Game game) {
        if (unpaidMoveCount < 0 || unpaidMoveCount > actions.size()) {
            throw InvalidValueException.outside("unpaid_move_count", unpaidMoveCount, 0, actions.size());
        }
        for (DeadProposal proposal : proposals) {
            if (proposal.moveNumber() < 1 || proposal.moveNumber() > actions.size()) {
                throw InvalidValueException.outside("move_number", proposal.moveNumber(), 1, actions.size());
            }
        }
        game.ensureCapacity(actions.size());
        int proposal = 0;
        for (int i = 0; i < actions.size(); i++) {
            CancellationPoint.check(i);
            int action = actions.get(i);
            resume(game);
            if (proposal < proposals.size() && proposals.get(proposal).moveNumber() == i + 1) {
                propose(proposals.get(proposal++), action, game);
                continue;
            }
            if (action == Environment.RESIGN && i == actions.size() - 1 && !game.isOver()) {
                game.resign(game.playerToMove());
                return;
            }
            Legality legality = game.play(action);
            if (!legality.isLegal()) {
                throw InvalidValueException.because(
                        "action " + (i + 1) + " of the snapshot is illegal: " + legality,
                        "snapshot",
                        action,
                        "a legal game");
            }
        }
    }

    /** Resumes a game that passes ended. In imported records, actions may follow the end. */
    private static void resume(Game game) {
        boolean isEndedByPasses = game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
        if (isEndedByPasses) {
            game.resume();
        }
    }

    private static void propose(DeadProposal proposal, int action, Game game) {
        if (!game.isInAgreement() || action != game.grid().pass()) {
            throw InvalidValueException.because(
                    "action " + proposal.moveNumber() + " of the snapshot cannot propose dead stones",
                    "snapshot",
                    action,
                    "a legal game");
        }
        game.proposeDead(proposal.set(game.grid()));
    }

    /**
     * Checks the end of the game of {@code environment}.
     *
     * @throws InvalidValueException if it is not the end of the snapshot
     */
    void requireEnd(Environment environment) {
        Game game = environment.game();
        int limit = environment.task().moveLimit();
        boolean isResigned = actions.contains(Environment.RESIGN);
        Optional<Outcome> outcome = game.outcome();
        boolean isPlayedOut = game.isOver() && !isResigned;
        boolean isAtLimit = game.moveNumber() == limit && !isPlayedOut;
        boolean isUndecided = !game.isOver() && !isAtLimit;
        boolean isLostByMover = isUndecided && winner == Color.opponent(game.playerToMove());
        boolean isDecided = environment.task().winner(game) != Color.EMPTY;
        boolean holds = switch (endReason) {
            case NONE -> isUndecided && !isDecided;
            case PASSES -> isEnded(outcome, Outcome.Ending.PASSES, environment);
            case REPETITION -> isEnded(outcome, Outcome.Ending.REPETITION, environment);
            // The record of a task is imported without the task.
            case TASK_DECIDED ->
                environment.spec().task().isPresent()
                        ? isDecided && winner == environment.task().winner(game)
                        : Color.isPlayer(winner);
            case RESIGNATION -> isResigned && winner == Color.opponent(game.playerToMove());
            // A record is imported with another policy or opponent than its episode had.
            case ILLEGAL_ACTION, OPPONENT_TIMEOUT, OPPONENT_FAILED -> isLostByMover;
            case MAX_ILLEGAL_ACTIONS, OPPONENT_REFUSED -> isUndecided && winner == Color.EMPTY;
            case MAX_MOVES -> !game.isOver() && isAtLimit && !isDecided && winner == Color.EMPTY;
        };
        if (!holds || (limit != EnvironmentSpec.UNLIMITED_MOVES && game.moveNumber() > limit)) {
            throw InvalidValueException.because(
                    "the actions of the snapshot do not lead to its end, " + endReason,
                    "snapshot",
                    endReason,
                    "the end that the actions lead to");
        }
    }

    private boolean isEnded(Optional<Outcome> outcome, Outcome.Ending ending, Environment environment) {
        if (outcome.isEmpty() || outcome.get().ending() != ending) {
            return false;
        }
        // Passes leave a task undecided, regardless of the score.
        return winner
                == (environment.spec().task().isPresent()
                        ? Color.EMPTY
                        : outcome.get().winner());
    }
}
