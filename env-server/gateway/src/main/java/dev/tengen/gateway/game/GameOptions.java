package dev.tengen.gateway.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.Opponent;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.Tasks;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerFactory;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What a client chooses when it starts an episode.
 *
 * @param setup the starting position
 * @param preset the rule preset
 * @param komi the komi; that of the preset if empty
 * @param agentColor the color of the client; {@link Color#EMPTY} if it moves for both, or if a task decides
 * @param opponent the name of the opponent; empty if the client moves for both colors
 * @param seed the seed; a random one if empty
 * @param task the name of the task; empty for a whole game
 * @param taskOptions the options that select an episode of the task
 * @param maxMoves the number of moves that truncates the episode; 0 for the default
 * @param reward what pays the client
 * @param illegalLimit the limit on illegal moves
 * @param view how the client sees the game
 * @param episodeId the name that the client gives to the episode; empty for none
 */
public record GameOptions(
        Setup setup,
        RulesPreset preset,
        OptionalDouble komi,
        int agentColor,
        String opponent,
        OptionalLong seed,
        Optional<String> task,
        TaskOptions taskOptions,
        int maxMoves,
        RewardKind reward,
        IllegalLimit illegalLimit,
        GameView view,
        Optional<String> episodeId) {
    /**
     * How a client sees the game.
     *
     * @param notation how points are written
     * @param isLegalShown whether observations have the legal moves
     */
    public record GameView(PointNotation notation, boolean isLegalShown) {}

    /** Returns the board. */
    public Grid grid() {
        return setup.grid();
    }

    /**
     * Returns the spec of the session.
     *
     * @param players returns the player with a name
     * @throws InvalidValueException if a value does not fit another
     * @throws dev.tengen.server.error.CallException if there is no such opponent
     */
    public EnvironmentSpec spec(Function<String, PlayerFactory> players) {
        Rules rules = preset.rules(grid());
        Rules chosen = komi.isPresent() ? rules.withKomi(komi.getAsDouble()) : rules;
        int opponentColor = agentColor == Color.EMPTY ? Color.EMPTY : Color.opponent(agentColor);
        return EnvironmentSpec.builder(setup, chosen)
                .opponent(
                        opponent.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new Opponent(players.apply(opponent), opponentColor)))
                .task(task.map(name -> Tasks.named("task", name, grid())))
                .maxMoves(maxMoves)
                .rewardMode(reward.mode())
                .illegalActionPolicy(IllegalActionPolicy.IGNORE)
                .maxIllegalActions(
                        illegalLimit.outcome() == IllegalLimit.Outcome.FORFEIT
                                ? EnvironmentSpec.UNLIMITED_ILLEGAL_ACTIONS
                                : illegalLimit.count())
                .build();
    }
}
