package dev.tengen.cli.rollout;

import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import dev.tengen.cli.data.PlayedGame;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;

/** Plays single games of a rollout. Not thread-safe. */
final class GamePlayer {
    private final RolloutSpec spec;
    private final Setup setup;
    private final Rules rules;
    private final RolloutPlayer black;
    private final RolloutPlayer white;
    private final Environment environment;

    GamePlayer(RolloutSpec spec, RolloutPlayer black, RolloutPlayer white) {
        this.spec = spec;
        this.black = black;
        this.white = white;
        setup = spec.setup();
        rules = spec.rules();
        environment = new Environment(spec.environment(), 0);
    }

    /**
     * Plays game {@code number}. The result depends on the spec and the number alone, as far as the players do.
     *
     * @throws PlayerFaultException if an engine fails
     */
    PlayedGame play(long number) {
        long gameSeed = spec.gameSeed(number);
        environment.reset(gameSeed);
        try (Side blackSide = new Side(black, Color.BLACK, gameSeed);
                Side whiteSide = new Side(white, Color.WHITE, gameSeed)) {
            while (!environment.isOver()) {
                Side mover = environment.game().playerToMove() == Color.BLACK ? blackSide : whiteSide;
                Legality legality = environment.step(mover.chooseMove());
                assert legality.isLegal() : mover.player.name() + " chose a move that is illegal: " + legality;
            }
            return PlayedGame.of(number, environment);
        } catch (PlayerException e) {
            return switch (e.kind()) {
                // A disagreement about the rules would come again in every attempt, so it is the result of the game.
                case ILLEGAL_MOVE -> PlayedGame.disputed(number, environment.game(), EndReason.ILLEGAL_ACTION);
                case REFUSED_MOVE -> PlayedGame.disputed(number, environment.game(), EndReason.OPPONENT_REFUSED);
                // A fault says nothing about the players, so it ends no game.
                case TIMEOUT, FAILED ->
                    throw new PlayerFaultException(
                            "game " + number + " of " + black.name() + " (Black) and " + white.name()
                                    + " (White) stopped after move "
                                    + environment.game().moveNumber() + ": " + e.getMessage(),
                            e);
            };
        }
    }

    /** A player in one game, with its random generator. */
    private final class Side implements AutoCloseable {
        private final RolloutPlayer player;
        private final Player instance;
        private final SplitMix64 random;

        Side(RolloutPlayer player, int color, long gameSeed) {
            long seed = RolloutSpec.playerSeed(gameSeed, color);
            this.player = player;
            random = new SplitMix64(seed);
            instance = player.create(setup, rules, seed);
        }

        int chooseMove() {
            return instance.chooseMove(environment.game(), random);
        }

        @Override
        public void close() {
            instance.close();
        }
    }
}
