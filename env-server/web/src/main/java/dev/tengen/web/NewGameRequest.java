package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.session.RulesPresets;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A game that somebody at the page wants to play.
 *
 * @param grid the board
 * @param color the person's color
 * @param preset the name of the rules
 * @param opponent the player of the other color
 * @param handicap the number of Black's handicap stones; 0 for an even game
 * @param komi the komi; empty for that of the rules
 * @param isUndoAllowed whether the person may take back moves, if the opponent allows it
 */
record NewGameRequest(
        Grid grid,
        int color,
        String preset,
        String opponent,
        int handicap,
        Optional<Double> komi,
        boolean isUndoAllowed) {
    private static final List<String> COLORS = List.of("black", "white");

    /**
     * The body of a request. A browser can send it again to start another game with the same settings.
     *
     * @param width the width of the board
     * @param height the height of the board
     * @param color the person's color
     * @param rules the name of the rules
     * @param opponent the player of the other color
     * @param handicap the number of Black's handicap stones
     * @param komi the komi; null for that of the rules
     * @param undo whether the person may take back moves
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Body(
            int width,
            int height,
            String color,
            String rules,
            String opponent,
            int handicap,
            @Nullable Double komi,
            boolean undo) {}

    /**
     * Returns the request in the body of {@code call}.
     *
     * @throws CallException if a field is missing or out of range
     * @throws HttpException if the body is not JSON or too long
     */
    static NewGameRequest of(Context call) {
        return of(PageHandlers.body(call));
    }

    /**
     * Returns the request with this body.
     *
     * @throws CallException if a field is missing or out of range
     */
    static NewGameRequest of(ObjectNode body) {
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
                PageHandlers.text(body, "opponent", ""),
                body.has("handicap") ? PageHandlers.number(body, "handicap", 0, grid.pointCount()) : 0,
                PageHandlers.decimal(body, "komi"),
                PageHandlers.flag(body, "undo", true));
    }

    /**
     * Returns the preset of rules with a name.
     *
     * @throws CallException if no preset has the name
     */
    static RulesPreset preset(String name) {
        return RulesPresets.named("rules", name);
    }

    /**
     * Returns the rule preset.
     *
     * @throws CallException if no preset has the name
     */
    RulesPreset rulesPreset() {
        return preset(preset);
    }

    /**
     * Returns the rules.
     *
     * @throws CallException if no rules have the name
     * @throws InvalidValueException if the komi is not allowed
     */
    Rules rules() {
        Rules rules = rulesPreset().rules(grid);
        return komi.map(rules::withKomi).orElse(rules);
    }

    /**
     * Returns the position at the start.
     *
     * @throws InvalidValueException if the board has no place for the handicap stones
     */
    Setup setup() {
        return handicap == 0 ? Setup.empty(grid) : FixedHandicap.setup(grid, handicap);
    }

    /** Returns the body of this request. */
    Body body() {
        return new Body(
                grid.width(),
                grid.height(),
                COLORS.get(color - Color.BLACK),
                preset,
                opponent,
                handicap,
                komi.orElse(null),
                isUndoAllowed);
    }

    /** Returns the spec of a session in which the game can be played against {@code player}. */
    EnvironmentSpec spec(PlayerFactory player) {
        return EnvironmentSpec.builder(setup(), rules())
                .opponent(Optional.of(new Opponent(player, Color.opponent(color))))
                .build();
    }
}
