package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a node during parsing. Its properties keep the order in which they first occur in the text. */
final class NodeBuilder {
    /** Up to this many properties are searched linearly. */
    private static final int FEW = 8;

    private final List<PropertyBuilder> properties = new ArrayList<>(2);

    /** The indices of the properties after the first few. A hostile text may have very many. */
    private final Map<String, Integer> otherIndices = new HashMap<>(0);

    boolean has(String identifier) {
        return indexOf(identifier) >= 0;
    }

    private int indexOf(String identifier) {
        int few = Math.min(FEW, properties.size());
        for (int i = 0; i < few; i++) {
            if (properties.get(i).identifier.equals(identifier)) {
                return i;
            }
        }
        return otherIndices.getOrDefault(identifier, -1);
    }

    /** Adds a value to the property {@code identifier}. If the property is new, it is at {@code position}. */
    void add(String identifier, SgfPosition position, SgfValue value, SgfPosition valuePosition) {
        int index = indexOf(identifier);
        if (index < 0) {
            index = properties.size();
            properties.add(new PropertyBuilder(identifier, position));
            if (index >= FEW) {
                otherIndices.put(identifier, index);
            }
        }
        properties.get(index).add(value, valuePosition);
    }

    Optional<SgfProperty> property(String identifier) {
        int index = indexOf(identifier);
        return index < 0 ? Optional.empty() : Optional.of(properties.get(index).toProperty());
    }

    /** Returns the node without the property {@code omitted}. */
    SgfNode toNodeWithout(String omitted) {
        List<SgfProperty> all = new ArrayList<>(properties.size());
        for (PropertyBuilder builder : properties) {
            if (!builder.identifier.equals(omitted)) {
                all.add(builder.toProperty());
            }
        }
        return new SgfNode(all);
    }

    private static final class PropertyBuilder {
        private final String identifier;
        private final List<SgfValue> values = new ArrayList<>(1);
        private long[] positions;

        PropertyBuilder(String identifier, SgfPosition position) {
            this.identifier = identifier;
            this.positions = new long[] {position.packed(), 0};
        }

        void add(SgfValue value, SgfPosition position) {
            values.add(value);
            if (positions.length <= values.size()) {
                positions = Arrays.copyOf(positions, 2 * positions.length);
            }
            positions[values.size()] = position.packed();
        }

        SgfProperty toProperty() {
            return new SgfProperty(identifier, values, Arrays.copyOf(positions, values.size() + 1));
        }
    }
}
