package dev.tengen.client;

import java.util.List;
import java.util.Optional;

/**
 * Where an episode stands, and what the call that led here brought.
 *
 * @param moveNumber moves made since the start of the episode, passes included
 * @param playerToMove the player to move; the one who would be, once the episode is over
 * @param rewardBlack Black's reward, summed over the moves of the call
 * @param rewardWhite White's reward, summed over the moves of the call
 * @param terminated whether the rules ended the episode
 * @param truncated whether a limit ended it, or an opponent that does not accept a legal move
 * @param endReason why it ended
 * @param winner the winner of a terminated episode, {@link Color#NONE} for a tie and any other
 * @param passCount passes in a row that were the last moves
 * @param stateHash 64 bits over everything that legality and scores depend on from here
 * @param positionHash 64 bits over the stones alone
 * @param actionMask the legal actions
 * @param actions actions played by the call, the opponent's included
 * @param illegalReason why the action was illegal, where the policy let the call succeed
 * @param score the score, once the episode is over
 * @param isAgreement whether play has ended, and the player to move has to say which stones are dead: by {@link
 *     TengenSession#proposeDeadStones}, or by a pass, which says that none are
 * @param observations one observation for each encoding of the spec
 * @param endMessage what an engine as the opponent did where its failure ended the episode, else empty
 * @param symmetry the symmetry by which mask, actions and observations are turned; its inverse takes them back
 * @param task what there is to tell of the task, where the spec names one
 */
public record Timestep(
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
        Optional<TaskInfo> task) {
    /** Returns whether the episode has terminated or was truncated. */
    public boolean isOver() {
        return terminated || truncated;
    }
}
