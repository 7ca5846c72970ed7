package dev.tengen.env;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * The opponent of an environment, if the spec has one. The player is created when it is first needed, so an environment
 * that only shows a past state starts no program. Not thread-safe.
 */
final class LazyOpponent {
    private final EnvironmentSpec spec;
    private final CurrentTask task;
    private final boolean isOracle;
    private int color = Color.EMPTY;
    private Optional<Player> player = Optional.empty();

    /** Whether a player that was released can undo, so that the question does not create it again. */
    private Optional<Boolean> couldUndo = Optional.empty();

    LazyOpponent(EnvironmentSpec spec, CurrentTask task) {
        this.spec = spec;
        this.task = task;
        isOracle = spec.hasTaskOracle();
    }

    /** Starts an episode: updates the color. */
    void startEpisode() {
        color = task.opponentColor();
    }

    /** Returns the color of the opponent, {@link Color#EMPTY} if there is none. */
    int color() {
        return color;
    }

    /** Creates the player if the spec has one and it does not exist yet. */
    void create() {
        if (player.isEmpty() && !isOracle) {
            player = spec.opponent().map(chosen -> chosen.player().create(spec.setup(), spec.rules()));
        }
    }

    /** Returns the player's move. There must be an opponent. */
    int chooseMove(Game game, SplitMix64 random) {
        if (isOracle) {
            return task.chooseMove(game, random);
        }
        create();
        return player.orElseThrow().chooseMove(game, random);
    }

    /**
     * Returns whether the game may go back to an earlier position. Creates the player if the spec has one that did not
     * exist before.
     */
    boolean canUndo() {
        if (player.isEmpty() && couldUndo.isPresent()) {
            return couldUndo.get();
        }
        create();
        return player.map(Player::canUndo).orElse(true);
    }

    /** Returns the end reason for a failure of the opponent. */
    static EndReason endReason(PlayerException.Kind failure) {
        return switch (failure) {
            case TIMEOUT -> EndReason.OPPONENT_TIMEOUT;
            case FAILED -> EndReason.OPPONENT_FAILED;
            case ILLEGAL_MOVE -> EndReason.ILLEGAL_ACTION;
            case REFUSED_MOVE -> EndReason.OPPONENT_REFUSED;
        };
    }

    /** Closes the player. It is created again when it is needed. */
    void release() {
        if (player.isPresent()) {
            couldUndo = player.map(Player::canUndo);
            close();
            player = Optional.empty();
        }
    }

    void close() {
        player.ifPresent(Player::close);
    }
}
