package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;

/**
 * What a reset may ask of an episode of a {@link Task}; what it leaves open follows from the seed.
 *
 * @param taskId the position, as {@link TaskLabel#id} tells it; empty for one of the task's own choice
 * @param agentColor whose part the agent takes; {@link Color#EMPTY} for either
 * @param firstPlayer who moves first; {@link Color#EMPTY} for either
 */
public record TaskOptions(String taskId, int agentColor, int firstPlayer) {
    /** Everything follows from the seed. */
    public static final TaskOptions OPEN = new TaskOptions("", Color.EMPTY, Color.EMPTY);

    /** Throws {@link InvalidValueException} where a color is none. */
    public TaskOptions {
        requireColor("agent_color", agentColor);
        requireColor("first_player", firstPlayer);
    }

    private static void requireColor(String field, int color) {
        if (color != Color.EMPTY && !Color.isPlayer(color)) {
            throw InvalidValueException.not(field, color, "0 (either), 1 (Black) or 2 (White)");
        }
    }

    /** Returns these options, with {@code color} as the agent's where they leave that open. */
    TaskOptions withAgent(int color) {
        return agentColor == Color.EMPTY ? new TaskOptions(taskId, color, firstPlayer) : this;
    }
}
