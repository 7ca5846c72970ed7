package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A node of a game tree: properties, and a child for each way to go on. Immutable once its tree is made.
 *
 * <p>Two nodes are equal only if they are the same: trees are as deep as games are long. Games can be compared.
 */
public final class SgfNode {
    private final List<SgfProperty> properties;

    /** Grows only while the tree is made. */
    private List<SgfNode> children = List.of();

    /** Makes a node without children. */
    SgfNode(List<SgfProperty> properties) {
        this.properties = List.copyOf(properties);
    }

    /** Adds a child behind the others. */
    void add(SgfNode child) {
        if (children.isEmpty()) {
            children = List.of(child);
            return;
        }
        if (children.size() == 1) {
            children = new ArrayList<>(children);
        }
        children.add(child);
    }

    /** Returns the properties in their order; no two have the same identifier. */
    public List<SgfProperty> properties() {
        return properties;
    }

    /** Returns the property called {@code identifier}, which is in capital letters. */
    public Optional<SgfProperty> property(String identifier) {
        for (SgfProperty property : properties) {
            if (property.identifier().equals(identifier)) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    /** Returns the first value of the property called {@code identifier}, as {@link SgfValue#text} does. */
    public Optional<String> text(String identifier) {
        return property(identifier).map(SgfProperty::text);
    }

    /** Returns the children, the main line first. */
    public List<SgfNode> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the next node of the main line. */
    public Optional<SgfNode> next() {
        return children.isEmpty() ? Optional.empty() : Optional.of(children.get(0));
    }

    /** Returns the properties as they are written. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(";");
        properties.forEach(property -> property.writeTo(text));
        return text.toString();
    }
}
