package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.javalin.http.Context;
import java.util.List;

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
     * Returns the rules.
     *
     * @throws CallException if no rules have the name
     */
    Rules rules() {
        return RulesPreset.named(preset)
                .orElseThrow(() -> CallException.invalid(
                        Reason.UNKNOWN_PRESET,
                        InvalidValueException.not("rules", "\"" + preset + "\"", "one of " + RulesPreset.names())))
                .rules(grid);
    }

    /** Returns the spec of a session in which the game can be played. */
    EnvironmentSpec session() {
        return EnvironmentSpec.newBuilder()
                .setWidth(grid.width())
                .setHeight(grid.height())
                .setRules(dev.tengen.proto.v1.Rules.newBuilder().setPreset(preset))
                .setOpponent(Opponent.newBuilder().setPlayer(opponent).setColorValue(Color.opponent(color)))
                .build();
    }
}
