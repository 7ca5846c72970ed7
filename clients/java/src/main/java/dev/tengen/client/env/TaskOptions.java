package dev.tengen.client.env;

/**
 * Options of a reset to an episode of a task. The seed decides what the options leave open.
 *
 * @param taskId the position, see {@link TaskInfo#taskId}; empty for one drawn by the seed
 * @param agentColor the agent's color; {@link Color#NONE} for either
 * @param firstPlayer the player who moves first; {@link Color#NONE} for either
 */
public record TaskOptions(String taskId, Color agentColor, Color firstPlayer) {
    /** Leaves everything to the seed. */
    public static final TaskOptions OPEN = new TaskOptions("", Color.NONE, Color.NONE);
}
