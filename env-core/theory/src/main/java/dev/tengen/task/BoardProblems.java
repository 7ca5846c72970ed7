package dev.tengen.task;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * All problems on boards of 2x2 and 3x3 points: each position in which a move loses points, once of those that
 * symmetries and an exchange of colors turn into each other, in one of these forms. Positions that differ only in the
 * player to move are in the same split. Larger boards are not solved fast enough.
 */
public final class BoardProblems {
    /** The resource with a problem in each line. */
    static final String RESOURCE = "board-problems.txt";

    private static final List<BoardProblem> ALL = read();

    private BoardProblems() {}

    private static List<BoardProblem> read() {
        try (InputStream resource = Objects.requireNonNull(BoardProblems.class.getResourceAsStream(RESOURCE));
                BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            return reader.lines().map(BoardProblem::ofLine).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all problems, the easiest first. */
    static List<BoardProblem> all() {
        return ALL;
    }

    /** Returns the problems of {@code split}, the easiest first. */
    public static List<BoardProblem> of(TaskSplit split) {
        return ALL.stream().filter(problem -> problem.split() == split).toList();
    }
}
