package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A property of a node: its identifier and its values, of which there is at least one. Immutable. */
public final class SgfProperty {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Z][A-Z0-9]*");

    private final String identifier;
    private final List<SgfValue> values;

    /** The place of the identifier and those of the values, packed; empty if the property was not read from a text. */
    private final long[] positions;

    /** Makes a property; {@code positions} has the place of the identifier, then one for each value. */
    SgfProperty(String identifier, List<SgfValue> values, long... positions) {
        this.identifier = identifier;
        this.values = List.copyOf(values);
        this.positions = positions;
    }

    /** Returns a property with one value for each text. Throws as {@link #of(String, List)} does. */
    public static SgfProperty of(String identifier, String... texts) {
        return of(identifier, Arrays.stream(texts).map(SgfValue::of).toList());
    }

    /**
     * Returns a property.
     *
     * @throws IllegalArgumentException if {@code identifier} is not capital letters, and digits behind the first, or
     *     there is no value
     */
    public static SgfProperty of(String identifier, List<SgfValue> values) {
        if (!IDENTIFIER.matcher(identifier).matches()) {
            throw new IllegalArgumentException("identifier " + SgfException.quote(identifier)
                    + " is not capital letters, and digits behind the first");
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(identifier + " has no value; an empty one is \"\"");
        }
        return new SgfProperty(identifier, values);
    }

    /** Returns the identifier, without the lowercase letters that it may have in a text. */
    public String identifier() {
        return identifier;
    }

    /** Returns the values in the order of the text, those of all occurrences in the node together. */
    public List<SgfValue> values() {
        return values;
    }

    /** Returns the first value. */
    public SgfValue value() {
        return values.get(0);
    }

    /** Returns the first value as {@link SgfValue#text} does. */
    public String text() {
        return value().text();
    }

    /**
     * Returns the points of all values. A value is a point, or a rectangle given by two opposite corners with a colon
     * between, which FF[4] calls compressed. Empty values are skipped.
     *
     * @throws SgfException if a value is neither, or not on the grid
     */
    public PointSet points(Grid grid) throws SgfException {
        return new PointReader(grid).points(this);
    }

    /**
     * Returns the value of a property that can have only one. Saying the same twice is tolerated.
     *
     * @throws SgfException if there are several that differ
     */
    SgfValue onlyValue() throws SgfException {
        for (int i = 1; i < values.size(); i++) {
            if (!values.get(i).equals(values.get(0))) {
                throw error(
                        i,
                        "more than one value, where one is expected: "
                                + SgfException.quote(values.get(i).toString()));
            }
        }
        return values.get(0);
    }

    /** Returns the place where the identifier begins. */
    SgfPosition position() {
        return positions.length == 0 ? SgfPosition.NONE : SgfPosition.unpacked(positions[0]);
    }

    /** Returns the place of the opening bracket of value {@code index}, from 0. */
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

    /** Returns the property as it is written. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        writeTo(text);
        return text.toString();
    }

    /** Adds the property as it is written. */
    void writeTo(StringBuilder text) {
        text.append(identifier);
        values.forEach(value -> text.append('[').append(value).append(']'));
    }
}
