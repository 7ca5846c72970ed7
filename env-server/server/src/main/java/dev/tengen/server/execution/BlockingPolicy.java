package dev.tengen.server.execution;

import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.player.PlayerFactory;
import java.util.Optional;

/**
 * Decides which environments and players may block: those that search (Monte-Carlo, the oracle, tasks) or wait for an
 * engine. Calls on them belong on a {@link BlockingCallExecutor}, or on a {@link RowExecutor} for lanes.
 */
public final class BlockingPolicy {
    private BlockingPolicy() {}

    /** Returns whether a reset or a step of an environment with {@code spec} may block. */
    public static boolean mayBlock(EnvironmentSpec spec) {
        return mayBlock(spec.opponent().map(Opponent::player), spec.task().isPresent());
    }

    /**
     * Returns whether {@code player}, or an environment with this opponent, may block; the oracle of a task searches.
     */
    public static boolean mayBlock(Optional<PlayerFactory> player, boolean hasTask) {
        return hasTask || player.filter(PlayerFactory::isSlow).isPresent();
    }
}
