package dev.tengen.server.info;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The registry of the features of a server that is being assembled. The server registers its own features first; then
 * each module adds or replaces those that it provides. Not thread-safe.
 */
public final class FeatureRegistry {
    private final Map<String, Feature> features = new TreeMap<>();
    private Optional<ArenaLimits> arenaLimits = Optional.empty();

    /** Registers a feature in place of any other with its name. */
    public void register(Feature feature) {
        features.put(feature.name(), feature);
    }

    /** Sets the limits on agents and tournaments. */
    public void setArenaLimits(ArenaLimits limits) {
        arenaLimits = Optional.of(limits);
    }

    /** Returns the features by name. */
    public List<Feature> features() {
        return List.copyOf(features.values());
    }

    /** Returns the limits on agents and tournaments; empty if no module serves agents. */
    public Optional<ArenaLimits> arenaLimits() {
        return arenaLimits;
    }
}
