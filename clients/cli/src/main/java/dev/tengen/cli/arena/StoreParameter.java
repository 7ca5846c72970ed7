package dev.tengen.cli.arena;

import dev.tengen.arena.store.ArenaStore;
import dev.tengen.base.InvalidValueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Parameters;

/** The parameter for an existing store of tournaments. */
final class StoreParameter {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z]{2,}[A-Za-z:+.-]*://.*|jdbc:.*");
    private static final String FILE_SCHEME = "jdbc:sqlite:";
    private static final String FILE_NAME = "arena.db";

    @Parameters(
            index = "0",
            paramLabel = "STORE",
            description = "A result folder of arena run, an SQLite file, or a PostgreSQL URL.")
    private String place = "";

    /** Opens the store. Does not create one. */
    ArenaStore open() {
        return open(place);
    }

    /** Opens the store at {@code place}, a folder, a file or a URL. Does not create one. */
    static ArenaStore open(String place) {
        String file = place.startsWith(FILE_SCHEME) ? place.substring(FILE_SCHEME.length()) : place;
        if (SCHEME.matcher(file).matches()) {
            return ArenaStore.open(place);
        }
        Path path = Path.of(file);
        Path store = Files.isDirectory(path) ? path.resolve(FILE_NAME) : path;
        if (!Files.exists(store)) {
            throw InvalidValueException.because(
                    "there is no store at " + store, "STORE", place, "a folder, a file or a URL of a store");
        }
        return ArenaStore.open(store.toString());
    }
}
