package dev.tengen.cli.rollout;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.cli.data.PlayedGame;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Legality;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * A game of a rollout in progress. Players of this program move in {@link #advance}, the policies of the Python package
 * by {@link #play}. Not thread-safe.
 */
final class LiveGame implements AutoCloseable {
    private final long number;
    private final Environment environment;
    private final Side black;
    private final Side white;
    private Optional<EndReason> dispute = Optional.empty();

    /**
     * Starts game {@code number}.
     *
     * @param environment an environment of the spec, which is reset
     * @throws PlayerFaultException if an engine does not start
     */
    LiveGame(RolloutSpec spec, long number, RolloutPlayer black, RolloutPlayer white, Environment environment) {
        this.number = number;
        this.environment = environment;
        long gameSeed = spec.gameSeed(number);
        environment.reset(gameSeed);
        this.black = new Side(black, spec, RolloutSpec.playerSeed(gameSeed, Color.BLACK));
        try {
            this.white = new Side(white, spec, RolloutSpec.playerSeed(gameSeed, Color.WHITE));
        } catch (PlayerException e) {
            this.black.close();
            throw fault(black, white, e);
        }
    }

    /** Returns the number of the game. */
    long number() {
        return number;
    }

    /** Returns the environment in which the game is played. */
    Environment environment() {
        return environment;
    }

    /** Returns whether the game has ended. */
    boolean isOver() {
        return environment.isOver() || dispute.isPresent();
    }

    /** Returns the player to move. */
    RolloutPlayer playerToMove() {
        return sideToMove().player;
    }

    /** Returns the next random number of the player to move. */
    long nextRandom() {
        return sideToMove().random.nextLong();
    }

    /**
     * Plays until the game ends or a policy must move.
     *
     * @throws PlayerFaultException if an engine fails
     */
    void advance() {
        try {
            while (!isOver() && sideToMove().instance.isPresent()) {
                Side mover = sideToMove();
                Legality legality = environment.step(mover.instance.get().chooseMove(environment.game(), mover.random));
                assert legality.isLegal() : mover.player.name() + " chose a move that is illegal: " + legality;
            }
        } catch (PlayerException e) {
            dispute = switch (e.kind()) {
                // A disagreement about the rules would come again in every attempt, so it is the result of the game.
                case ILLEGAL_MOVE -> Optional.of(EndReason.ILLEGAL_ACTION);
                case REFUSED_MOVE -> Optional.of(EndReason.OPPONENT_REFUSED);
                // A fault says nothing about the players, so it ends no game.
                case TIMEOUT, FAILED -> throw fault(black.player, white.player, e);
            };
        }
    }

    /**
     * Plays the action of a policy.
     *
     * @throws PlayerFaultException if the action is illegal
     */
    void play(int action) {
        String name = sideToMove().player.name();
        boolean isAction = action == Environment.RESIGN
                || (action >= 0 && action <= environment.game().grid().pass());
        if (!isAction || !environment.legality(action).isLegal()) {
            throw new PlayerFaultException("game " + number + ", move "
                    + (environment.game().moveNumber() + 1) + ": " + name + " chose the action " + action
                    + ", which is illegal");
        }
        environment.step(action);
    }

    /** Returns the game, which is over. */
    PlayedGame result() {
        assert isOver() : "game " + number + " is not over";
        return dispute.map(reason -> PlayedGame.disputed(number, environment.game(), reason))
                .orElseGet(() -> PlayedGame.of(number, environment));
    }

    private Side sideToMove() {
        return environment.game().playerToMove() == Color.BLACK ? black : white;
    }

    private PlayerFaultException fault(RolloutPlayer blackPlayer, RolloutPlayer whitePlayer, PlayerException cause) {
        return new PlayerFaultException(
                "game " + number + " of " + blackPlayer.name() + " (Black) and " + whitePlayer.name()
                        + " (White) stopped after move "
                        + environment.game().moveNumber() + ": " + cause.getMessage(),
                cause);
    }

    @Override
    public void close() {
        black.close();
        white.close();
    }

    /** A player in the game, with its random generator. */
    private static final class Side {
        private final RolloutPlayer player;
        private final SplitMix64 random;

        /** Empty for a policy. */
        private final Optional<Player> instance;

        Side(RolloutPlayer player, RolloutSpec spec, long seed) {
            this.player = player;
            random = new SplitMix64(seed);
            instance = player.create(spec.setup(), spec.rules(), seed);
        }

        void close() {
            instance.ifPresent(Player::close);
        }
    }
}
