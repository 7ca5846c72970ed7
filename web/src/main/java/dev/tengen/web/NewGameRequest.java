package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/**
 * A game that somebody at the page wants to play.
 *
 * @param grid the board
 * @param color the person's color
 * @param preset the name of the rules
 * @param opponent the player of the other color
 */
record NewGameRequest(Grid grid, int color, String preset, String opponent) {
    private static final List<String> COLORS = List.of("black", "white");

    /**
     * Returns the request in the body of {@code call}.
     *
     * @throws CallException if a field is missing or out of range
     * @throws PageException if the body is not JSON or too long
     */
    static NewGameRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        Grid grid = Grid.of(
                PageHandlers.number(body, "width", 1, Grid.MAX_SIZE),
                PageHandlers.number(body, "height", 1, Grid.MAX_SIZE));
        String color = PageHandlers.text(body, "color", COLORS.get(0));
        if (!COLORS.contains(color)) {
            throw CallException.invalid("color", "\"" + color + "\"", "one of " + COLORS);
        }
        return new NewGameRequest(
                grid,
                Color.BLACK + COLORS.indexOf(color),
                PageHandlers.text(body, "rules", RulesPreset.TROMP_TAYLOR.presetName()),
                PageHandlers.text(body, "opponent", ""));
    }

    /**
     * Returns the rule preset.
     *
     * @throws CallException if no preset has the name
     */
    RulesPreset rulesPreset() {
        return RulesPreset.named(preset)
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PRESET,
                        InvalidValueException.not("rules", "\"" + preset + "\"", "one of " + RulesPreset.names())));
    }

    /**
     * Returns the rules.
     *
     * @throws CallException if no rules have the name
     */
    Rules rules() {
        return rulesPreset().rules(grid);
    }

    /** Returns the spec of a session in which the game can be played against {@code player}. */
    EnvironmentSpec spec(PlayerFactory player) {
        return EnvironmentSpec.builder(Setup.empty(grid), rules())
                .opponent(Optional.of(new Opponent(player, Color.opponent(color))))
                .build();
    }
}
