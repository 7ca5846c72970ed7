package dev.tengen.arena.convert;

import dev.tengen.arena.host.LadderTable;
import dev.tengen.arena.rating.Rating;
import dev.tengen.proto.v1.LadderPoint;
import dev.tengen.proto.v1.LadderRow;
import java.time.Instant;

/** Converts ladders to messages. */
public final class LadderConverter {
    private LadderConverter() {}

    /** Returns {@code table} as a message. */
    public static dev.tengen.proto.v1.LadderTable toProto(LadderTable table) {
        dev.tengen.proto.v1.LadderTable.Builder message = dev.tengen.proto.v1.LadderTable.newBuilder()
                .setTournament(table.tournament())
                .setIsAnchored(table.isAnchored())
                .setConfidence(table.confidence())
                .setGameCount(table.gameCount())
                .setRunningGameCount(table.runningGameCount());
        table.blackAdvantage()
                .ifPresent(
                        black -> message.setBlackAdvantage(StandingsConverter.estimate(black.elo(), black.interval())));
        table.rows().forEach(row -> message.addRows(row(row)));
        return message.build();
    }

    private static LadderRow row(LadderTable.Row row) {
        LadderRow.Builder message = LadderRow.newBuilder()
                .setRank(row.rank())
                .setPlayer(row.player())
                .setAgent(row.agent())
                .setVersion(row.version())
                .setLink(row.link())
                .setIsAnchor(row.rating().map(Rating::isAnchor).orElse(false))
                .setGameCount(row.games().games())
                .setWinCount(row.games().wins())
                .setLossCount(row.games().losses())
                .setDrawCount(row.games().draws())
                .setIsConnected(row.isConnected())
                .setSeenAtMs(row.seenAt().map(Instant::toEpochMilli).orElse(0L));
        row.rating()
                .ifPresent(rating -> message.setRating(StandingsConverter.estimate(rating.elo(), rating.interval())));
        return message.build();
    }

    /** Returns {@code point} as a message. */
    public static LadderPoint toProto(LadderTable.Point point) {
        LadderPoint.Builder message =
                LadderPoint.newBuilder().setAtMs(point.at().toEpochMilli()).setGameCount(point.gameCount());
        point.ratings()
                .forEach(rating -> message.addPlayers(rating.player())
                        .addRatings(StandingsConverter.estimate(rating.elo(), rating.interval())));
        return message.build();
    }
}
