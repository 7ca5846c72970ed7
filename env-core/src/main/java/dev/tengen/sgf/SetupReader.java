package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Collects the stones that nodes before the first move set up (AB, AW, AE), and who is to move (PL).
 *
 * <p>Each node writes over what the ones before it left. Nothing is captured.
 */
final class SetupReader {
    private static final List<String> STONE_IDENTIFIERS = List.of("AB", "AW", "AE");

    private final Grid grid;
    private final PointReader pointReader;
    private final PointSet black;
    private final PointSet white;
    private SgfPosition lastPosition = SgfPosition.START;

    SetupReader(Grid grid, PointReader pointReader) {
        this.grid = grid;
        this.pointReader = pointReader;
        this.black = new PointSet(grid);
        this.white = new PointSet(grid);
    }

    /** Returns the first property of {@code node} that sets up or takes away stones. */
    static Optional<SgfProperty> stones(SgfNode node) {
        return STONE_IDENTIFIERS.stream()
                .flatMap(identifier -> node.property(identifier).stream())
                .findFirst();
    }

    /** Returns the color that the PL property of {@code node} names, if it has one. */
    static OptionalInt player(SgfNode node) throws SgfException {
        Optional<SgfProperty> property = node.property("PL");
        if (property.isEmpty()) {
            return OptionalInt.empty();
        }
        SgfValue value = property.get().onlyValue();
        return OptionalInt.of(
                switch (value.simpleText().strip().toLowerCase(Locale.ROOT)) {
                    case "b", "black" -> Color.BLACK;
                    case "w", "white" -> Color.WHITE;
                    default ->
                        throw new SgfException(
                                value.position(),
                                "PL: " + SgfException.quote(value.simpleText()) + " is neither \"B\" nor \"W\"");
                });
    }

    /**
     * Applies the set-up of one node.
     *
     * @throws SgfException if a value is no point of the grid or a point gets two colors
     */
    void apply(SgfNode node) throws SgfException {
        PointSet touched = new PointSet(grid);
        for (String identifier : STONE_IDENTIFIERS) {
            Optional<SgfProperty> property = node.property(identifier);
            if (property.isPresent()) {
                PointSet points = new PointSet(grid);
                pointReader.addPoints(property.get(), points);
                requireDisjoint(points, touched, property.get());
                touched.addAll(points);
                set(identifier, points);
                lastPosition = property.get().position();
            }
        }
    }

    private void requireDisjoint(PointSet points, PointSet touched, SgfProperty property) throws SgfException {
        PointSet common = points.copy();
        common.retainAll(touched);
        if (!common.isEmpty()) {
            throw new SgfException(
                    property.position(),
                    property.identifier() + ": point " + grid.name(common.first()) + " is set up twice in this node");
        }
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

    /** Returns whether a black stone is on the board. */
    boolean hasBlackStones() {
        return !black.isEmpty();
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
            throw new SgfException(lastPosition, "set-up stones: " + e.getMessage());
        }
    }
}
