package dev.tengen.server.session;

import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;

/**
 * A state of a session in a {@link SessionStore}.
 *
 * @param sequence its number: 0 as the session was opened, and one more after each change
 * @param request the request that led to it
 * @param spec the spec of the environment
 * @param preset the rule preset that the spec was made from
 * @param snapshot the state of the environment
 */
public record StoredState(
        long sequence, RequestKey request, EnvironmentSpec spec, RulesPreset preset, EnvironmentSnapshot snapshot) {}
