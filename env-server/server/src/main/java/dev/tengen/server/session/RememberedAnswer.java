package dev.tengen.server.session;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.env.EnvironmentSpec;

/**
 * What a call that changed a session answered: the values from which the whole answer can be rebuilt. Mask, hashes,
 * score and observations follow from the moves.
 */
interface RememberedAnswer {
    /** Returns the state right after the call, as far as the answer depends on it. */
    EnvironmentSnapshot snapshot();

    /** Returns an environment in that state; {@code spec} is that of the session. */
    default Environment environment(EnvironmentSpec spec) {
        return new Environment(spec, snapshot());
    }
}
