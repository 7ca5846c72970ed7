package dev.tengen.cli.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.cli.analysis.AnalysisQuery.Warning;
import dev.tengen.cli.input.LineReader;
import dev.tengen.cli.input.LineTooLongException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An engine of KataGo's JSON analysis protocol. Queries come one a line; answers are one line each, in the order in
 * which the searches end.
 *
 * <p>Each position is searched with the same seed, so its final answer does not depend on other queries, unless time or
 * an action ends the search.
 */
final class AnalysisEngine {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final AnalysisSettings settings;
    private final AnalysisOutput output;
    private final AnalysisQueue queue;

    AnalysisEngine(AnalysisSettings settings, PrintWriter out) {
        this.settings = settings;
        output = new AnalysisOutput(out);
        queue = new AnalysisQueue(settings.threadCount());
    }

    /**
     * Answers every line of {@code in} until the end of input or until nobody reads the answers, and waits for the
     * searches.
     *
     * @param isQuitAtOnce whether searches are terminated at the end of input, instead of finished
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void run(BufferedReader in, boolean isQuitAtOnce) throws IOException, InterruptedException {
        try {
            read(new LineReader(in));
        } finally {
            if (isQuitAtOnce || output.isBroken()) {
                queue.terminate(task -> true);
            }
            queue.finish();
        }
    }

    private void read(LineReader lines) throws IOException {
        boolean isEnd = false;
        while (!isEnd) {
            try {
                String line = lines.next();
                if (line != null && !line.isBlank()) {
                    answer(line);
                }
                isEnd = line == null || output.isBroken();
            } catch (LineTooLongException e) {
                output.error(String.valueOf(e.getMessage()));
            }
        }
    }

    private void answer(String line) {
        JsonNode request;
        try {
            request = MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            output.error(e.getOriginalMessage() + " - could not parse input line as json request: " + line);
            return;
        }
        if (!(request instanceof ObjectNode object)) {
            output.error("Request line was valid json but was not an object, ignoring: " + request);
        } else if (!object.path("id").isTextual()) {
            output.error("Request must have a string \"id\" field");
        } else {
            answer(object);
        }
    }

    private void answer(ObjectNode object) {
        String id = object.get("id").textValue();
        try {
            if (object.path("action").isTextual()) {
                act(object);
            } else {
                analyze(id, object);
            }
        } catch (QueryException e) {
            output.error(id, e.field(), String.valueOf(e.getMessage()));
        }
    }

    private void act(ObjectNode object) throws QueryException {
        switch (object.get("action").textValue()) {
            case "query_version" -> object.put("version", settings.version()).put("git_hash", "<omitted>");
            case "query_models" -> object.putArray("models");
            case "clear_cache" -> {
                // There is no cache: each search begins anew.
            }
            case "terminate" -> terminate(object);
            case "terminate_all" -> queue.terminate(turns(object));
            default -> {
                output.error(
                        "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or"
                                + " 'terminate_all'");
                return;
            }
        }
        output.write(object);
    }

    private void terminate(ObjectNode object) throws QueryException {
        JsonNode id = object.path("terminateId");
        if (!id.isTextual()) {
            throw new QueryException(
                    "terminateId", "Requests for a terminate action must have a string \"terminateId\" field");
        }
        queue.terminate(turns(object).and(task -> task.id().equals(id.textValue())));
    }

    /** Returns whether a task belongs to the turns that the action names; it means all turns if it names none. */
    private static Predicate<PositionTask> turns(ObjectNode object) throws QueryException {
        QueryFields fields = new QueryFields(object);
        String message = "If provided, must be an array of integers indicating turns to terminate";
        Set<Integer> turns = new HashSet<>();
        fields.integers("turnNumbers", message).ifPresent(turns::addAll);
        return fields.has("turnNumbers") ? task -> turns.contains(task.turnNumber()) : task -> true;
    }

    private void analyze(String id, ObjectNode object) throws QueryException {
        AnalysisQuery query = QueryParser.parse(object, settings, output);
        for (Warning warning : query.warnings()) {
            output.warning(id, warning.field(), warning.message());
        }
        if (!queue.addAll(query.tasks())) {
            throw new QueryException(
                    "analyzeTurns",
                    "More than " + AnalysisQueue.MAX_OPEN_COUNT + " positions would wait; send it again later");
        }
    }
}
