package dev.tengen.solve;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;

/** The built-in player "oracle", which plays perfectly on the smallest boards. */
public record Oracle() implements BuiltInPlayer {
    @Override
    public String playerName() {
        return "oracle";
    }

    @Override
    public String summary() {
        return "Perfect play under Tromp-Taylor rules, on boards of up to 9 points (1x6 at most); no other board or rules.";
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public boolean isOracle() {
        return true;
    }

    @Override
    public Player create(Grid grid) {
        return new OraclePlayer(grid);
    }

    @Override
    public Player create(Setup setup, Rules rules) {
        requirePlayable(setup, rules);
        return create(setup.grid());
    }

    @Override
    public void requirePlayable(Setup setup, Rules rules) {
        OraclePlayer.requirePlayable(setup.grid(), rules);
    }
}
