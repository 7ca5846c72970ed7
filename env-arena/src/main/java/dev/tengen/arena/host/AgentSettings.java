package dev.tengen.arena.host;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;

/**
 * How many agents there may be, and how long they are waited for.
 *
 * @param maxCount agents that may be there at once, 1 to 10,000
 * @param reconnect how long an agent with games is waited for once its line is lost, at most an hour; its clocks run on
 *     meanwhile. A line that takes nothing for so long is cut, too
 */
public record AgentSettings(int maxCount, Duration reconnect) {
    private static final int GREATEST_COUNT = 10_000;
    private static final Duration LONGEST_RECONNECT = Duration.ofHours(1);

    /** A hundred agents, and thirty seconds. */
    public static final AgentSettings DEFAULT = new AgentSettings(100, Duration.ofSeconds(30));

    /** Makes settings. Throws {@link InvalidValueException} where a value is out of range. */
    public AgentSettings {
        if (maxCount < 1 || maxCount > GREATEST_COUNT) {
            throw InvalidValueException.outside("max_agents", maxCount, 1, GREATEST_COUNT);
        }
        if (reconnect.isNegative() || reconnect.compareTo(LONGEST_RECONNECT) > 0) {
            throw InvalidValueException.outside(
                    "arena_reconnect_seconds", reconnect.toSeconds(), 0, LONGEST_RECONNECT.toSeconds());
        }
    }
}
