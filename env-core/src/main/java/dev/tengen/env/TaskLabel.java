package dev.tengen.env;

import java.util.OptionalInt;

/**
 * Which position an episode of a {@link Task} plays, for evaluations to group by.
 *
 * @param id names the position, on any machine and in any later version
 * @param taskClass kind of position, as in "class0"
 * @param split the part of all positions that it belongs to: "train", "validation" or "test"
 * @param margin how far it is from being decided otherwise, at least 0, where a count tells that; less is harder
 */
public record TaskLabel(String id, String taskClass, String split, OptionalInt margin) {}
