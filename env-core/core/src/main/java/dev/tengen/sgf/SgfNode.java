package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A node of a game tree: its properties and its children. Immutable once its tree is built.
 *
 * <p>Nodes are compared by identity, because trees are as deep as games are long. To compare trees, compare
 * {@link SgfGame}s.
 */
public final class SgfNode {
    private final List<SgfProperty> properties;

    /** Grows only while the tree is built. */
    private List<SgfNode> children = List.of();

    /** Creates a node without children. */
    SgfNode(List<SgfProperty> properties) {
        this.properties = List.copyOf(properties);
    }

    /** Appends a child. */
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

    /** Returns the properties in order. No two have the same identifier. */
    public List<SgfProperty> properties() {
        return properties;
    }

    /** Returns the property {@code identifier}, in capital letters. */
    public Optional<SgfProperty> property(String identifier) {
        for (SgfProperty property : properties) {
            if (property.identifier().equals(identifier)) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    /** Returns the {@link SgfValue#text} of the first value of the property {@code identifier}. */
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

    /** Returns the properties as SGF text. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(";");
        properties.forEach(property -> property.writeTo(text));
        return text.toString();
    }
}
