package dev.tengen.gtp.driver;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;
import java.util.List;

/**
 * An engine that may be played: how to start it, and how long to wait for it.
 *
 * @param name what people call it: letters, digits, ".", "_" and "-", at most 40
 * @param command the program and its arguments; no shell reads them
 * @param startTimeout how long it may take from its start until it has set up a board
 * @param moveTimeout how long it may take for one move, the moves it is told before included
 * @param deadStones what becomes of dead stones
 */
public record EngineSpec(
        String name, List<String> command, Duration startTimeout, Duration moveTimeout, DeadStones deadStones) {
    /** The default of {@code startTimeout}. */
    public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(10);

    /** The default of {@code moveTimeout}. */
    public static final Duration DEFAULT_MOVE_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    /** Throws {@link InvalidValueException} where a value is out of range. */
    public EngineSpec {
        if (!name.matches("[A-Za-z0-9._-]{1,40}")) {
            throw InvalidValueException.not(
                    "engine", "\"" + name + "\"", "a name of 1 to 40 letters, digits, \".\", \"_\" and \"-\"");
        }
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw InvalidValueException.not("command of engine " + name, "\"\"", "a program and its arguments");
        }
        requireTimeout("start_timeout_ms", startTimeout);
        requireTimeout("move_timeout_ms", moveTimeout);
    }

    private static void requireTimeout(String field, Duration timeout) {
        if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw InvalidValueException.outside(field, timeout.toMillis(), 1, MAX_TIMEOUT.toMillis());
        }
    }

    /**
     * Returns the engine that {@code command} starts, with every other value at its default. Words are separated by
     * spaces; quotes, single or double, hold one together.
     */
    public static EngineSpec of(String name, String command) {
        return new EngineSpec(
                name,
                CommandWords.of("command of engine " + name, command),
                DEFAULT_START_TIMEOUT,
                DEFAULT_MOVE_TIMEOUT,
                DeadStones.AS_THEY_STAND);
    }

    /** Returns this engine with another limit on its start. */
    public EngineSpec withStartTimeout(Duration other) {
        return new EngineSpec(name, command, other, moveTimeout, deadStones);
    }

    /** Returns this engine with another limit on its moves. */
    public EngineSpec withMoveTimeout(Duration other) {
        return new EngineSpec(name, command, startTimeout, other, deadStones);
    }

    /** Returns this engine with another choice for dead stones. */
    public EngineSpec withDeadStones(DeadStones other) {
        return new EngineSpec(name, command, startTimeout, moveTimeout, other);
    }
}
