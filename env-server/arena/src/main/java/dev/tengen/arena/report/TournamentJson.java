package dev.tengen.arena.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.json.GameSummaryJson;
import dev.tengen.arena.json.Json;
import dev.tengen.arena.json.SequentialTestJson;
import dev.tengen.arena.json.StandingsJson;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.board.Color;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tournament as JSON: everything except the game records.
 *
 * @param format names this format
 * @param version the version of the format, increased when a change would break readers
 * @param name the name of the tournament
 * @param state the state of the tournament
 * @param createdAt when it was created
 * @param seed the seed, as text: many readers have no 64-bit integers
 * @param settings the settings; a text if they are not JSON
 * @param players the players and their settings
 * @param standings the standings
 * @param test the sequential test; null if the tournament is none
 * @param verdicts how the games of each player ended
 * @param gameLengths how many games have how many moves
 * @param times the time that each player took
 * @param games the games, by number
 * @param writer the program and the machine that wrote this
 */
public record TournamentJson(
        String format,
        int version,
        String name,
        String state,
        String createdAt,
        String seed,
        JsonNode settings,
        List<Player> players,
        StandingsJson standings,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SequentialTestJson test,
        List<VerdictCount> verdicts,
        Histogram gameLengths,
        List<PlayerTimes> times,
        List<GameSummaryJson> games,
        Provenance writer) {
    private static final int VERSION = 1;
    private static final int MAX_LENGTH_BINS = 30;

    /** Returns {@code record} as a tree, which the caller may change. */
    public static ObjectNode tree(TournamentRecord record) {
        return Json.tree(of(record));
    }

    private static TournamentJson of(TournamentRecord record) {
        StoredTournament tournament = record.tournament();
        return new TournamentJson(
                "tengen-tournament",
                VERSION,
                tournament.name(),
                record.state().name(),
                tournament.createdAt().toString(),
                Long.toString(tournament.seed()),
                Json.parseOrText(tournament.settings()),
                tournament.players().stream().map(Player::of).toList(),
                StandingsJson.of(record.standings(), countedGames(record)),
                test(record),
                VerdictCount.of(record.players(), record.games()),
                lengths(record),
                PlayerTimes.of(record.players(), record.games()),
                record.games().stream().map(TournamentJson::game).toList(),
                record.writer());
    }

    /** Returns {@code tree} as indented text with a line feed at its end. */
    static String text(JsonNode tree) {
        return tree.toPrettyString() + "\n";
    }

    private static List<Integer> countedGames(TournamentRecord record) {
        return record.games().stream()
                .filter(game -> game.counted().isPresent())
                .map(ReportedGame::number)
                .toList();
    }

    private static @Nullable SequentialTestJson test(TournamentRecord record) {
        List<SprtState> course = record.test();
        return course.isEmpty()
                ? null
                : SequentialTestJson.of(
                        record.players().get(0),
                        record.players().get(1),
                        course.get(course.size() - 1),
                        course.stream().map(SprtState::ratio).toList());
    }

    private static Histogram lengths(TournamentRecord record) {
        List<Long> lengths = record.games().stream()
                .flatMap(game -> game.replay().stream())
                .map(replay -> (long) replay.moves().size())
                .toList();
        return Histogram.of(lengths, Histogram.evenEdges(lengths, MAX_LENGTH_BINS));
    }

    private static GameSummaryJson game(ReportedGame game) {
        return GameSummaryJson.of(
                game.game(),
                game.state(),
                game.result()
                        .map(result -> GameSummaryJson.Outcome.of(result, game.resultText(), game.fileName()))
                        .orElse(null),
                game.replay()
                        .map(replay -> new GameSummaryJson.Details(
                                replay.moves().size(),
                                replay.comment(),
                                total(game.micros(Color.BLACK)),
                                total(game.micros(Color.WHITE))))
                        .orElse(null));
    }

    private static @Nullable Long total(List<Long> micros) {
        return micros.isEmpty()
                ? null
                : (Long) micros.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A player of the tournament.
     *
     * @param name the name
     * @param settings the settings; a text if they are not JSON
     */
    record Player(String name, JsonNode settings) {
        private static Player of(StoredPlayer player) {
            return new Player(player.name(), Json.parseOrText(player.settings()));
        }
    }
}
