package dev.tengen.arena.host;

import dev.tengen.server.error.CallException;
import dev.tengen.server.identity.Principal;

/** Decides under which names the agents of a principal may play. Implementations are thread-safe, and may block. */
@FunctionalInterface
public interface AgentNames {
    /** Every principal may use every name: the server has no authentication. */
    AgentNames ANY = (name, principal) -> {};

    /**
     * Requires that {@code principal} may use {@code name}.
     *
     * @throws CallException PERMISSION_DENIED if the name belongs to another principal
     */
    void require(String name, Principal principal);
}
