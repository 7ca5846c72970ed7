package dev.tengen.client;

import java.util.List;

/**
 * Where a watched session stands.
 *
 * @param episode number of the episode, from 1
 * @param timestep what the last call answered, without observations
 * @param board the color at each point, row by row from the top left
 */
public record WatchedState(long episode, Timestep timestep, List<Color> board) {}
