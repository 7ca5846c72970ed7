package dev.tengen.arena.service;

import dev.tengen.arena.host.AgentNames;
import dev.tengen.arena.host.AgentProfile;
import dev.tengen.server.identity.Principal;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * Admits agents under names that their principals may use.
 *
 * @param names the names
 * @param executor runs what asks for them, and so may block
 * @param ladder admits agents to the ladder, if there is one
 */
record AgentAdmission(AgentNames names, Executor executor, BiConsumer<AgentProfile, Principal> ladder) {
    /** Admits every agent, in the thread that asks. */
    static final AgentAdmission ANY = new AgentAdmission(AgentNames.ANY, Runnable::run);

    /** Creates an admission without a ladder. */
    AgentAdmission(AgentNames names, Executor executor) {
        this(names, executor, (profile, principal) -> {});
    }

    /**
     * Requires that {@code principal} may use the name of {@code profile}, see {@link AgentNames#require}, and admits
     * the agent to the ladder.
     */
    void require(AgentProfile profile, Principal principal) {
        names.require(profile.name(), principal);
        ladder.accept(profile, principal);
    }
}
