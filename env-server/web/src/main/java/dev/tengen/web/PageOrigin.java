package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.json.Json;
import dev.tengen.server.error.CallException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a person at the page started a game. It is kept with the session, also in a store, so that the page plays on
 * after a restart and at another server.
 *
 * @param name the person's name, see {@link HumanEntrant#name}
 * @param request the settings
 * @param at when
 */
record PageOrigin(String name, NewGameRequest request, Instant at) {
    private static final Logger LOG = LoggerFactory.getLogger(PageOrigin.class);

    /** What the text has at its start, so that other parts of the server can keep texts, too. */
    private static final String PREFIX = "page ";

    private record Text(String name, NewGameRequest.Body request, String at) {}

    /** Returns this as the text of a session. */
    String text() {
        return PREFIX + Json.text(new Text(name, request.body(), at.toString()));
    }

    /** Returns what the text of a session says; empty if the session was not opened at the page. */
    static Optional<PageOrigin> of(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        JsonNode tree = Json.parseOrText(text.substring(PREFIX.length()));
        try {
            return tree.path("request") instanceof ObjectNode request
                    ? Optional.of(new PageOrigin(
                            tree.path("name").asText(),
                            NewGameRequest.of(request),
                            Instant.parse(tree.path("at").asText())))
                    : Optional.empty();
        } catch (CallException | DateTimeException e) {
            LOG.debug("A game of the page was started by another version, and can only be watched", e);
            return Optional.empty();
        }
    }

    /** Returns the date of an episode; empty if it is not known. The first one begins when the session is created. */
    Optional<String> date(long episode) {
        return episode > 1 ? Optional.empty() : Optional.of(RecordFile.date(at));
    }
}
