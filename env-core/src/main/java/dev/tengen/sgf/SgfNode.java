package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node of a game tree: properties, and a child for each way to go on.
 *
 * <p>Two nodes are equal only if they are the same: trees are as deep as games are long, and nothing here recurses.
 */
final class SgfNode {
    private final Map<String, SgfProperty> properties = new LinkedHashMap<>();
    private final List<SgfNode> children = new ArrayList<>(1);

    /** Returns the property called {@code identifier}, made if it is not there: a repeated one adds to its values. */
    SgfProperty propertyToFill(String identifier, SgfPosition position) {
        return properties.computeIfAbsent(identifier, name -> new SgfProperty(name, position));
    }

    /** Adds a child behind the others. */
    void add(SgfNode child) {
        children.add(child);
    }

    /** Returns the property called {@code identifier}, which is in capital letters. */
    Optional<SgfProperty> property(String identifier) {
        return Optional.ofNullable(properties.get(identifier));
    }

    /** Returns the properties in the order in which the text first names them. */
    Collection<SgfProperty> properties() {
        return Collections.unmodifiableCollection(properties.values());
    }

    /** Returns the children, the main line first. */
    List<SgfNode> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the next node of the main line. */
    Optional<SgfNode> next() {
        return children.isEmpty() ? Optional.empty() : Optional.of(children.get(0));
    }
}
