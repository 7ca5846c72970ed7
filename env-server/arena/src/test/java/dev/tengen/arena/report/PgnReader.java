package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the headers of PGN games. Accepts only the export format of the standard. */
final class PgnReader {
    private static final Pattern TAG =
            Pattern.compile("\\[([A-Za-z0-9_]+) \"((?:[^\"\\\\\\p{Cntrl}]|\\\\[\"\\\\])*)\"]\n");
    private static final Pattern GAME = Pattern.compile("((?:" + TAG.pattern() + ")+)\n(1-0|0-1|1/2-1/2)\n\n");
    private static final Map<String, Integer> WINNERS =
            Map.of("1-0", Color.BLACK, "0-1", Color.WHITE, "1/2-1/2", Color.EMPTY);

    private PgnReader() {}

    /** Returns the results. The tag White is the player that moves first: Black in Go. */
    static List<GameResult> read(String pgn) {
        List<GameResult> results = new ArrayList<>();
        Matcher games = GAME.matcher(pgn);
        int end = 0;
        while (games.find()) {
            assertThat(games.start()).isEqualTo(end);
            end = games.end();
            results.add(result(games.group(1), games.group(4)));
        }
        assertThat(end).as("end of what can be read").isEqualTo(pgn.length());
        return results;
    }

    private static GameResult result(String tags, String termination) {
        Map<String, String> values =
                TAG.matcher(tags).results().collect(Collectors.toMap(tag -> tag.group(1), PgnReader::value));

        assertThat(values).containsKeys("Event", "Site", "Date", "Round", "White", "Black");
        assertThat(values.get("Date")).matches("\\d{4}\\.\\d\\d\\.\\d\\d");
        assertThat(values).containsEntry("Result", termination);
        return new GameResult(values.get("White"), values.get("Black"), WINNERS.get(termination));
    }

    private static String value(MatchResult tag) {
        return tag.group(2).replaceAll("\\\\(.)", "$1");
    }
}
