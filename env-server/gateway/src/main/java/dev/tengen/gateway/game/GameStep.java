package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.TaskInfo;
import dev.tengen.game.Game;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reset or a step.
 *
 * @param observation what the client sees
 * @param reward the reward of the client's color, or of the color that just moved if the client moves for both; null
 *     after a reset
 * @param isDone whether the episode is over
 */
public record GameStep(
        GameObservation observation, @Nullable Double reward, boolean isDone) {
    /** Returns the result of a reset. */
    static GameStep ofReset(Environment environment, GameOptions options) {
        return new GameStep(GameObservation.of(environment, options, Optional.empty()), null, environment.isOver());
    }

    /** Returns the result of a step; {@code refusal} says why the move was illegal. */
    static GameStep ofStep(Environment environment, GameOptions options, Optional<GameObservation.Refusal> refusal) {
        return new GameStep(
                GameObservation.of(environment, options, refusal), reward(environment, options), environment.isOver());
    }

    private static @Nullable Double reward(Environment environment, GameOptions options) {
        if (options.reward() != RewardKind.REGRET) {
            return environment.reward(rewarded(environment));
        }
        OptionalDouble regret = MoveRegret.of(environment);
        return regret.isPresent() ? 0 - regret.getAsDouble() : null;
    }

    private static int rewarded(Environment environment) {
        if (environment.spec().opponent().isPresent()) {
            return environment
                    .taskInfo()
                    .map(TaskInfo::agentColor)
                    .orElseGet(() -> Color.opponent(
                            environment.spec().opponent().orElseThrow().color()));
        }
        Game game = environment.game();
        boolean isNoMove = !environment.lastLegality().isLegal() || environment.endReason() == EndReason.RESIGNATION;
        return isNoMove || game.moveNumber() == 0 ? game.playerToMove() : game.mover(game.moveNumber());
    }

    /**
     * The state of a session, for clients that reconnect.
     *
     * @param episodeId the name of the episode, as the client gave it; null if it gave none
     * @param stepCount the number of steps of the episode
     * @param sessionId the id by which a socket can attach to the session
     * @param gameSession the id of the same game in the contract over gRPC
     * @param stateHash the state hash, in hexadecimal digits
     * @param sgf the game record
     * @param observation the present observation
     */
    public record State(
            @Nullable String episodeId,
            int stepCount,
            String sessionId,
            String gameSession,
            String stateHash,
            String sgf,
            GameObservation observation) {}
}
