package dev.tengen.cli.output;

import dev.tengen.arena.json.Json;
import java.io.PrintWriter;

/** Prints one JSON object per line. Keys are in snake_case, in the order of a record's components. */
public final class JsonOutput {
    private JsonOutput() {}

    /** Prints {@code value}, a record or a tree, as one line. */
    public static void print(PrintWriter out, Object value) {
        out.println(Json.text(value));
        out.flush();
    }
}
