package dev.tengen.gtp.driver;

import dev.tengen.base.InvalidValueException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The specification of an engine: how to start it, and its timeouts.
 *
 * @param name its name: 1 to 40 letters, digits, ".", "_" and "-"
 * @param command the program and its arguments; no shell reads them
 * @param startTimeout maximum time from its start until it has set up a board: 1 ms to 1 hour
 * @param moveTimeout maximum time for a move, with the commands that lead to the position: 1 ms to 1 hour; the engine
 *     is ended after it. If empty, the clock of a game is the only limit, and {@link #DEFAULT_MOVE_TIMEOUT} where there
 *     is no clock
 * @param deadStones how dead stones are treated
 */
public record EngineSpec(
        String name,
        List<String> command,
        Duration startTimeout,
        Optional<Duration> moveTimeout,
        DeadStones deadStones) {
    /** The default of {@code startTimeout}. */
    public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(10);

    /** The maximum time for a move in a game without a clock if {@code moveTimeout} is empty. */
    public static final Duration DEFAULT_MOVE_TIMEOUT = Duration.ofSeconds(30);

    /** Where the system looks for programs if there is no PATH. */
    private static final String DEFAULT_PATH = "/bin:/usr/bin";

    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range
     */
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
        moveTimeout.ifPresent(timeout -> requireTimeout("move_timeout_ms", timeout));
    }

    private static void requireTimeout(String field, Duration timeout) {
        if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw InvalidValueException.outside(field, timeout.toMillis(), 1, MAX_TIMEOUT.toMillis());
        }
    }

    /**
     * Returns the specification of an engine with defaults.
     *
     * @param command the program and its arguments, separated by spaces; single or double quotes enclose a word with
     *     spaces
     * @throws InvalidValueException if the name or the command is invalid
     */
    public static EngineSpec of(String name, String command) {
        return new EngineSpec(
                name,
                CommandTokenizer.words("command of engine " + name, command),
                DEFAULT_START_TIMEOUT,
                Optional.empty(),
                DeadStones.AS_THEY_STAND);
    }

    /**
     * Checks that the program of the command exists and can be executed. Does not start it.
     *
     * @throws InvalidValueException if it cannot be started
     */
    public void requireProgram() {
        requireProgram(Objects.requireNonNullElse(System.getenv("PATH"), DEFAULT_PATH));
    }

    void requireProgram(String path) {
        String program = command.get(0);
        boolean isPath = program.contains("/") || program.contains(File.separator);
        List<String> folders = isPath ? List.of("") : List.of(path.split(File.pathSeparator, -1));
        if (folders.stream().noneMatch(folder -> isExecutable(Path.of(folder, program)))) {
            String problem = isPath
                    ? "\"" + program + "\" " + (Files.exists(Path.of(program)) ? "is not executable" : "does not exist")
                    : "the PATH has no program \"" + program + "\"";
            throw InvalidValueException.because(
                    "engine " + name + " cannot be started: " + problem,
                    "command of engine " + name,
                    program,
                    "a program that can be executed");
        }
    }

    private static boolean isExecutable(Path program) {
        Path windowsProgram = Path.of(program + ".exe");
        return Stream.of(program, windowsProgram)
                .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    }

    /** Returns this engine with another program and arguments. */
    public EngineSpec withCommand(List<String> other) {
        return new EngineSpec(name, other, startTimeout, moveTimeout, deadStones);
    }

    /** Returns this engine with another start timeout. */
    public EngineSpec withStartTimeout(Duration other) {
        return new EngineSpec(name, command, other, moveTimeout, deadStones);
    }

    /** Returns this engine with another move timeout. */
    public EngineSpec withMoveTimeout(Duration other) {
        return new EngineSpec(name, command, startTimeout, Optional.of(other), deadStones);
    }

    /** Returns this engine with another treatment of dead stones. */
    public EngineSpec withDeadStones(DeadStones other) {
        return new EngineSpec(name, command, startTimeout, moveTimeout, other);
    }
}
