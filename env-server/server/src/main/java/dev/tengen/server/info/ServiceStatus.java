package dev.tengen.server.info;

import java.util.List;

/**
 * Whether a gRPC service of the contract is on.
 *
 * @param name its full name, as in "tengen.v1.TreeService"
 * @param isEnabled whether the server answers RPCs of the service
 * @param howToEnable how the operator turns the service, or the RPCs that are off, on, as a sentence; empty if all is
 *     on
 * @param disabledRpcs names of the RPCs that are off although the service is on
 */
public record ServiceStatus(String name, boolean isEnabled, String howToEnable, List<String> disabledRpcs) {
    /** Keeps a copy of the list. */
    public ServiceStatus {
        disabledRpcs = List.copyOf(disabledRpcs);
    }
}
