package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A property of a node: its identifier and its values, of which there is at least one once it is read. */
final class SgfProperty {
    private final String identifier;
    private final SgfPosition position;
    private final List<SgfValue> values = new ArrayList<>(1);

    /** Makes a property without values; {@code identifier} has capital letters and digits only. */
    SgfProperty(String identifier, SgfPosition position) {
        this.identifier = identifier;
        this.position = position;
    }

    /** Adds a value behind the others. */
    void add(SgfValue value) {
        values.add(value);
    }

    /** Returns the identifier, without the lowercase letters that it may have in the text. */
    String identifier() {
        return identifier;
    }

    /** Returns the place where the identifier begins. */
    SgfPosition position() {
        return position;
    }

    /** Returns the values in the order of the text, those of all occurrences in the node together. */
    List<SgfValue> values() {
        return Collections.unmodifiableList(values);
    }

    /**
     * Returns the value of a property that can have only one. Saying the same twice is tolerated.
     *
     * @throws SgfException if there are several that differ
     */
    SgfValue onlyValue() throws SgfException {
        SgfValue first = values.get(0);
        for (SgfValue value : values) {
            if (!value.raw().equals(first.raw())) {
                throw new SgfException(
                        value.position(), identifier + " has more than one value: " + SgfException.quote(value.raw()));
            }
        }
        return first;
    }
}
