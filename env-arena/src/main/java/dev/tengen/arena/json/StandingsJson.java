package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.arena.rating.BlackAdvantage;
import dev.tengen.arena.rating.Crosstable;
import dev.tengen.arena.rating.Interval;
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
     * @param player the player's name
     * @param elo the estimated rating
     * @param eloLower the lower end of the rating's interval
     * @param eloUpper the upper end of the rating's interval
     * @param isAnchor whether the rating was given
     * @param wins games won
     * @param losses games lost
     * @param draws games drawn
     * @param points 1 for each win, ½ for each draw
     * @param superiorityToNext the probability that the player is stronger than the next one; null for the last
     */
    public record Row(
            int rank,
            String player,
            double elo,
            double eloLower,
            double eloUpper,
            boolean isAnchor,
            int wins,
            int losses,
            int draws,
            double points,
            @Nullable Double superiorityToNext) {
        private static Row of(Standings.Row row) {
            Rating rating = row.rating();
            Interval interval = rating.interval();
            Tally games = row.games();
            return new Row(
                    row.rank(),
                    rating.player(),
                    rating.elo(),
                    interval.lower(),
                    interval.upper(),
                    rating.isAnchor(),
                    games.wins(),
                    games.losses(),
                    games.draws(),
                    games.points(),
                    row.superiorityToNext());
        }
    }

    /**
     * The advantage of playing Black, and how all players together did with Black.
     *
     * @param elo the estimated advantage
     * @param eloLower the lower end of its interval
     * @param eloUpper the upper end of its interval
     * @param wins games that Black won
     * @param losses games that Black lost
     * @param draws games drawn
     */
    public record BlackTotal(double elo, double eloLower, double eloUpper, int wins, int losses, int draws) {
        private static BlackTotal of(Standings standings) {
            BlackAdvantage advantage = standings.blackAdvantage();
            Tally black = standings.crosstable().cells().stream()
                    .flatMap(List::stream)
                    .map(Crosstable.Cell::asBlack)
                    .reduce(Tally.NONE, Tally::plus);
            return new BlackTotal(
                    advantage.elo(),
                    advantage.interval().lower(),
                    advantage.interval().upper(),
                    black.wins(),
                    black.losses(),
                    black.draws());
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
