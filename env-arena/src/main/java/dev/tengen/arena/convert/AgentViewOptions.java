package dev.tengen.arena.convert;

import dev.tengen.planes.ObservationForm;
import java.util.List;

/**
 * How an agent wants to see positions.
 *
 * @param encodings names of encodings there are
 * @param form the form of observations
 */
public record AgentViewOptions(List<String> encodings, ObservationForm form) {}
