package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLook;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.session.Watcher;
import java.util.Optional;

/** The sessions of the server as the page shows them. */
final class SessionApi {
    /** More than anybody looks through. */
    private static final int MAX_LISTED = 200;

    private final Sessions sessions;
    private final HumanSessions play;

    SessionApi(Sessions sessions, HumanSessions play) {
        this.sessions = sessions;
        this.play = play;
    }

    /** Returns the open sessions, the newest first, and how many there are. */
    ObjectNode list() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("count", sessions.openCount());
        ArrayNode list = json.putArray("sessions");
        for (SessionSummary summary : sessions.newest(MAX_LISTED)) {
            list.insertObject(0)
                    .put("id", summary.getSessionId())
                    .put("width", summary.getWidth())
                    .put("height", summary.getHeight())
                    .put("episode", summary.getEpisode())
                    .put("moveNumber", summary.getMoveNumber())
                    .put("isOver", summary.getEndReasonValue() != 0)
                    .put("human", play.human(summary.getSessionId()));
        }
        return json;
    }

    /** Returns the game of a session. Throws {@link CallException} where it is not open. */
    DisplayedGame shown(String id) {
        SessionLook look = sessions.get(id).look();
        EnvironmentSpec spec = look.spec();
        int human = play.human(id);
        return new DisplayedGame(
                look.game(),
                spec.getRules().getPreset(),
                look.episode(),
                player(Color.BLACK, spec, human),
                player(Color.WHITE, spec, human),
                look.result(),
                look.endReason() == EndReason.NONE ? "" : look.endReason().name(),
                look.endMessage(),
                human,
                Optional.empty());
    }

    private static String player(int color, EnvironmentSpec spec, int human) {
        if (spec.hasOpponent() && spec.getOpponent().getColorValue() == color) {
            return spec.getOpponent().getPlayer();
        }
        return human == color ? "human" : "";
    }

    /** Returns the record of a session as SGF. */
    String record(String id) {
        return sessions.get(id).exportRecord().getSgf();
    }

    /** Returns a session as something to be told of. */
    StateSource live(String id) {
        return new LiveSession(id);
    }

    private final class LiveSession implements StateSource {
        private final String id;

        LiveSession(String id) {
            this.id = id;
        }

        @Override
        public Optional<JsonNode> state() {
            try {
                return Optional.of(GameJson.of(shown(id)));
            } catch (CallException e) {
                return Optional.empty();
            }
        }

        @Override
        public Runnable watch(Runnable changed) {
            Watcher watcher = new Watcher() {
                @Override
                public void changed(WatchResponse state) {
                    changed.run();
                }

                @Override
                public void ended() {
                    changed.run();
                }
            };
            try {
                Session session = sessions.get(id);
                session.addWatcher(watcher);
                return () -> session.removeWatcher(watcher);
            } catch (CallException e) {
                return () -> {};
            }
        }
    }
}
