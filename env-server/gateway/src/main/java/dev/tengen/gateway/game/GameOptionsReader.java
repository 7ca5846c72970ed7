package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Color;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.RulesPresets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads {@link GameOptions} from the JSON object of a reset. Missing fields have their defaults. */
public final class GameOptionsReader {
    /** The names of all fields. */
    public static final Set<String> FIELDS = Set.of(
            "seed",
            "episode_id",
            "size",
            "komi",
            "rules",
            "color",
            "opponent",
            "handicap",
            "rows",
            "to_move",
            "task",
            "task_id",
            "coordinates",
            "show_legal",
            "max_illegal",
            "on_max_illegal",
            "max_moves",
            "reward");

    /** The opponent of whole games that name none. */
    public static final String DEFAULT_OPPONENT = "greedy";

    /** The perfect player, the default opponent of tasks. */
    static final String ORACLE = "oracle";

    private static final int DEFAULT_SIZE = 9;
    private static final int MAX_ID_LENGTH = 255;
    private static final int MAX_NAME_LENGTH = 200;

    private GameOptionsReader() {}

    private enum AgentColor {
        BLACK,
        WHITE,
        BOTH;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        int color() {
            return switch (this) {
                case BLACK -> Color.BLACK;
                case WHITE -> Color.WHITE;
                case BOTH -> Color.EMPTY;
            };
        }
    }

    /**
     * Returns the options in {@code object}.
     *
     * @throws CallException if a field is unknown or out of range
     * @throws InvalidValueException if a value does not fit another
     */
    public static GameOptions read(ObjectNode object) {
        JsonFields fields = new JsonFields(object);
        fields.requireOnly(FIELDS);
        Optional<String> task = fields.text("task", MAX_NAME_LENGTH);
        Optional<AgentColor> color = fields.choice("color", AgentColor.values(), AgentColor::text);
        RewardKind reward =
                fields.choice("reward", RewardKind.values(), RewardKind::text).orElse(RewardKind.WIN);
        boolean isSolved = task.isEmpty() && reward == RewardKind.REGRET;
        GameOptions options = new GameOptions(
                SetupReader.read(fields, isSolved ? MoveRegret.MAX_SIZE : defaultSize(task)),
                preset(fields),
                komi(fields),
                task.isPresent() ? Color.EMPTY : color.orElse(AgentColor.BLACK).color(),
                opponent(fields, task.isPresent() || isSolved, color),
                fields.wholeNumber("seed", 0, Long.MAX_VALUE),
                task,
                taskOptions(fields, task, color),
                fields.integer("max_moves", 0, EnvironmentSpec.GREATEST_MAX_MOVES)
                        .orElse(EnvironmentSpec.DEFAULT_MAX_MOVES),
                reward,
                illegalLimit(fields),
                new GameOptions.GameView(
                        fields.choice("coordinates", PointNotation.values(), PointNotation::text)
                                .orElse(PointNotation.LETTERS),
                        fields.flag("show_legal")),
                fields.text("episode_id", MAX_ID_LENGTH));
        if (isSolved && !Names.areEqual(options.opponent(), ORACLE)) {
            throw CallException.invalid(
                    "reward", "\"regret\"", "another reward, unless there is a task, or the opponent is \"oracle\"");
        }
        return options;
    }

    /** Returns the size of tasks that exist from 13x13 only, and otherwise 9. */
    private static int defaultSize(Optional<String> task) {
        boolean isLarge = task.map(name -> name.split(":", 2)[0])
                .filter(family -> Names.areEqual(family, "race") || Names.areEqual(family, "race-cgt"))
                .isPresent();
        return isLarge ? 13 : DEFAULT_SIZE;
    }

    private static RulesPreset preset(JsonFields fields) {
        Optional<String> name = fields.text("rules", MAX_NAME_LENGTH);
        return name.map(text -> RulesPresets.named("rules", text)).orElse(RulesPreset.TROMP_TAYLOR);
    }

    private static OptionalDouble komi(JsonFields fields) {
        OptionalDouble komi = fields.number("komi");
        if (komi.isPresent() && !Rules.isKomi(komi.getAsDouble())) {
            throw CallException.invalid(
                    "komi",
                    komi.getAsDouble(),
                    "a multiple of 0.5 within [-" + (int) Rules.MAX_KOMI + ", " + (int) Rules.MAX_KOMI + "]");
        }
        return komi;
    }

    private static String opponent(JsonFields fields, boolean hasOracle, Optional<AgentColor> color) {
        Optional<String> name = fields.text("opponent", MAX_NAME_LENGTH).filter(text -> !text.isEmpty());
        if (color.equals(Optional.of(AgentColor.BOTH))) {
            if (name.isPresent()) {
                throw CallException.invalid(
                        "opponent",
                        "\"" + CallException.shown(name.get()) + "\"",
                        "left out if color is \"both\", since the client moves for both colors");
            }
            return "";
        }
        return name.orElse(hasOracle ? ORACLE : DEFAULT_OPPONENT);
    }

    private static TaskOptions taskOptions(JsonFields fields, Optional<String> task, Optional<AgentColor> color) {
        Optional<String> id = fields.text("task_id", MAX_NAME_LENGTH);
        if (task.isEmpty()) {
            if (id.isPresent()) {
                throw CallException.invalid(
                        "task_id", "\"" + CallException.shown(id.get()) + "\"", "left out if there is no task");
            }
            return TaskOptions.OPEN;
        }
        return new TaskOptions(id.orElse(""), color.map(AgentColor::color).orElse(Color.EMPTY), Color.EMPTY);
    }

    private static IllegalLimit illegalLimit(JsonFields fields) {
        return new IllegalLimit(
                fields.integer("max_illegal", 1, IllegalLimit.MAX_COUNT).orElse(IllegalLimit.DEFAULT.count()),
                fields.choice("on_max_illegal", IllegalLimit.Outcome.values(), IllegalLimit.Outcome::text)
                        .orElse(IllegalLimit.DEFAULT.outcome()));
    }
}
