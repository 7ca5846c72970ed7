package dev.tengen.client;

import dev.tengen.client.env.Timestep;
import java.util.List;

/**
 * The state of a session.
 *
 * @param episode number of the current episode; 0 until the first reset
 * @param seed seed of the current episode
 * @param timestep state of the episode, without observations
 * @param actions the actions of the episode so far, of both players
 */
public record SessionState(long episode, long seed, Timestep timestep, List<Integer> actions) {}
