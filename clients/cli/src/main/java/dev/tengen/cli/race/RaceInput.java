package dev.tengen.cli.race;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.cli.board.Diagram;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.game.Game;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.SgfMode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position to search for races.
 *
 * @param board the stones
 * @param unplayable empty points at which neither player moves
 * @param playerToMove the player to move
 * @param moveNumber moves made so far
 * @param warnings problems in the record that the position comes from
 */
record RaceInput(Board board, PointSet unplayable, int playerToMove, int moveNumber, List<String> warnings) {
    /** Returns the position of a diagram. */
    static RaceInput ofDiagram(Path file) throws RecordException {
        Diagram.Drawing drawing = RecordFile.readDiagram(file);
        Board board = new Board(drawing.grid(), Zobrist.of(drawing.grid()));
        board.setUp(drawing.black(), drawing.white());
        return new RaceInput(board, drawing.unplayable(), drawing.playerToMove(), 0, List.of());
    }

    /** Returns the position after move {@code moveNumber} of a record, or after the last one if it is null. */
    static RaceInput ofRecord(Path file, SgfMode mode, RulesOptions rules, @Nullable Integer moveNumber)
            throws RecordException {
        ParsedRecord reading = RecordFile.read(file, mode);
        RecordedGame played = RecordedGame.playTo(reading, rules.rules(reading.record()), moveNumber);
        Game game = played.game();
        return new RaceInput(
                game.board(), new PointSet(game.grid()), game.playerToMove(), game.moveNumber(), played.warnings());
    }

    /** Returns a description of the position in words. */
    String title() {
        String turn = Color.name(playerToMove) + " to move";
        return board.grid() + (moveNumber == 0 ? "" : ", after move " + moveNumber) + ", " + turn;
    }
}
