package dev.tengen.cli.play;

import dev.tengen.cli.board.Diagram;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A lesson about one rule, shown by the command {@code demo}. Its script has text, positions and commands; the results
 * of the commands come from the engine.
 *
 * @param title its subject
 * @param steps its steps
 */
record Lesson(String title, List<Step> steps) {
    /** The names of all lessons, in the order of a course. */
    static final List<String> NAMES =
            List.of("capture", "suicide", "ko", "sending-two", "triple-ko", "eyes", "area", "end");

    private static final String BOARD_LINE = "| ";
    private static final String COMMAND_LINE = "> ";

    /** Returns the lesson called {@code name}, one of {@link #NAMES}. */
    static Lesson named(String name) {
        try (InputStream in = Lesson.class.getResourceAsStream("/demos/" + name + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("the lesson " + name + " is missing from the build");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses a script: its title and its steps, separated by empty lines. */
    private static Lesson parse(String script) {
        List<String> parts = Arrays.asList(script.strip().split("\n\n+"));
        return new Lesson(
                parts.get(0),
                parts.subList(1, parts.size()).stream().map(Step::parse).toList());
    }

    /**
     * A step of a lesson, after which it pauses.
     *
     * @param text the text
     * @param start the position that it starts with, if it is a new one
     * @param commands the commands to execute
     */
    record Step(String text, Optional<Setup> start, List<String> commands) {
        private static Step parse(String part) {
            String drawing = starting(part, BOARD_LINE);
            return new Step(
                    part.lines()
                            .filter(line -> !line.startsWith(BOARD_LINE) && !line.startsWith(COMMAND_LINE))
                            .collect(Collectors.joining(" ")),
                    drawing.isEmpty() ? Optional.empty() : Optional.of(Diagram.parse(drawing)),
                    starting(part, COMMAND_LINE).lines().toList());
        }

        private static String starting(String part, String start) {
            return part.lines()
                    .filter(line -> line.startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .collect(Collectors.joining("\n"));
        }
    }
}
