package dev.tengen.arena.convert;

import dev.tengen.planes.ObservationForm;
import java.util.List;

/**
 * The observations that an agent wants with each turn.
 *
 * @param encodings the names of the encodings
 * @param form the form of observations
 */
public record AgentViewOptions(List<String> encodings, ObservationForm form) {}
