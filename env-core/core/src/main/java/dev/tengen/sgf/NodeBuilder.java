package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a node during parsing. Its properties keep the order in which they first occur in the text. */
final class NodeBuilder {
    private static final int INITIAL_CAPACITY = 4;

    private final Map<String, PropertyBuilder> properties = new LinkedHashMap<>(INITIAL_CAPACITY);

    boolean has(String identifier) {
        return properties.containsKey(identifier);
    }

    /** Adds a value to the property {@code identifier}. If the property is new, it is at {@code position}. */
    void add(String identifier, SgfPosition position, SgfValue value, SgfPosition valuePosition) {
        properties
                .computeIfAbsent(identifier, key -> new PropertyBuilder(key, position))
                .add(value, valuePosition);
    }

    Optional<SgfProperty> property(String identifier) {
        return Optional.ofNullable(properties.get(identifier)).map(PropertyBuilder::toProperty);
    }

    /** Returns the node without the property {@code omitted}. */
    SgfNode toNodeWithout(String omitted) {
        properties.remove(omitted);
        List<SgfProperty> all = new ArrayList<>(properties.size());
        properties.values().forEach(property -> all.add(property.toProperty()));
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
