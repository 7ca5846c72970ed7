package dev.tengen.planes;

import dev.tengen.board.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The catalogue of encodings by name. */
public final class Encodings {
    private static final Map<String, Entry> CATALOGUE = new LinkedHashMap<>();

    static {
        add(AlphaZero17.SPEC, AlphaZero17::new);
    }

    private Encodings() {}

    private static void add(EncodingSpec spec, Function<Grid, Encoding> maker) {
        CATALOGUE.put(spec.name(), new Entry(spec, maker));
    }

    /** Returns the specs of all encodings. */
    public static List<EncodingSpec> specs() {
        return CATALOGUE.values().stream().map(Entry::spec).toList();
    }

    /** Returns the names of all encodings. */
    public static List<String> names() {
        return List.copyOf(CATALOGUE.keySet());
    }

    /** Returns a new encoding called {@code name} for games on {@code grid}, if there is one of that name. */
    public static Optional<Encoding> named(String name, Grid grid) {
        return Optional.ofNullable(CATALOGUE.get(name))
                .map(entry -> entry.maker().apply(grid));
    }

    private record Entry(EncodingSpec spec, Function<Grid, Encoding> maker) {}
}
