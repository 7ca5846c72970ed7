package dev.tengen.client.arena;

import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The games of an agent on one stream, and their moves. Not thread-safe. */
final class AgentGames {
    private final Map<String, Known> games = new HashMap<>();

    /** A game and its moves so far. */
    private record Known(AgentGame game, List<Integer> actions) {}

    AgentGame begin(GameStart start) {
        Known known = new Known(ArenaConverter.game(start), new ArrayList<>(start.getActionsList()));
        games.put(start.getGameId(), known);
        return known.game;
    }

    AgentTurn turn(dev.tengen.proto.v1.AgentTurn message) {
        Known known = require(games.get(message.getGameId()), message.getGameId());
        known.actions.addAll(message.getActionsList());
        return ArenaConverter.turn(message, known.game, known.actions);
    }

    AgentGame end(GameEnd message) {
        return require(games.remove(message.getGameId()), message.getGameId()).game;
    }

    private static Known require(@Nullable Known known, String id) {
        if (known == null) {
            throw new IllegalStateException("the server sent a message about game " + id + " before its start");
        }
        return known;
    }
}
