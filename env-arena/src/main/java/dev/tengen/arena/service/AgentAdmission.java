package dev.tengen.arena.service;

import dev.tengen.arena.host.AgentNames;
import dev.tengen.server.identity.Principal;
import java.util.concurrent.Executor;

/**
 * Admits agents under names that their principals may use.
 *
 * @param names the names
 * @param executor runs what asks for them, and so may block
 */
record AgentAdmission(AgentNames names, Executor executor) {
    /** Admits every agent, in the thread that asks. */
    static final AgentAdmission ANY = new AgentAdmission(AgentNames.ANY, Runnable::run);

    /** Requires that {@code principal} may use {@code name}; see {@link AgentNames#require}. */
    void require(String name, Principal principal) {
        names.require(name, principal);
    }
}
