package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * The place of an opponent in an environment, if the spec names one. The player is made when it is first needed: an
 * environment that only shows a past state starts no program. Not thread-safe.
 */
final class LazyOpponent {
    private final EnvironmentSpec spec;
    private final CurrentTask task;
    private final boolean isOracle;
    private int color = Color.EMPTY;
    private Optional<Player> player = Optional.empty();

    LazyOpponent(EnvironmentSpec spec, CurrentTask task) {
        this.spec = spec;
        this.task = task;
        isOracle = spec.hasTaskOracle();
    }

    /** Takes the color of the episode that begins. */
    void startEpisode() {
        color = task.opponentColor();
    }

    /** Returns the color the opponent plays, {@link Color#EMPTY} where there is none. */
    int color() {
        return color;
    }

    /** Makes the player if there is to be one and it is not made yet. */
    void fill() {
        if (player.isEmpty() && !isOracle) {
            player = spec.opponent().map(chosen -> chosen.player().create(spec.setup(), spec.rules()));
        }
    }

    /** Returns the player's move; there must be an opponent. */
    int chooseMove(Game game, SplitMix64 random) {
        if (isOracle) {
            return task.chooseMove(game, random);
        }
        fill();
        return player.orElseThrow().chooseMove(game, random);
    }

    /** Returns how an episode ends in which the opponent fails. */
    static EndReason endReason(PlayerException.Kind failure) {
        return switch (failure) {
            case TIMEOUT -> EndReason.OPPONENT_TIMEOUT;
            case FAILED -> EndReason.OPPONENT_FAILED;
            case ILLEGAL_MOVE -> EndReason.ILLEGAL_ACTION;
            case REFUSED_MOVE -> EndReason.OPPONENT_REFUSED;
        };
    }

    void close() {
        player.ifPresent(Player::close);
    }
}
