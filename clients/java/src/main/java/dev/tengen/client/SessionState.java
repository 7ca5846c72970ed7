package dev.tengen.client;

import java.util.List;

/**
 * Where a session stands.
 *
 * @param episode number of the present episode, from 1
 * @param seed seed of the present episode
 * @param timestep where the episode stands, without observations
 * @param actions the actions of the episode so far, both players'
 */
public record SessionState(long episode, long seed, Timestep timestep, List<Integer> actions) {}
