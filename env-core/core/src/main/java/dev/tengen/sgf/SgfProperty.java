package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A property of a node: an identifier and one or more values. Immutable. */
public final class SgfProperty {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Z][A-Z0-9]*");

    private final String identifier;
    private final List<SgfValue> values;

    /** The packed positions of the identifier and of the values; empty if the property was not parsed from a text. */
    private final long[] positions;

    /** Creates a property. {@code positions} has the position of the identifier, then one for each value. */
    SgfProperty(String identifier, List<SgfValue> values, long... positions) {
        this.identifier = identifier;
        this.values = List.copyOf(values);
        this.positions = positions;
    }

    /**
     * Returns a property with one value for each text.
     *
     * @throws IllegalArgumentException if {@code identifier} does not consist of capital letters, with digits after the
     *     first, or there is no text
     */
    public static SgfProperty of(String identifier, String... texts) {
        return of(identifier, Arrays.stream(texts).map(SgfValue::of).toList());
    }

    /**
     * Returns a property.
     *
     * @throws IllegalArgumentException if {@code identifier} does not consist of capital letters, with digits after the
     *     first, or there is no value
     */
    public static SgfProperty of(String identifier, List<SgfValue> values) {
        if (!IDENTIFIER.matcher(identifier).matches()) {
            throw new IllegalArgumentException("identifier " + SgfException.quote(identifier)
                    + " does not consist of capital letters, with digits after the first");
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(identifier + " has no value; an empty value is \"\"");
        }
        return new SgfProperty(identifier, values);
    }

    /** Returns the identifier in capital letters. Lowercase letters in a text are dropped. */
    public String identifier() {
        return identifier;
    }

    /** Returns the values in the order of the text, from all occurrences in the node. */
    public List<SgfValue> values() {
        return values;
    }

    /** Returns the first value. */
    public SgfValue value() {
        return values.get(0);
    }

    /** Returns the {@link SgfValue#text} of the first value. */
    public String text() {
        return value().text();
    }

    /**
     * Returns the points of all values. A value is a point, or a rectangle as two opposite corners with a colon between
     * them, which FF[4] calls compressed. Empty values are skipped.
     *
     * @throws SgfException if a value is neither a point nor a rectangle, or not on the grid
     */
    public PointSet points(Grid grid) throws SgfException {
        return new PointReader(grid, new SgfWarning.Collector()).points(this);
    }

    /**
     * Returns the value of a property that may have only one. Equal values are accepted.
     *
     * @throws SgfException if there are different values
     */
    SgfValue onlyValue() throws SgfException {
        for (int i = 1; i < values.size(); i++) {
            if (!values.get(i).equals(values.get(0))) {
                throw error(
                        i,
                        "expected one value but found another: "
                                + SgfException.quote(values.get(i).toString()));
            }
        }
        return values.get(0);
    }

    /**
     * Returns the value of a property that may have only one. Of different values the first counts, with a warning.
     *
     * @throws SgfException in strict mode, if there are different values
     */
    SgfValue onlyValue(SgfWarning.Collector warnings) throws SgfException {
        for (int i = 1; i < values.size(); i++) {
            if (!values.get(i).equals(values.get(0))) {
                String found = SgfException.quote(values.get(i).toString());
                warnings.repaired(
                        position(i), identifier, "expected one value but found another: " + found, "the first counts");
            }
        }
        return values.get(0);
    }

    /** Returns the position of the identifier. */
    SgfPosition position() {
        return positions.length == 0 ? SgfPosition.NONE : SgfPosition.unpacked(positions[0]);
    }

    /** Returns the position of the opening bracket of value {@code index}, from 0. */
    SgfPosition position(int index) {
        return positions.length == 0 ? SgfPosition.NONE : SgfPosition.unpacked(positions[index + 1]);
    }

    /** Returns an error about value {@code index}, from 0. */
    SgfException error(int index, String problem) {
        return new SgfException(position(index), identifier, problem);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SgfProperty that && identifier.equals(that.identifier) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return 31 * identifier.hashCode() + values.hashCode();
    }

    /** Returns the property as SGF text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        writeTo(text);
        return text.toString();
    }

    /** Appends the property as SGF text. */
    void writeTo(StringBuilder text) {
        text.append(identifier);
        values.forEach(value -> text.append('[').append(value).append(']'));
    }
}
