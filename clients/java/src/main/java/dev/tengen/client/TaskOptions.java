package dev.tengen.client;

/**
 * What a reset may ask of an episode of a task. What it leaves open follows from the seed.
 *
 * @param taskId the position, as {@link TaskInfo#taskId} tells it; empty for one that the seed draws
 * @param agentColor whose part the agent takes; {@link Color#NONE} for either
 * @param firstPlayer who moves first; {@link Color#NONE} for either
 */
public record TaskOptions(String taskId, Color agentColor, Color firstPlayer) {
    /** Everything follows from the seed. */
    public static final TaskOptions OPEN = new TaskOptions("", Color.NONE, Color.NONE);
}
