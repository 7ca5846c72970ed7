package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The options of a reset that select an episode of a {@link Task}. Open options are drawn from the seed. Immutable.
 *
 * @param taskId the {@link TaskLabel#id} of the position; empty for any
 * @param agentColor the color of the agent; {@link Color#EMPTY} for any
 * @param firstPlayer the color that moves first; {@link Color#EMPTY} for any
 */
public record TaskOptions(String taskId, int agentColor, int firstPlayer) {
    /** Everything is drawn from the seed. */
    public static final TaskOptions OPEN = new TaskOptions("", Color.EMPTY, Color.EMPTY);

    /**
     * Creates options.
     *
     * @throws InvalidValueException if a color is invalid
     */
    public TaskOptions {
        requireColor("agent_color", agentColor);
        requireColor("first_player", firstPlayer);
    }

    private static void requireColor(String field, int color) {
        if (color != Color.EMPTY && !Color.isPlayer(color)) {
            throw InvalidValueException.not(field, color, "0 (either), 1 (Black) or 2 (White)");
        }
    }

    /** Returns these options with {@code color} as the agent's color if that is open. */
    TaskOptions withAgent(int color) {
        return agentColor == Color.EMPTY ? new TaskOptions(taskId, color, firstPlayer) : this;
    }

    /** Returns the options that are not open, under the names of requests, as in {@code {agent_color: Black}}. */
    @Override
    public String toString() {
        List<String> given = new ArrayList<>();
        if (!taskId.isEmpty()) {
            given.add("task_id: \"" + taskId + '"');
        }
        if (agentColor != Color.EMPTY) {
            given.add("agent_color: " + Color.name(agentColor));
        }
        if (firstPlayer != Color.EMPTY) {
            given.add("first_player: " + Color.name(firstPlayer));
        }
        return given.stream().collect(Collectors.joining(", ", "{", "}"));
    }
}
