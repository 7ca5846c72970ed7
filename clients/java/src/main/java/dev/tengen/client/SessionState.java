package dev.tengen.client;

import dev.tengen.client.env.Timestep;
import java.time.Duration;
import java.util.List;

/**
 * The state of a session.
 *
 * @param seed seed of the current episode
 * @param timestep state of the episode, without observations
 * @param actions the actions of the episode so far, of both players
 * @param idleTimeout how long the session may be idle before it expires
 */
public record SessionState(long seed, Timestep timestep, List<Integer> actions, Duration idleTimeout) {}
