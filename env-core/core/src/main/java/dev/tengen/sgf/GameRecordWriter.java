package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;

/** Builds the tree of a {@link GameRecord}: the set-up in the first node, and a node for each move. */
final class GameRecordWriter {
    private static final String APPLICATION = "Tengen";

    private final GameRecord record;
    private final SgfBuilder builder;

    private GameRecordWriter(GameRecord record) {
        this.record = record;
        this.builder = SgfGame.builder(record.grid(), APPLICATION);
    }

    static SgfGame write(GameRecord record) {
        GameRecordWriter writer = new GameRecordWriter(record);
        writer.info();
        writer.setup();
        int count = 1;
        for (RecordedMove move : record.moves()) {
            CancellationPoint.check(count++);
            writer.builder.node().move(move.color(), move.move());
        }
        return writer.builder.build();
    }

    private void info() {
        record.komi().ifPresent(komi -> builder.property("KM", komi % 1 == 0 ? "" + (long) komi : "" + komi));
        if (record.handicap() >= GameInfo.LEAST_HANDICAP
                && GameRecord.hasHandicapStones(record.setup(), record.moves())) {
            builder.property("HA", "" + record.handicap());
        }
        record.info().texts().forEach((kind, text) -> builder.property(kind.identifier(), text));
    }

    private void setup() {
        Setup setup = record.setup();
        stones("AB", setup.black());
        stones("AW", setup.white());
        if (!setup.isEmpty() || setup.playerToMove() != Color.BLACK || isOutOfTurn()) {
            builder.property("PL", setup.playerToMove() == Color.BLACK ? "B" : "W");
        }
    }

    /** Returns whether the first move is not by the player to move, so that PL is needed. */
    private boolean isOutOfTurn() {
        return !record.moves().isEmpty()
                && record.moves().get(0).color() != record.setup().playerToMove();
    }

    private void stones(String identifier, PointSet points) {
        if (!points.isEmpty()) {
            builder.points(identifier, points);
        }
    }
}
