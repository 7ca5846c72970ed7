package dev.tengen.gateway.game;

import dev.tengen.base.InvalidValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How many illegal moves an episode allows, and what the last of them does.
 *
 * @param count the number of illegal moves at which the episode ends, from 1
 * @param outcome how it ends
 */
public record IllegalLimit(int count, Outcome outcome) {
    /** The greatest count. */
    public static final int MAX_COUNT = 1000;

    /** The limit of an episode that asks for none. */
    public static final IllegalLimit DEFAULT = new IllegalLimit(10, Outcome.TRUNCATE);

    /** How an episode ends at the limit. */
    public enum Outcome {
        /** Nobody wins. */
        TRUNCATE,
        /** The player loses, as by a resignation. */
        FORFEIT;

        /** Returns the value in requests. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the values in requests. */
        public static List<String> texts() {
            return Arrays.stream(values()).map(Outcome::text).toList();
        }
    }

    /**
     * Creates a limit.
     *
     * @throws InvalidValueException if the count is out of range
     */
    public IllegalLimit {
        InvalidValueException.requireWithin("max_illegal", count, 1, MAX_COUNT);
    }
}
