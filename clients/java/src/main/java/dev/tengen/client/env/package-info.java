/**
 * What an environment takes and returns: specs, rules, observations, action masks, timesteps and scores. All types are
 * immutable.
 *
 * <p>Start reading at {@link dev.tengen.client.env.SessionSpec} and {@link dev.tengen.client.env.Timestep}.
 */
package dev.tengen.client.env;
