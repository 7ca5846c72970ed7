package dev.tengen.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.board.Color;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Games of people at the page against built-in players and engines: sessions like all others, so that they can be watched.
 * The page moves in sessions that it made itself, and in no others.
 */
final class HumanSessions {
    private static final int MAX_REMEMBERED = 10_000;

    private final Sessions sessions;
    private final Cache<String, Integer> humans =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    HumanSessions(Sessions sessions) {
        this.sessions = sessions;
    }

    /** Returns the color that the page plays in a session, {@link Color#EMPTY} where it plays none. */
    int human(String id) {
        Integer color = humans.getIfPresent(id);
        return color == null ? Color.EMPTY : color;
    }

    /** Makes the session that is asked for, and returns its id. */
    ObjectNode begin(NewGameRequest wanted) {
        Session session = sessions.create(
                wanted.spec(sessions.opponent(wanted.opponent())), wanted.rulesPreset(), OptionalLong.empty());
        String id = session.id();
        humans.put(id, wanted.color());
        return JsonNodeFactory.instance.objectNode().put("session", id);
    }

    /** Plays a move in the session called {@code id}. */
    ObjectNode play(String id, MoveRequest move) {
        Session session = sessions.find(id);
        if (human(id) == Color.EMPTY) {
            throw new PageException(403, "NOT_YOURS", "nobody at the page plays in this session", "session");
        }
        session.step(move.action(), OptionalInt.of(move.moveNumber()));
        return JsonNodeFactory.instance.objectNode();
    }
}
