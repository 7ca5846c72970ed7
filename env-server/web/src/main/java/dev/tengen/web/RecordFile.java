package dev.tengen.web;

import dev.tengen.board.Grid;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A game record and the name of its file.
 *
 * @param name the name without an extension
 * @param sgf the record as SGF
 */
record RecordFile(String name, String sgf) {
    private static final int MAX_PART_LENGTH = 40;

    /** The part of a session's id that the page shows. */
    private static final int SHOWN_ID_LENGTH = 6;

    /**
     * Returns the name of the file of a game outside of tournaments, such as {@code human-vs-greedy-9x9-2026-11-27}.
     */
    static String name(String black, String white, Grid grid, Optional<String> date) {
        return join(players(black, white), size(grid), date.orElse(""));
    }

    /** Returns the name of the file of a session whose players are unknown, such as {@code session-d9f32b-9x9}. */
    static String name(String session, Grid grid) {
        return join("session", readable(session.substring(0, Math.min(session.length(), SHOWN_ID_LENGTH))), size(grid));
    }

    /** Returns the name of the file of a game of a tournament, such as {@code cup-38-mc50-vs-mc200}. */
    static String name(String tournament, int number, String black, String white) {
        return join(readable(tournament), Integer.toString(number), players(black, white));
    }

    private static String size(Grid grid) {
        return grid.width() + "x" + grid.height();
    }

    /** Returns the date in UTC, as DT has it. */
    static String date(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC).toString();
    }

    /** Returns the names of both players; a player without a readable name is named by its color. */
    private static String players(String black, String white) {
        String first = readable(black);
        String second = readable(white);
        return (first.isEmpty() ? "black" : first) + "-vs-" + (second.isEmpty() ? "white" : second);
    }

    /**
     * Returns the first {@value #MAX_PART_LENGTH} characters of {@code name}, with hyphens for characters that are no
     * ASCII letters, digits, dots or underscores; empty if nothing is left.
     */
    private static String readable(String name) {
        String start = name.substring(0, Math.min(name.length(), MAX_PART_LENGTH));
        return start.replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[-.]+|[-.]+$", "");
    }

    private static String join(String... parts) {
        return Arrays.stream(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("-"));
    }
}
