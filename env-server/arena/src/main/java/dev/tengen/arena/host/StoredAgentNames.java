package dev.tengen.arena.host;

import dev.tengen.arena.store.AgentName;
import dev.tengen.arena.store.AgentNameRepository;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Principal;
import java.time.Instant;

/**
 * The names of agents in a store. A name belongs to the principal that first used it, also after restarts, until it is
 * {@linkplain AgentNameRepository#release released}. Nothing is cached, so a release counts at once, from any process.
 */
public final class StoredAgentNames implements AgentNames {
    /** The maximum number of names of one principal, so that none can take all good ones. */
    static final int MAX_PER_PRINCIPAL = 100;

    private final AgentNameRepository names;

    /** Creates the names in {@code names}. */
    public StoredAgentNames(AgentNameRepository names) {
        this.names = names;
    }

    @Override
    public void require(String name, Principal principal) {
        AgentName known = StoreCalls.call(() -> names.claim(name, principal.name(), MAX_PER_PRINCIPAL, Instant.now()))
                .orElseThrow(
                        () -> CallException.of(
                                Reason.TOO_MANY_AGENTS,
                                "principal \"" + principal.name() + "\" has " + MAX_PER_PRINCIPAL
                                        + " agent names, the maximum number; use one of them, or ask the operator to release some"));
        if (!known.principal().equals(principal.name())) {
            throw CallException.of(
                            Reason.PERMISSION_DENIED,
                            "the agent name \"" + name
                                    + "\" belongs to another principal; choose another name, or ask the"
                                    + " operator to release it")
                    .with("field", "name")
                    .with("value", name);
        }
    }
}
