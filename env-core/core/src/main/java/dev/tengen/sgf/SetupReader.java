package dev.tengen.sgf;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads the set-up of the nodes of a line (AB, AW, AE, PL), and keeps the resulting stones.
 *
 * <p>Each node changes the stones that the nodes before it left. Set-up captures nothing.
 */
final class SetupReader {
    private static final List<String> STONE_IDENTIFIERS = List.of("AB", "AW", "AE");

    private final Grid grid;
    private final PointReader pointReader;
    private final SgfWarning.Collector warnings;
    private final PointSet black;
    private final PointSet white;
    private SgfPosition lastPosition = SgfPosition.NONE;
    private String lastIdentifier = "AB";

    SetupReader(Grid grid, PointReader pointReader, SgfWarning.Collector warnings) {
        this.grid = grid;
        this.pointReader = pointReader;
        this.warnings = warnings;
        this.black = new PointSet(grid);
        this.white = new PointSet(grid);
    }

    /** Returns the first property of {@code node} that adds or removes stones. */
    static Optional<SgfProperty> stones(SgfNode node) {
        for (SgfProperty property : node.properties()) {
            if (STONE_IDENTIFIERS.contains(property.identifier())) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the color in the PL property of {@code node}, if it has one.
     *
     * @throws SgfException in strict mode, if the value is not a color
     */
    OptionalInt player(SgfNode node) throws SgfException {
        Optional<SgfProperty> property = node.property("PL");
        if (property.isEmpty()) {
            return OptionalInt.empty();
        }
        String text = property.get().onlyValue().simpleText();
        switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "b", "black" -> {
                return OptionalInt.of(Color.BLACK);
            }
            case "w", "white" -> {
                return OptionalInt.of(Color.WHITE);
            }
            default -> {
                String problem = SgfException.quote(text) + " is neither \"B\" nor \"W\"";
                warnings.repaired(property.get().position(0), "PL", problem, "ignored");
                return OptionalInt.empty();
            }
        }
    }

    /**
     * Applies the set-up of one node.
     *
     * @throws SgfException if a value is not a point of the grid, or a point is set up twice
     */
    void apply(SgfNode node) throws SgfException {
        PointSet touched = new PointSet(grid);
        for (String identifier : STONE_IDENTIFIERS) {
            Optional<SgfProperty> property = node.property(identifier);
            if (property.isPresent()) {
                PointSet points = pointReader.points(property.get());
                requireDisjoint(points, touched, property.get());
                warnOfStones(points, property.get());
                touched.addAll(points);
                set(identifier, points);
                lastPosition = property.get().position();
                lastIdentifier = identifier;
            }
        }
    }

    private void requireDisjoint(PointSet points, PointSet touched, SgfProperty property) throws SgfException {
        int common = firstCommon(points, touched);
        if (common >= 0) {
            throw new SgfException(
                    property.position(),
                    property.identifier(),
                    "point " + grid.name(common) + " is set up twice in this node");
        }
    }

    private void warnOfStones(PointSet points, SgfProperty property) {
        PointSet stones = black.copy();
        stones.addAll(white);
        if (property.identifier().equals("AE")) {
            PointSet empty = points.copy();
            empty.removeAll(stones);
            if (!empty.isEmpty()) {
                warn(property, "point " + grid.name(empty.first()) + " is already empty");
            }
        } else {
            int occupied = firstCommon(points, stones);
            if (occupied >= 0) {
                warn(property, "point " + grid.name(occupied) + " already has a stone; the new one replaces it");
            }
        }
    }

    private void warn(SgfProperty property, String problem) {
        warnings.add(property.position(), property.identifier(), problem);
    }

    /** Returns the first point that is in both sets, or -1. */
    private static int firstCommon(PointSet points, PointSet others) {
        PointSet common = points.copy();
        common.retainAll(others);
        return common.isEmpty() ? -1 : common.first();
    }

    private void set(String identifier, PointSet points) {
        black.removeAll(points);
        white.removeAll(points);
        if (identifier.equals("AB")) {
            black.addAll(points);
        } else if (identifier.equals("AW")) {
            white.addAll(points);
        }
    }

    /**
     * Plays {@code moves}, legal or not. A stone on an occupied point replaces the other one. Chains without liberties
     * are removed, those of the opponent first.
     */
    void play(List<RecordedMove> moves) {
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(black, white);
        for (RecordedMove move : moves) {
            if (move.move() != grid.pass()) {
                if (board.colorAt(move.move()) != Color.EMPTY) {
                    removeStone(board, move.move());
                }
                board.place(move.move(), move.color());
            }
        }
        copyStones(board);
    }

    private void removeStone(Board board, int point) {
        copyStones(board);
        black.remove(point);
        white.remove(point);
        board.clear();
        board.setUp(black, white);
    }

    private void copyStones(Board board) {
        black.copyFrom(board.points(Color.BLACK));
        white.copyFrom(board.points(Color.WHITE));
    }

    /** Returns the number of black stones. */
    int blackStoneCount() {
        return black.size();
    }

    /**
     * Returns the position.
     *
     * @throws SgfException if a chain has no liberty
     */
    Setup setup(int playerToMove) throws SgfException {
        try {
            return Setup.of(grid, black, white, playerToMove);
        } catch (IllegalArgumentException e) {
            throw new SgfException(lastPosition, lastIdentifier, String.valueOf(e.getMessage()));
        }
    }
}
