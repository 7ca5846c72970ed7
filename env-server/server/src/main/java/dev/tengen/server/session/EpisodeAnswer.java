package dev.tengen.server.session;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.game.Legality;
import java.util.List;

/**
 * The answer of a call of this process, reduced to the few values from which the whole answer can be rebuilt: mask,
 * hashes, score and observations follow from the moves.
 *
 * @param episode the episode of the call, which may have continued since
 * @param moveNumber the move number after the call
 * @param actionCount count of the actions that the call played, a resignation included; the last ones at that time
 * @param legality whether the action of the call was legal, and if not, why
 * @param endReason why the episode was over; {@link EndReason#NONE} if it was not
 * @param winner the winner after the call
 * @param rewardBlack Black's reward for the call
 * @param rewardWhite White's reward for the call
 * @param illegalActionCount count of the illegal actions that were ignored in the episode up to the call
 * @param endMessage how an opponent failed, else empty
 */
record EpisodeAnswer(
        Episode episode,
        int moveNumber,
        int actionCount,
        Legality legality,
        EndReason endReason,
        int winner,
        double rewardBlack,
        double rewardWhite,
        int illegalActionCount,
        String endMessage)
        implements RememberedAnswer {
    /** Returns the answer to the last call on {@code environment}, whose episode is {@code episode}. */
    static EpisodeAnswer of(Episode episode, Environment environment) {
        return new EpisodeAnswer(
                episode,
                environment.game().moveNumber(),
                environment.lastActionCount(),
                environment.lastLegality(),
                environment.endReason(),
                environment.winner(),
                environment.reward(Color.BLACK),
                environment.reward(Color.WHITE),
                environment.illegalActionCount(),
                environment.endMessage());
    }

    @Override
    public EnvironmentSnapshot snapshot() {
        List<Integer> actions = episode.moves(moveNumber);
        if (endReason == EndReason.RESIGNATION) {
            actions.add(Environment.RESIGN);
        }
        return new EnvironmentSnapshot(
                episode.seed(),
                episode.number(),
                episode.seed(),
                actions,
                endReason,
                winner,
                rewardBlack,
                rewardWhite,
                0,
                actions.subList(actions.size() - actionCount, actions.size()),
                legality,
                episode.proposals(moveNumber),
                endMessage,
                episode.taskOptions(),
                illegalActionCount,
                0);
    }
}
