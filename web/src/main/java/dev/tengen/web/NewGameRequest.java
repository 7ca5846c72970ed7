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
import dev.tengen.player.PlayerMaker;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/**
 * The game that somebody wants to play.
 *
 * @param grid the board
 * @param color whom the person plays
 * @param preset the name of the rules
 * @param opponent who plays the other color
 */
record NewGameRequest(Grid grid, int color, String preset, String opponent) {
    private static final List<String> COLORS = List.of("black", "white");

    /** Returns what the body of {@code call} says. Throws {@link CallException} or {@link PageException}. */
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

    /** Returns the rule preset. Throws {@link CallException} if none has the name. */
    RulesPreset rulesPreset() {
        return RulesPreset.named(preset)
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PRESET,
                        InvalidValueException.not("rules", "\"" + preset + "\"", "one of " + RulesPreset.names())));
    }

    /** Returns the rules. Throws {@link CallException} if none have the name. */
    Rules rules() {
        return rulesPreset().rules(grid);
    }

    /** Returns the spec of the session to play in, with {@code player} as the opponent. */
    EnvironmentSpec spec(PlayerMaker player) {
        return EnvironmentSpec.builder(Setup.empty(grid), rules())
                .opponent(Optional.of(new Opponent(player, Color.opponent(color))))
                .build();
    }
}
