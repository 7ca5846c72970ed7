package dev.tengen.arena.convert;

import dev.tengen.arena.rating.Crosstable;
import dev.tengen.arena.rating.Interval;
import dev.tengen.proto.v1.DuplicateGames;
import dev.tengen.proto.v1.EloEstimate;
import dev.tengen.proto.v1.Standings;
import dev.tengen.proto.v1.StandingsRow;
import java.util.List;

/** Converts standings to messages. */
public final class StandingsConverter {
    private StandingsConverter() {}

    /** Returns {@code standings} as a message. */
    public static Standings toProto(dev.tengen.arena.rating.Standings standings) {
        Standings.Builder message = Standings.newBuilder()
                .setBlackAdvantage(estimate(
                        standings.blackAdvantage().elo(),
                        standings.blackAdvantage().interval()))
                .setIsAnchored(standings.isAnchored())
                .setConfidence(standings.confidence());
        standings.rows().forEach(row -> message.addRows(row(row)));
        for (List<Crosstable.Cell> row : standings.crosstable().cells()) {
            for (Crosstable.Cell cell : row) {
                message.addCrosstable(cell.total().points());
                message.addGameCounts(cell.total().games());
            }
        }
        standings.superiority().forEach(message::addAllSuperiority);
        standings
                .duplicates()
                .forEach(duplicate -> message.addDuplicates(DuplicateGames.newBuilder()
                        .setBlack(duplicate.black())
                        .setWhite(duplicate.white())
                        .setCount(duplicate.numbers().size())));
        return message.build();
    }

    private static StandingsRow row(dev.tengen.arena.rating.Standings.Row row) {
        return StandingsRow.newBuilder()
                .setRank(row.rank())
                .setPlayer(row.rating().player())
                .setRating(estimate(row.rating().elo(), row.rating().interval()))
                .setGameCount(row.games().games())
                .setWinCount(row.games().wins())
                .setLossCount(row.games().losses())
                .setDrawCount(row.games().draws())
                .build();
    }

    /** Returns a rating with its interval as a message. */
    static EloEstimate estimate(double elo, Interval interval) {
        return EloEstimate.newBuilder()
                .setElo(elo)
                .setLower(interval.lower())
                .setUpper(interval.upper())
                .build();
    }
}
