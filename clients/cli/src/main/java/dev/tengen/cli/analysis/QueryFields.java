package dev.tengen.cli.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.sgf.RecordedMove;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The fields of a query or of an object in it, with their types checked. */
final class QueryFields {
    private static final String MOVES = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";
    private static final double NANOS_PER_SECOND = 1e9;

    private final JsonNode object;

    QueryFields(JsonNode object) {
        this.object = object;
    }

    boolean has(String field) {
        return object.has(field);
    }

    /** Returns the value of a field, if the query has it. */
    Optional<JsonNode> value(String field) {
        return Optional.ofNullable(object.get(field));
    }

    /** Returns an integer within a range; {@code absent} if there is no such field. */
    long integer(String field, long min, long max, long absent, String message) throws QueryException {
        JsonNode value = object.get(field);
        if (value == null) {
            return absent;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            throw new QueryException(field, message);
        }
        return value.longValue();
    }

    /** Returns a boolean; false if there is no such field. */
    boolean truth(String field) throws QueryException {
        JsonNode value = object.get(field);
        if (value != null && !value.isBoolean()) {
            throw new QueryException(field, "Must be a boolean");
        }
        return value != null && value.booleanValue();
    }

    /** Returns a number of seconds, in nanoseconds; empty if there is no such field. */
    OptionalLong seconds(String field) throws QueryException {
        JsonNode value = object.get(field);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!value.isNumber() || !(value.doubleValue() >= 0.001) || value.doubleValue() > 1_000_000) {
            throw new QueryException(field, "Must be number of seconds from 0.001 to 1000000.0");
        }
        return OptionalLong.of(Math.round(value.doubleValue() * NANOS_PER_SECOND));
    }

    /** Returns an array of integers; empty if there is no such field. */
    Optional<List<Integer>> integers(String field, String message) throws QueryException {
        JsonNode value = object.get(field);
        if (value == null) {
            return Optional.empty();
        }
        List<Integer> integers = new ArrayList<>();
        for (JsonNode element : elements(field, value, message)) {
            if (!element.isIntegralNumber() || !element.canConvertToInt()) {
                throw new QueryException(field, message);
            }
            integers.add(element.intValue());
        }
        return Optional.of(integers);
    }

    private static JsonNode elements(String field, JsonNode value, String message) throws QueryException {
        if (!value.isArray()) {
            throw new QueryException(field, message);
        }
        return value;
    }

    /** Returns a color. */
    int player(String field) throws QueryException {
        Optional<Integer> color = color(object.path(field).asText(""));
        return color.orElseThrow(() -> new QueryException(field, "Must be \"b\" or \"w\""));
    }

    private static Optional<Integer> color(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "b", "black" -> Optional.of(Color.BLACK);
            case "w", "white" -> Optional.of(Color.WHITE);
            default -> Optional.empty();
        };
    }

    /** Returns pairs of a color and a vertex; empty if there is no such field. */
    List<RecordedMove> moves(String field, Grid grid, boolean isPassAllowed) throws QueryException {
        List<RecordedMove> moves = new ArrayList<>();
        JsonNode value = object.get(field);
        if (value == null) {
            return moves;
        }
        for (JsonNode pair : elements(field, value, MOVES)) {
            if (!pair.isArray()
                    || pair.size() != 2
                    || !pair.get(0).isTextual()
                    || !pair.get(1).isTextual()) {
                throw new QueryException(field, MOVES);
            }
            String player = pair.get(0).textValue();
            int color = color(player).orElseThrow(() -> new QueryException(field, "Could not parse player: " + player));
            moves.add(new RecordedMove(color, vertex(field, pair.get(1).textValue(), grid, isPassAllowed)));
        }
        return moves;
    }

    /** Returns an array of vertices. */
    List<Integer> vertices(String field, Grid grid) throws QueryException {
        String message = "Must be an array of GTP board vertices";
        List<Integer> vertices = new ArrayList<>();
        for (JsonNode name : elements(field, object.path(field), message)) {
            if (!name.isTextual()) {
                throw new QueryException(field, message);
            }
            vertices.add(vertex(field, name.textValue(), grid, true));
        }
        return vertices;
    }

    private static int vertex(String field, String name, Grid grid, boolean isPassAllowed) throws QueryException {
        try {
            int vertex = grid.point(name);
            if (vertex != grid.pass() || isPassAllowed) {
                return vertex;
            }
        } catch (InvalidValueException e) {
            // Reported below, like a pass where none is allowed.
        }
        throw new QueryException(field, "Could not parse board location: " + name);
    }
}
