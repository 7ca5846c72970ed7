package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionEntry;
import dev.tengen.server.session.SessionView;
import dev.tengen.server.session.SessionWatcher;
import dev.tengen.server.session.Sessions;
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
        for (SessionEntry entry : sessions.newest(MAX_LISTED)) {
            list.addObject()
                    .put("id", entry.id())
                    .put("width", entry.grid().width())
                    .put("height", entry.grid().height())
                    .put("episode", entry.episode())
                    .put("moveNumber", entry.moveNumber())
                    .put("isOver", entry.endReason() != EndReason.NONE)
                    .put("human", play.human(entry.id()));
        }
        return json;
    }

    /** Returns the game of a session. Throws {@link CallException} where it is not open. */
    DisplayedGame shown(String id) {
        SessionView view = sessions.find(id).view();
        int human = play.human(id);
        return new DisplayedGame(
                view.game(),
                view.preset().presetName(),
                view.episode(),
                player(Color.BLACK, view.spec(), human),
                player(Color.WHITE, view.spec(), human),
                view.result(),
                view.endReason() == EndReason.NONE ? "" : view.endReason().name(),
                view.endMessage(),
                human,
                Optional.empty());
    }

    private static String player(int color, EnvironmentSpec spec, int human) {
        return spec.opponent()
                .filter(opponent -> opponent.color() == color)
                .map(opponent -> opponent.player().playerName())
                .orElse(human == color ? "human" : "");
    }

    /** Returns the record of a session as SGF. */
    String record(String id) {
        Session session = sessions.find(id);
        return session.read(environment -> EpisodeSgf.toSgf(environment, session.preset()));
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
            SessionWatcher watcher = new SessionWatcher() {
                @Override
                public void changed(Environment environment) {
                    changed.run();
                }

                @Override
                public void ended() {
                    changed.run();
                }
            };
            try {
                Session session = sessions.find(id);
                session.addWatcher(watcher);
                return () -> session.removeWatcher(watcher);
            } catch (CallException e) {
                return () -> {};
            }
        }
    }
}
