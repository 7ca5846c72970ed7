package dev.tengen.cgt;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A wall of a thermograph: a continuous, piecewise linear function from the temperature, from 0, to a value.
 *
 * <p>Immutable. Two walls are equal if they are the same function.
 */
public final class ThermographWall {
    private final List<Piece> pieces;

    private ThermographWall(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
    }

    /** Returns the vertical wall at {@code value}. */
    static ThermographWall vertical(Dyadic value) {
        return new ThermographWall(List.of(new Piece(Dyadic.ZERO, value, 0)));
    }

    /** Returns the pieces by rising temperature; the last one has no end. Neighboring pieces have different slopes. */
    public List<Piece> pieces() {
        return pieces;
    }

    /**
     * Returns the value at {@code temperature}.
     *
     * @throws InvalidValueException if the temperature is below 0
     */
    public Dyadic at(Dyadic temperature) {
        if (temperature.signum() < 0) {
            throw InvalidValueException.outside("temperature", temperature, 0, Long.MAX_VALUE);
        }
        return pieceAt(temperature).at(temperature);
    }

    private Piece pieceAt(Dyadic temperature) {
        int last = pieces.size() - 1;
        while (last > 0 && pieces.get(last).from.compareTo(temperature) > 0) {
            last--;
        }
        return pieces.get(last);
    }

    /** Returns this wall with {@code slope} times the temperature added. */
    ThermographWall tilted(int slope) {
        return new ThermographWall(pieces.stream()
                .map(piece -> new Piece(piece.from, piece.value.plus(piece.from.times(slope)), piece.slope + slope))
                .toList());
    }

    /** Returns this wall up to {@code temperature}, with a mast from there. */
    ThermographWall withMastFrom(Dyadic temperature) {
        List<Piece> lower = new ArrayList<>(pieces);
        lower.removeIf(piece -> piece.from.compareTo(temperature) >= 0);
        append(lower, new Piece(temperature, at(temperature), 0));
        return new ThermographWall(lower);
    }

    /** Returns the pointwise maximum of two walls. */
    static ThermographWall max(ThermographWall a, ThermographWall b) {
        List<Piece> highest = new ArrayList<>();
        for (Dyadic from : temperatures(a, b)) {
            Piece p = a.pieceAt(from).startingAt(from);
            Piece q = b.pieceAt(from).startingAt(from);
            int order = p.value.compareTo(q.value);
            append(highest, order > 0 || (order == 0 && p.slope >= q.slope) ? p : q);
        }
        return new ThermographWall(highest);
    }

    /** Returns the pointwise minimum of two walls. */
    static ThermographWall min(ThermographWall a, ThermographWall b) {
        return max(a.negated(), b.negated()).negated();
    }

    /** Returns the lowest temperature at which {@code left} is not above {@code right}; there must be one. */
    static Dyadic joinTemperature(ThermographWall left, ThermographWall right) {
        return temperatures(left, right).stream()
                .filter(temperature -> left.at(temperature).compareTo(right.at(temperature)) <= 0)
                .findFirst()
                .orElseThrow();
    }

    /** Returns, in rising order, the temperatures at which one of the walls bends or the two of them cross. */
    private static SortedSet<Dyadic> temperatures(ThermographWall a, ThermographWall b) {
        TreeSet<Dyadic> bends = new TreeSet<>();
        a.pieces.forEach(piece -> bends.add(piece.from));
        b.pieces.forEach(piece -> bends.add(piece.from));
        TreeSet<Dyadic> all = new TreeSet<>(bends);
        for (Dyadic from : bends) {
            Optional<Dyadic> end = Optional.ofNullable(bends.higher(from));
            crossing(a.pieceAt(from).startingAt(from), b.pieceAt(from).startingAt(from))
                    .filter(crossing -> end.isEmpty() || crossing.compareTo(end.get()) < 0)
                    .ifPresent(all::add);
        }
        return all;
    }

    /**
     * Returns the temperature at which two pieces that start at the same temperature cross above it; empty if they do
     * not.
     */
    private static Optional<Dyadic> crossing(Piece p, Piece q) {
        Dyadic gap = q.value.minus(p.value);
        int closing = p.slope - q.slope;
        if (gap.signum() == 0 || gap.signum() != Integer.signum(closing)) {
            return Optional.empty();
        }
        // Slopes are -1, 0 or 1, so two walls approach each other by 1 or 2 per degree.
        Dyadic height = Math.abs(closing) == 2 ? gap.abs().half() : gap.abs();
        return Optional.of(p.from.plus(height));
    }

    /** Appends a piece that starts where the last one ends, unless it has the same slope. */
    private static void append(List<Piece> pieces, Piece piece) {
        if (pieces.isEmpty() || pieces.get(pieces.size() - 1).slope != piece.slope) {
            pieces.add(piece);
        }
    }

    private ThermographWall negated() {
        return new ThermographWall(pieces.stream()
                .map(piece -> new Piece(piece.from, piece.value.negate(), -piece.slope))
                .toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ThermographWall wall && pieces.equals(wall.pieces);
    }

    @Override
    public int hashCode() {
        return pieces.hashCode();
    }

    /** Returns the bends as pairs of temperature and value, such as {@code (0, 3) (3/4, 9/4)}. */
    @Override
    public String toString() {
        return String.join(
                " ",
                pieces.stream()
                        .map(piece -> "(" + piece.from + ", " + piece.value + ")")
                        .toList());
    }

    /**
     * A linear piece of a wall.
     *
     * @param from the temperature at which it starts
     * @param value the value at that temperature
     * @param slope the change of the value per degree: −1, 0 or 1
     */
    public record Piece(Dyadic from, Dyadic value, int slope) {
        private Dyadic at(Dyadic temperature) {
            return value.plus(temperature.minus(from).times(slope));
        }

        private Piece startingAt(Dyadic temperature) {
            return new Piece(temperature, at(temperature), slope);
        }
    }
}
