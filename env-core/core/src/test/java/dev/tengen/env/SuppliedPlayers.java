package dev.tengen.env;

import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerFactory;
import java.util.function.Supplier;

/**
 * A factory of players that only a test has.
 *
 * @param players creates a player, or fails
 */
record SuppliedPlayers(Supplier<Player> players) implements PlayerFactory {
    @Override
    public String playerName() {
        return "supplied";
    }

    @Override
    public String summary() {
        return "A player of a test.";
    }

    @Override
    public Player create(Setup setup, Rules rules) {
        return players.get();
    }
}
