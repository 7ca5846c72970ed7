package dev.tengen.client.env;

import java.util.List;
import java.util.Optional;

/**
 * The state of an episode and the result of the call that led to it.
 *
 * @param episode number of the episode within its session; 0 until the first reset
 * @param moveNumber moves made since the start of the episode, passes included
 * @param playerToMove the player to move; once the episode is over, the player whose turn it would be
 * @param rewardBlack Black's reward, summed over the moves of the call
 * @param rewardWhite White's reward, summed over the moves of the call
 * @param terminated whether the rules ended the episode
 * @param truncated whether a limit ended it, or an opponent that rejected a legal move
 * @param endReason why it ended
 * @param winner the winner of a terminated episode, {@link Color#NONE} for a tie and in all other cases
 * @param passCount number of consecutive passes just made
 * @param stateHash 64-bit hash of everything that legality and scores depend on from here
 * @param positionHash 64-bit hash of the stones alone
 * @param actionMask the legal actions
 * @param actions actions played by the call, the opponent's included
 * @param illegalReason why the action was illegal, if the policy let the call succeed
 * @param score the score, once the episode is over
 * @param isAgreement whether play has ended and the player to move proposes dead stones, by
 *     {@code TengenSession.proposeDeadStones} or, to propose none, by a pass
 * @param observations one observation for each encoding of the spec
 * @param endMessage what an engine as the opponent did if its failure ended the episode, otherwise empty
 * @param symmetry the symmetry that has been applied to mask, actions and observations; its inverse undoes it
 * @param task information about the task, if the spec names one
 * @param currentEpisode number of the session's current episode when the server answered; greater than {@code episode}
 *     if the client had to retry the call and the session was reset in the meantime
 */
public record Timestep(
        long episode,
        int moveNumber,
        Color playerToMove,
        double rewardBlack,
        double rewardWhite,
        boolean terminated,
        boolean truncated,
        EndReason endReason,
        Color winner,
        int passCount,
        long stateHash,
        long positionHash,
        ActionMask actionMask,
        List<Integer> actions,
        IllegalReason illegalReason,
        Optional<Score> score,
        boolean isAgreement,
        List<Observation> observations,
        String endMessage,
        Symmetry symmetry,
        Optional<TaskInfo> task,
        long currentEpisode) {
    /** Returns whether the episode is over, terminated or truncated. */
    public boolean isOver() {
        return terminated || truncated;
    }
}
