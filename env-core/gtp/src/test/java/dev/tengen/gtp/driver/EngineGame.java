package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.player.Player;

/** A game between two players for tests, played to its end. */
public final class EngineGame {
    private EngineGame() {}

    /**
     * Plays a game by Tromp-Taylor rules until both pass, and returns it. Built-in players draw from {@code random}.
     *
     * @throws dev.tengen.player.PlayerException if an engine fails
     */
    public static Game play(Setup setup, Player black, Player white, SplitMix64 random) {
        Game game = new Game(setup, Rules.TROMP_TAYLOR);
        while (!game.isOver()) {
            Player player = game.playerToMove() == Color.BLACK ? black : white;
            game.playUnchecked(player.chooseMove(game, random));
        }
        return game;
    }

    /** Checks that the final score of {@code engine} is that of {@code game}. */
    public static void requireSameScore(GtpPlayer engine, Game game) throws EngineException {
        assertThat(engine.ask(game, GtpCommand.of("final_score")).text())
                .isEqualTo(game.score().text());
    }
}
