package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.rating.BlackAdvantage;
import dev.tengen.arena.rating.Crosstable;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The standings of a tournament as JSON.
 *
 * @param confidence the probability that an interval contains the true rating
 * @param isAnchored whether ratings are on the scale of anchors; otherwise they are relative to the mean of all players
 * @param rows the players, strongest first
 * @param crosstable a row for each player, with a cell for each player; null for two who have not met
 * @param superiority for each row and column the probability that the row's player is stronger
 * @param blackAdvantage the advantage of playing Black, and Black's wins, losses and draws
 * @param duplicates games that repeat others move by move; null if the numbers of the games are unknown
 */
public record StandingsJson(
        double confidence,
        boolean isAnchored,
        List<Row> rows,
        List<List<Crosstable.@Nullable Cell>> crosstable,
        List<List<Double>> superiority,
        BlackTotal blackAdvantage,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Duplicate> duplicates) {

    /**
     * Returns {@code standings} as JSON.
     *
     * @param gameNumbers the numbers of the games that count, in the order of the results; null if they are unknown
     */
    public static StandingsJson of(Standings standings, @Nullable List<Integer> gameNumbers) {
        return new StandingsJson(
                standings.confidence(),
                standings.isAnchored(),
                standings.rows().stream().map(Row::of).toList(),
                standings.crosstable().cells().stream()
                        .map(StandingsJson::cells)
                        .toList(),
                standings.superiority(),
                BlackTotal.of(standings),
                gameNumbers == null ? null : duplicates(standings, gameNumbers));
    }

    /** Most players of a large tournament have not met: their cells are null. */
    private static List<Crosstable.@Nullable Cell> cells(List<Crosstable.Cell> row) {
        List<Crosstable.@Nullable Cell> cells = new ArrayList<>();
        row.forEach(cell -> cells.add(cell.total().games() == 0 ? null : cell));
        return cells;
    }

    private static List<Duplicate> duplicates(Standings standings, List<Integer> gameNumbers) {
        return standings.duplicates().stream()
                .map(game -> new Duplicate(
                        game.black(),
                        game.white(),
                        game.numbers().stream().map(gameNumbers::get).toList()))
                .toList();
    }

    /**
     * A player's row.
     *
     * @param rank the rank, from 1
     * @param rating the player and its rating; written in line, with the ends of the interval as elo_lower and
     *     elo_upper
     * @param games the wins, losses and draws; written in line
     * @param points 1 for each win, ½ for each draw
     * @param superiorityToNext the probability that the player is stronger than the next one; null for the last
     */
    public record Row(
            int rank,
            @JsonUnwrapped Rating rating,
            @JsonUnwrapped Tally games,
            double points,
            @Nullable Double superiorityToNext) {
        private static Row of(Standings.Row row) {
            return new Row(row.rank(), row.rating(), row.games(), row.games().points(), row.superiorityToNext());
        }
    }

    /**
     * The advantage of playing Black, and how all players together did with Black.
     *
     * @param advantage the estimated advantage; written in line, with the ends of the interval as elo_lower and
     *     elo_upper
     * @param games Black's wins, losses and draws; written in line
     */
    public record BlackTotal(
            @JsonUnwrapped BlackAdvantage advantage,
            @JsonUnwrapped Tally games) {
        private static BlackTotal of(Standings standings) {
            Tally games = standings.crosstable().cells().stream()
                    .flatMap(List::stream)
                    .map(Crosstable.Cell::asBlack)
                    .reduce(Tally.NONE, Tally::plus);
            return new BlackTotal(standings.blackAdvantage(), games);
        }
    }

    /**
     * Games that are the same move by move.
     *
     * @param black the player with Black
     * @param white the player with White
     * @param games the numbers of the games
     */
    public record Duplicate(String black, String white, List<Integer> games) {}
}
