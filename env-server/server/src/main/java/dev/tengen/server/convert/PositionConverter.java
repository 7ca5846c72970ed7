package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.RecordedPosition;
import dev.tengen.server.analysis.RacePosition;
import dev.tengen.server.analysis.SolvablePosition;
import dev.tengen.server.error.CallException;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.RecordRules;
import java.util.List;

/** Converts the positions of requests to core types. */
public final class PositionConverter {
    private static final String ROWS = "position.drawing.rows";
    private static final String ACTIONS = "position.drawing.actions";

    private PositionConverter() {}

    /** Returns whether {@code position} is that of a session. Throws {@link CallException} if it is missing. */
    public static boolean isOfSession(AnalyzedPosition position) {
        return switch (position.getSourceCase()) {
            case SESSION_ID -> true;
            case DRAWING, RECORD -> false;
            case SOURCE_NOT_SET ->
                throw CallException.invalid("position", "missing", "a session_id, a drawing or a record");
        };
    }

    /**
     * Returns a drawn or recorded position to solve, played by Tromp-Taylor rules.
     *
     * @throws CallException if it cannot be read
     * @throws InvalidValueException if a value is out of range or a move is illegal
     */
    public static SolvablePosition solvable(AnalyzedPosition position) {
        if (!position.hasDrawing()) {
            return SolvablePosition.of(recorded(position.getRecord(), false));
        }
        Drawing drawn = drawing(position.getDrawing());
        if (!drawn.unplayable().isEmpty()) {
            String place = drawn.grid().name(drawn.unplayable().first());
            throw CallException.invalid(ROWS, "with _ at " + place, "made of X, O and .");
        }
        return SolvablePosition.of(played(drawn, position.getDrawing().getActionsList()));
    }

    /**
     * Returns a drawn or recorded position to search for races. Chains that are no part of a race may be drawn without
     * a liberty, unless the drawing has moves.
     *
     * @throws CallException if it cannot be read
     * @throws InvalidValueException if a value is out of range or a move is illegal
     */
    public static RacePosition withRaces(AnalyzedPosition position) {
        if (!position.hasDrawing()) {
            return RacePosition.of(recorded(position.getRecord(), true));
        }
        Drawing drawn = drawing(position.getDrawing());
        List<Integer> moves = position.getDrawing().getActionsList();
        return moves.isEmpty()
                ? new RacePosition(drawn.board(), drawn.unplayable(), drawn.playerToMove())
                : RacePosition.of(played(drawn, moves), drawn.unplayable());
    }

    /** Returns an estimate of the memory that it takes to read {@code position}, in bytes; 0 if that is little. */
    public static long memoryBytes(AnalyzedPosition position) {
        return position.hasRecord()
                ? ParsedRecord.memoryBytes(position.getRecord().getSgf().toByteArray())
                : 0;
    }

    private static Game recorded(RecordedPosition position, boolean isByItsRules) {
        GameRecord record =
                RecordImport.read(position.getSgf(), position.getStrict()).record();
        int moveCount = position.hasMoveNumber()
                ? RecordImport.moveCount(record, position.getMoveNumber())
                : record.moves().size();
        Rules rules = isByItsRules
                ? RecordRules.of(record, RulesPreset.TROMP_TAYLOR.rules(record.grid()))
                        .rules()
                : Rules.TROMP_TAYLOR;
        RecordReplay replay = RecordReplay.of(record, rules, moveCount, Integer.MAX_VALUE);
        replay.refusal().ifPresent(RecordImport::refuse);
        return replay.game();
    }

    private static Drawing drawing(DrawnPosition message) {
        Grid grid = grid(message.getRowsList());
        String cells = String.join("", message.getRowsList());
        int playerToMove = Enums.toCoreColor(
                "position.drawing.player_to_move",
                message.getPlayerToMove(),
                message.getPlayerToMoveValue(),
                Color.BLACK);
        Drawing drawing = new Drawing(new PointSet(grid), new PointSet(grid), new PointSet(grid), playerToMove);
        for (int point = 0; point < cells.length(); point++) {
            switch (cells.charAt(point)) {
                case 'X' -> drawing.black().add(point);
                case 'O' -> drawing.white().add(point);
                case '_' -> drawing.unplayable().add(point);
                case '.' -> {}
                default -> throw noSymbol(Character.toString(cells.codePointAt(point)), grid.name(point));
            }
        }
        return drawing;
    }

    private static CallException noSymbol(String symbol, String place) {
        return CallException.invalid(ROWS, "with '" + symbol + "' at " + place, "made of X, O, . and _");
    }

    private static Grid grid(List<String> rows) {
        if (rows.isEmpty() || rows.size() > Grid.MAX_SIZE) {
            throw CallException.invalid(ROWS, "of " + rows.size() + " rows", "1 to " + Grid.MAX_SIZE + " rows");
        }
        int width = rows.get(0).length();
        if (width < Grid.MIN_SIZE || width > Grid.MAX_SIZE) {
            throw CallException.invalid(ROWS, "of " + width + " points", "rows of 1 to " + Grid.MAX_SIZE + " points");
        }
        for (String row : rows) {
            if (row.length() != width) {
                throw CallException.invalid(
                        ROWS, "with rows of " + width + " and of " + row.length() + " points", "of rows equally long");
            }
        }
        return Grid.of(width, rows.size());
    }

    private static Game played(Drawing drawing, List<Integer> moves) {
        Setup setup = new Setup(drawing.grid(), drawing.black(), drawing.white(), drawing.playerToMove());
        Game game = new Game(setup, Rules.TROMP_TAYLOR);
        for (int move : moves) {
            Legality legality = move < 0 ? Legality.OUT_OF_RANGE : game.play(move);
            if (!legality.isLegal()) {
                throw InvalidValueException.because(
                        ACTIONS + ": move " + (game.moveNumber() + 1) + ", " + move + ", is illegal: " + legality,
                        ACTIONS,
                        move,
                        "legal moves");
            }
        }
        return game;
    }

    /** A drawing, not yet checked by the rules. */
    private record Drawing(PointSet black, PointSet white, PointSet unplayable, int playerToMove) {
        Grid grid() {
            return black.grid();
        }

        Board board() {
            Board board = new Board(grid(), Zobrist.of(grid()));
            board.setUp(black, white);
            return board;
        }
    }
}
