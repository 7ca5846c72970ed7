package dev.tengen.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLook;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.session.Watcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sessions of the server, as the page shows them, and the games that people play at the page against built-in players and
 * engines. Such a game is an ordinary session. The page moves only in sessions that it created.
 */
final class SessionApi {
    private static final int MAX_LISTED = 200;
    private static final int MAX_REMEMBERED = 10_000;

    private final Sessions sessions;

    /** The color of the person, by session. */
    private final Cache<String, Integer> humans =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    SessionApi(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The open sessions.
     *
     * @param count the number of open sessions
     * @param sessions the newest of them, newest first
     */
    record SessionList(int count, List<SessionJson> sessions) {}

    /**
     * A session in the list.
     *
     * @param id the session
     * @param width the width of the board
     * @param height the height of the board
     * @param episode the number of the episode, from 1
     * @param moveNumber the number of moves made in the episode
     * @param isOver whether the episode has ended
     * @param human the color that somebody at the page plays; 0 for none
     */
    record SessionJson(String id, int width, int height, long episode, int moveNumber, boolean isOver, int human) {}

    /** Returns the open sessions, newest first. */
    SessionList list() {
        List<SessionJson> list = new ArrayList<>();
        for (SessionSummary summary : sessions.newest(MAX_LISTED)) {
            list.add(new SessionJson(
                    summary.getSessionId(),
                    summary.getWidth(),
                    summary.getHeight(),
                    summary.getEpisode(),
                    summary.getMoveNumber(),
                    summary.getEndReasonValue() != 0,
                    human(summary.getSessionId())));
        }
        Collections.reverse(list);
        return new SessionList(sessions.openCount(), list);
    }

    private int human(String id) {
        Integer color = humans.getIfPresent(id);
        return color == null ? Color.EMPTY : color;
    }

    /**
     * Returns the game of a session.
     *
     * @throws CallException if the session is not open
     */
    DisplayedGame shown(String id) {
        SessionLook look = sessions.get(id).look();
        EnvironmentSpec spec = look.spec();
        int human = human(id);
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
                null);
    }

    private static String player(int color, EnvironmentSpec spec, int human) {
        if (spec.hasOpponent() && spec.getOpponent().getColorValue() == color) {
            return spec.getOpponent().getPlayer();
        }
        return human == color ? "human" : "";
    }

    /** Returns the game record of a session as SGF. */
    String record(String id) {
        return sessions.get(id).exportRecord().getSgf();
    }

    /** Creates the session for {@code wanted}, and returns its id as JSON. */
    Map<String, String> create(NewGameRequest wanted) {
        CreateSessionRequest request =
                CreateSessionRequest.newBuilder().setSpec(wanted.session()).build();
        String id = sessions.create(request).getSessionId();
        humans.put(id, wanted.color());
        return Map.of("session", id);
    }

    /**
     * Plays a move in a session.
     *
     * @throws PageException if the page did not create the session
     */
    Map<String, String> play(String id, MoveRequest move) {
        Session session = sessions.get(id);
        if (human(id) == Color.EMPTY) {
            throw new PageException(403, "NOT_YOURS", "nobody at the page plays in this session", "session");
        }
        session.step(StepRequest.newBuilder()
                .setAction(move.action())
                .setExpectedMoveNumber(move.moveNumber())
                .build());
        return Map.of();
    }

    /** Returns the states of a session. */
    StateSource live(String id) {
        return new LiveSession(id);
    }

    private final class LiveSession implements StateSource {
        private final String id;

        LiveSession(String id) {
            this.id = id;
        }

        @Override
        public Optional<Object> state() {
            return StateSource.unlessGone(() -> GameJson.of(shown(id)));
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
            return StateSource.unlessGone(() -> {
                        Session session = sessions.get(id);
                        session.addWatcher(watcher);
                        return (Runnable) () -> session.removeWatcher(watcher);
                    })
                    .orElse(() -> {});
        }
    }
}
