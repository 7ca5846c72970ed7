package dev.tengen.web;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import io.javalin.http.Context;
import java.util.List;
import java.util.stream.Stream;

/**
 * The choices that work for a new game on a board under some rules.
 *
 * @param opponents the names of the players and engines that can play it
 * @param maxHandicap the greatest number of handicap stones; 0 if the board has no places for them
 * @param komi the komi of the rules
 */
record GameChoices(List<String> opponents, int maxHandicap, double komi) {
    /**
     * Returns the choices for the board and the rules that {@code call} names.
     *
     * @throws CallException if a parameter is missing, out of range or unknown
     */
    static GameChoices of(Context call, Stream<? extends PlayerFactory> players) {
        Grid grid = Grid.of(
                PageHandlers.number(call, "width", 1, Grid.MAX_SIZE),
                PageHandlers.number(call, "height", 1, Grid.MAX_SIZE));
        Rules rules =
                NewGameRequest.preset(PageHandlers.text(call, "rules", "")).rules(grid);
        List<String> able = players.filter(player -> canPlay(player, Setup.empty(grid), rules))
                .map(PlayerFactory::playerName)
                .toList();
        return new GameChoices(able, FixedHandicap.maxCount(grid), rules.komi());
    }

    private static boolean canPlay(PlayerFactory player, Setup setup, Rules rules) {
        try {
            player.requirePlayable(setup, rules);
            return true;
        } catch (InvalidValueException e) {
            return false;
        }
    }
}
