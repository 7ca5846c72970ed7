package dev.tengen.arena.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.rating.BlackAdvantage;
import dev.tengen.arena.rating.Crosstable;
import dev.tengen.arena.rating.DuplicateGame;
import dev.tengen.arena.rating.Interval;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import java.util.List;

/** The standings as JSON. */
final class StandingsJson {
    private final Standings standings;

    /** The numbers of the games that count, as the duplicates among them are told by their places in this list. */
    private final List<Integer> gameNumbers;

    StandingsJson(TournamentRecord record) {
        standings = record.standings();
        gameNumbers = record.games().stream()
                .filter(game -> game.counted().isPresent())
                .map(ReportedGame::number)
                .toList();
    }

    void write(ObjectNode node) {
        node.put("confidence", standings.confidence()).put("is_anchored", standings.isAnchored());
        ArrayNode rows = node.putArray("rows");
        standings.rows().forEach(row -> row(rows.addObject(), row));
        crosstable(node.putArray("crosstable"));
        ArrayNode superiority = node.putArray("superiority");
        standings.superiority().forEach(row -> row.forEach(superiority.addArray()::add));
        blackAdvantage(node.putObject("black_advantage"));
        ArrayNode duplicates = node.putArray("duplicates");
        standings.duplicates().forEach(duplicate -> duplicate(duplicates.addObject(), duplicate));
    }

    private static void row(ObjectNode node, Standings.Row row) {
        Rating rating = row.rating();
        elo(node.put("rank", row.rank()).put("player", rating.player()), rating.elo(), rating.interval());
        tally(node.put("is_anchor", rating.isAnchor()), row.games());
        node.put("points", row.games().points()).put("superiority_to_next", row.superiorityToNext());
    }

    private static void elo(ObjectNode node, double elo, Interval interval) {
        node.put("elo", elo).put("elo_lower", interval.lower()).put("elo_upper", interval.upper());
    }

    private static void tally(ObjectNode node, Tally tally) {
        node.put("wins", tally.wins()).put("losses", tally.losses()).put("draws", tally.draws());
    }

    private void crosstable(ArrayNode rows) {
        for (List<Crosstable.Cell> cells : standings.crosstable().cells()) {
            ArrayNode row = rows.addArray();
            cells.forEach(cell -> cell(row, cell));
        }
    }

    /** Most players of a large tournament have not met; nothing is said of them. */
    private static void cell(ArrayNode row, Crosstable.Cell cell) {
        if (cell.total().games() == 0) {
            row.addNull();
            return;
        }
        ObjectNode node = row.addObject();
        tally(node.putObject("as_black"), cell.asBlack());
        tally(node.putObject("as_white"), cell.asWhite());
    }

    /** Black's games are those in which the player of a row had Black, all rows together. */
    private void blackAdvantage(ObjectNode node) {
        BlackAdvantage advantage = standings.blackAdvantage();
        elo(node, advantage.elo(), advantage.interval());
        Tally black = standings.crosstable().cells().stream()
                .flatMap(List::stream)
                .map(Crosstable.Cell::asBlack)
                .reduce(Tally.NONE, Tally::plus);
        tally(node, black);
    }

    private void duplicate(ObjectNode node, DuplicateGame duplicate) {
        node.put("black", duplicate.black()).put("white", duplicate.white());
        ArrayNode games = node.putArray("games");
        duplicate.numbers().forEach(number -> games.add(gameNumbers.get(number)));
    }
}
