package dev.tengen.server.info;

import dev.tengen.gtp.driver.EngineSpec;
import java.util.List;
import java.util.Optional;

/**
 * What a server has switched on, and its limits on streams, searches and the arena.
 *
 * @param services every service of the contract, by name
 * @param features every feature, by name
 * @param streamLimits limits of streams and connections
 * @param thinkingLimits limits of players and analyses that search
 * @param engines the engines
 * @param arenaLimits limits on agents and tournaments; empty if no module serves agents
 */
public record ServerDescription(
        List<ServiceStatus> services,
        List<Feature> features,
        StreamLimits streamLimits,
        ThinkingLimits thinkingLimits,
        List<EngineSpec> engines,
        Optional<ArenaLimits> arenaLimits) {
    /** Keeps copies of the lists. */
    public ServerDescription {
        services = List.copyOf(services);
        features = List.copyOf(features);
        engines = List.copyOf(engines);
    }
}
