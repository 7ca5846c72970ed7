package dev.tengen.server.session;

import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Legality;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.convert.EpisodeConverter;
import java.util.List;

/**
 * What Reset or Step answered, kept as the few numbers from which the whole answer can be made again: mask, hashes, score
 * and observations follow from the moves.
 *
 * @param episode the episode it belongs to, which may have gone on since
 * @param moveNumber the move number it belongs to
 * @param actionCount count of the actions that the call played, a resignation included; they are the episode's last then
 * @param legality whether the action of the call was legal, and if not, why
 * @param endReason why the episode was over, {@link EndReason#NONE} if it went on
 * @param winner the winner then
 * @param rewardBlack Black's reward in the call
 * @param rewardWhite White's reward in the call
 * @param endMessage what an opponent that failed has done, else empty
 */
record Answer(
        Episode episode,
        int moveNumber,
        int actionCount,
        Legality legality,
        EndReason endReason,
        int winner,
        double rewardBlack,
        double rewardWhite,
        String endMessage) {
    /** Keeps what the last call to {@code environment}, which stands in {@code episode}, has led to. */
    static Answer of(Episode episode, Environment environment, Timestep timestep) {
        return new Answer(
                episode,
                timestep.getMoveNumber(),
                timestep.getActionsCount(),
                environment.lastLegality(),
                environment.endReason(),
                environment.winner(),
                timestep.getRewardBlack(),
                timestep.getRewardWhite(),
                timestep.getEndMessage());
    }

    /** Returns the answer as it was first given in a session with {@code spec}. */
    Timestep timestep(EnvironmentSpec spec) {
        List<Integer> actions = episode.moves(moveNumber);
        if (endReason == EndReason.RESIGNATION) {
            actions.add(Environment.RESIGN);
        }
        Environment then = new Environment(
                spec,
                new EnvironmentSnapshot(
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
                        episode.taskOptions()));
        return EpisodeConverter.observed(EpisodeConverter.timestep(then), then);
    }
}
