package dev.tengen.env;

import java.util.OptionalInt;

/**
 * The label of the position of an episode of a {@link Task}, for grouping evaluations.
 *
 * @param id identifies the position on any machine and in any later version
 * @param taskClass the kind of position, such as "class0"
 * @param split the split of the position: "train", "validation" or "test"
 * @param margin the distance from another result, at least 0, if it can be counted; smaller is harder
 */
public record TaskLabel(String id, String taskClass, String split, OptionalInt margin) {}
