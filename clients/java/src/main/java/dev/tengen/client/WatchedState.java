package dev.tengen.client;

import dev.tengen.client.env.Color;
import dev.tengen.client.env.Timestep;
import java.util.List;

/**
 * The state of a watched session.
 *
 * @param timestep the result of the last call, without observations
 * @param board the color at each point, row by row from the top left
 */
public record WatchedState(Timestep timestep, List<Color> board) {}
