package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Optional;

/** Writes a {@link GameRecord} as FF[4]: what {@link GameRecord#parse(String)} reads back as an equal record. */
final class GameRecordWriter {
    private static final int MOVES_A_LINE = 10;
    private static final int LEAST_HANDICAP = 2;

    private final GameRecord record;
    private final Grid grid;
    private final StringBuilder text = new StringBuilder();

    private GameRecordWriter(GameRecord record) {
        this.record = record;
        this.grid = record.grid();
    }

    static String write(GameRecord record) {
        GameRecordWriter writer = new GameRecordWriter(record);
        writer.root();
        writer.moves();
        return writer.text.append(")\n").toString();
    }

    private void root() {
        text.append("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]");
        property("SZ", grid.width() == grid.height() ? "" + grid.width() : grid.width() + ":" + grid.height());
        record.komi().ifPresent(komi -> property("KM", komi % 1 == 0 ? "" + (long) komi : "" + komi));
        if (record.handicap() >= LEAST_HANDICAP) {
            property("HA", "" + record.handicap());
        }
        property("RU", record.rules());
        property("PB", record.blackPlayer());
        property("PW", record.whitePlayer());
        property("RE", record.result());
        points("AB", record.setup().black());
        points("AW", record.setup().white());
        boolean isSetUp = !record.setup().isEmpty() || record.setup().playerToMove() != Color.BLACK;
        if (isSetUp) {
            property("PL", record.setup().playerToMove() == Color.BLACK ? "B" : "W");
        }
    }

    private void moves() {
        for (int i = 0; i < record.moves().size(); i++) {
            text.append(i % MOVES_A_LINE == 0 ? "\n;" : ";");
            RecordedMove move = record.moves().get(i);
            property(move.color() == Color.BLACK ? "B" : "W", move.move() == grid.pass() ? "" : name(move.move()));
        }
    }

    private void points(String identifier, PointSet points) {
        if (!points.isEmpty()) {
            text.append(identifier);
            points.forEach(point -> text.append('[').append(name(point)).append(']'));
        }
    }

    private void property(String identifier, Optional<String> value) {
        value.ifPresent(present -> property(identifier, present));
    }

    private void property(String identifier, String value) {
        String escaped = value.replace("\\", "\\\\").replace("]", "\\]");
        text.append(identifier).append('[').append(escaped).append(']');
    }

    /** Returns the two letters of a point; a board of at most 25 rows and columns needs no capital ones. */
    private String name(int point) {
        return "" + (char) ('a' + grid.column(point)) + (char) ('a' + grid.row(point));
    }
}
