package dev.tengen.cli.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/** Writes answers, one line each. Thread-safe. */
final class AnalysisOutput {
    private final PrintWriter out;

    AnalysisOutput(PrintWriter out) {
        this.out = out;
    }

    /** Writes an answer at once. */
    synchronized void write(JsonNode answer) {
        out.print(answer + "\n");
        out.flush();
    }

    /** Returns whether nobody reads the answers any longer. */
    synchronized boolean isBroken() {
        return out.checkError();
    }

    /** Writes an error that belongs to no query. */
    void error(String message) {
        write(object().put("error", message));
    }

    /** Writes the error of a field of the query {@code id}. */
    void error(String id, String field, String message) {
        write(object().put("error", message).put("field", field).put("id", id));
    }

    /** Writes a warning about a field of the query {@code id}. */
    void warning(String id, String field, String message) {
        write(object().put("warning", message).put("field", field).put("id", id));
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
