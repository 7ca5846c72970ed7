package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The properties of a node that is being read, in the order in which the text first names them. */
final class NodeDraft {
    private final Map<String, PropertyDraft> properties = new LinkedHashMap<>();

    boolean has(String identifier) {
        return properties.containsKey(identifier);
    }

    /** Adds a value to the property called {@code identifier}, which stands at {@code position} if it is new. */
    void add(String identifier, SgfPosition position, SgfValue value, SgfPosition valuePosition) {
        properties
                .computeIfAbsent(identifier, name -> new PropertyDraft(name, position))
                .add(value, valuePosition);
    }

    void remove(String identifier) {
        properties.remove(identifier);
    }

    Optional<SgfProperty> property(String identifier) {
        return Optional.ofNullable(properties.get(identifier)).map(PropertyDraft::toProperty);
    }

    SgfNode toNode() {
        return new SgfNode(
                properties.values().stream().map(PropertyDraft::toProperty).toList());
    }

    private static final class PropertyDraft {
        private final String identifier;
        private final List<SgfValue> values = new ArrayList<>(1);
        private long[] positions;

        PropertyDraft(String identifier, SgfPosition position) {
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
