package dev.tengen.arena.host;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;

/**
 * The limits on agents.
 *
 * @param maxCount the maximum number of agents, 1 to 10,000
 * @param reconnect the time that an agent with games has to reconnect, at most an hour; its clocks keep running. A
 *     connection that accepts no data for this time is closed, too
 */
public record AgentSettings(int maxCount, Duration reconnect) {
    private static final int MAX_COUNT = 10_000;
    private static final Duration MAX_RECONNECT = Duration.ofHours(1);

    /** 100 agents, and 30 seconds to reconnect. */
    public static final AgentSettings DEFAULT = new AgentSettings(100, Duration.ofSeconds(30));

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public AgentSettings {
        InvalidValueException.requireWithin("max_agents", maxCount, 1, MAX_COUNT);
        if (reconnect.isNegative() || reconnect.compareTo(MAX_RECONNECT) > 0) {
            throw InvalidValueException.outside(
                    "arena_reconnect_seconds", reconnect.toSeconds(), 0, MAX_RECONNECT.toSeconds());
        }
    }
}
