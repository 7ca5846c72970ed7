package dev.tengen.cli.arena;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.rating.ScoreDifference;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.report.ReportedGame;
import dev.tengen.arena.report.TournamentJson;
import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.Winner;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The results of a tournament so far, as text and as JSON.
 *
 * @param record the tournament
 */
public record RunSummary(TournamentRecord record) {
    /** Parts of the JSON that only files contain. */
    private static final List<String> LONG_PARTS = List.of("games", "times", "game_lengths", "settings", "players");

    /** Returns the summary as lines of text. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(head());
        if (!record.standings().rows().isEmpty()) {
            lines.add("");
            lines.addAll(new StandingsTable(record.standings()).lines(Integer.MAX_VALUE));
            lines.add("");
        }
        Map<String, Integer> verdicts = verdicts();
        if (!verdicts.isEmpty()) {
            lines.add("How games ended: "
                    + verdicts.entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ")));
        }
        test().map(this::text).ifPresent(lines::add);
        int repeated = repeatedCount();
        if (repeated > 0) {
            lines.add("Warning: " + repeated + " of the games are duplicates of others, move by move, so the confidence"
                    + " intervals are too narrow. Use more openings.");
        }
        return lines;
    }

    private String head() {
        long voidCount = results().stream()
                .filter(result -> result.winner() == Winner.VOID)
                .count();
        return record.tournament().name() + ": "
                + record.state().name().toLowerCase(Locale.ROOT) + ", " + endedCount() + " games over"
                + (endedCount() < record.games().size()
                        ? " of " + record.games().size() + " started or planned"
                        : "")
                + (voidCount > 0 ? ", " + voidCount + " of them void" : "");
    }

    private List<StoredResult> results() {
        return record.games().stream().flatMap(game -> game.result().stream()).toList();
    }

    private long endedCount() {
        return record.games().stream()
                .filter(game -> game.state() == GameState.ENDED)
                .count();
    }

    private Map<String, Integer> verdicts() {
        Map<String, Integer> verdicts = new TreeMap<>();
        results()
                .forEach(result ->
                        verdicts.merge(result.verdict().toLowerCase(Locale.ROOT).replace('_', ' '), 1, Integer::sum));
        return verdicts;
    }

    private int repeatedCount() {
        return record.standings().duplicates().stream()
                .mapToInt(duplicate -> duplicate.numbers().size() - 1)
                .sum();
    }

    /** Returns the state of the SPRT; empty if the tournament has another format. */
    public Optional<SprtState> test() {
        List<SprtState> course = record.test();
        return course.isEmpty() ? Optional.empty() : Optional.of(course.get(course.size() - 1));
    }

    private String text(SprtState state) {
        SprtSpec spec = state.spec();
        List<StoredPlayer> players = record.tournament().players();
        String unit = spec.unit() == SprtSpec.Unit.PAIR ? "pairs" : "games";
        String hypotheses = switch (state.verdict()) {
            case ELO1 -> "accepted H1 (elo1 = %2$s) against H0 (elo0 = %1$s)";
            case ELO0 -> "accepted H0 (elo0 = %1$s) against H1 (elo1 = %2$s)";
            case GIVEN_UP -> "given up without a decision between H0 (elo0 = %1$s) and H1 (elo1 = %2$s)";
            case UNDECIDED -> "not decided yet between H0 (elo0 = %1$s) and H1 (elo1 = %2$s)";
        };
        return "Test of " + players.get(0).name() + " against " + players.get(1).name() + ": "
                + String.format(Locale.ROOT, hypotheses, plain(spec.elo0()), plain(spec.elo1()))
                + String.format(
                        Locale.ROOT,
                        ", alpha = %s, beta = %s, log-likelihood ratio %.2f with bounds %.2f and %.2f after %d %s",
                        plain(spec.alpha()),
                        plain(spec.beta()),
                        state.ratio(),
                        spec.lowerBound(),
                        spec.upperBound(),
                        state.observationCount(),
                        unit)
                + state.difference()
                        .map(difference -> difference(difference, unit, state.counts()))
                        .orElse("");
    }

    /** Returns {@code value} without trailing zeros. */
    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String difference(ScoreDifference difference, String unit, List<Long> counts) {
        return String.format(
                Locale.ROOT,
                "\nDifference by these %s: %+.1f Elo, 95 %% interval %+.1f to %+.1f; normalized Elo %+.1f%s;"
                        + " %s by points, from the fewest: %s",
                unit,
                difference.elo(),
                difference.interval().lower(),
                difference.interval().upper(),
                difference.normalizedElo(),
                difference.plainNormalizedElo().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " (%+.1f without regularization)",
                                difference.plainNormalizedElo().getAsDouble()),
                unit,
                counts.stream().map(Object::toString).collect(Collectors.joining(" ")));
    }

    /** Returns the summary as JSON: {@code tournament.json} without single games, times and settings. */
    public ObjectNode json() {
        ObjectNode node = TournamentJson.tree(record);
        node.remove(LONG_PARTS);
        node.put("game_count", record.games().size())
                .put("ended_game_count", endedCount())
                .put("repeated_game_count", repeatedCount());
        return node;
    }

    /** Returns a game as a line of text: number, players, result and verdict. */
    public static String line(ReportedGame game) {
        String verdict = game.result()
                .map(result -> ", " + result.verdict().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse("");
        String result = game.state() == GameState.ENDED
                ? game.resultText()
                : game.state().name().toLowerCase(Locale.ROOT);
        return String.format(
                Locale.ROOT, "%5d  %s v %s  %s%s", game.number(), game.black(), game.white(), result, verdict);
    }

    /** Returns all games of {@code record} as JSON objects. */
    public static ArrayNode games(TournamentRecord record) {
        return TournamentJson.tree(record).withArray("/games");
    }
}
