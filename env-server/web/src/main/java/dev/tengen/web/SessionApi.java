package dev.tengen.web;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.SessionView;
import dev.tengen.server.session.SessionWatcher;
import dev.tengen.server.session.Sessions;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The sessions of the server, as the page shows them, and the games that people play at the page against built-in
 * players and engines. Such a game is an ordinary session. The page moves only in sessions that it created.
 */
final class SessionApi implements GameApi<String> {
    private static final int MAX_LISTED = 200;

    private static final GamePermissions PERMISSIONS = new GamePermissions(
            PagePermission.SEE_SESSION,
            PagePermission.OBSERVE_SESSION,
            PagePermission.WATCH_SESSION,
            PagePermission.EXPORT_SESSION,
            PagePermission.STEP_SESSION);

    private final Sessions sessions;

    SessionApi(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public GamePermissions permissions() {
        return PERMISSIONS;
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
     * @param episode the number of the episode; 0 until the first reset
     * @param moveNumber the number of moves made in the episode
     * @param isOver whether the episode has ended
     */
    record SessionJson(String id, int width, int height, long episode, int moveNumber, boolean isOver) {}

    /** Returns the open sessions that {@code reader} may use, newest first. */
    SessionList list(Principal reader) {
        List<SessionJson> list = sessions.directory().newest(reader, MAX_LISTED).stream()
                .map(entry -> new SessionJson(
                        entry.id(),
                        entry.grid().width(),
                        entry.grid().height(),
                        entry.episode(),
                        entry.moveNumber(),
                        entry.endReason() != EndReason.NONE))
                .toList();
        return new SessionList(sessions.openCount(reader), list);
    }

    /** Returns the color of the person at the page; {@link Color#EMPTY} if nobody plays there. */
    private static int color(Optional<PageOrigin> start) {
        return start.map(known -> known.request().color()).orElse(Color.EMPTY);
    }

    private static boolean isUndoAllowed(Optional<PageOrigin> start) {
        return start.filter(known -> known.request().isUndoAllowed()).isPresent();
    }

    @Override
    public long memoryBytes(Principal reader, String id) {
        return sessions.call(reader, id, Session::viewBytes);
    }

    @Override
    public DisplayedGame shown(Principal reader, String id) {
        return sessions.call(reader, id, session -> shown(session.view(), PageOrigin.of(session.origin())));
    }

    private static DisplayedGame shown(SessionView view, Optional<PageOrigin> start) {
        return new DisplayedGame(
                view.game(),
                view.preset().presetName(),
                view.episode(),
                List.of(),
                player(Color.BLACK, view.spec(), start),
                player(Color.WHITE, view.spec(), start),
                view.result(),
                view.endReason() == EndReason.NONE ? "" : view.endReason().name(),
                view.endMessage(),
                color(start),
                isUndoAllowed(start) && view.canUndo(),
                start.map(PageOrigin::request).orElse(null),
                null,
                null);
    }

    private static String player(int color, EnvironmentSpec spec, Optional<PageOrigin> start) {
        return spec.opponent()
                .filter(opponent -> opponent.color() == color)
                .map(opponent -> opponent.player().playerName())
                .orElseGet(() ->
                        color(start) == color ? start.map(PageOrigin::name).orElse("") : "");
    }

    @Override
    public RecordFile record(Principal reader, String id) {
        return sessions.call(
                reader,
                id,
                session -> recordFile(
                        id,
                        session.spec(),
                        PageOrigin.of(session.origin()),
                        session.read(environment -> new Recorded(
                                EpisodeSgf.record(environment, session.preset()), environment.episode()))));
    }

    /** A record, and the episode that it is of. */
    private record Recorded(GameRecord record, long episode) {}

    private static RecordFile recordFile(
            String id, EnvironmentSpec spec, Optional<PageOrigin> start, Recorded recorded) {
        String black = player(Color.BLACK, spec, start);
        String white = player(Color.WHITE, spec, start);
        Optional<String> date = start.flatMap(known -> known.date(recorded.episode()));
        String sgf = recorded.record()
                .with(GameText.BLACK_PLAYER, Optional.of(black))
                .with(GameText.WHITE_PLAYER, Optional.of(white))
                .with(GameText.DATE, date)
                .toSgf();
        boolean isNamed = !black.isEmpty() || !white.isEmpty();
        String name = isNamed ? RecordFile.name(black, white, spec.grid(), date) : RecordFile.name(id, spec.grid());
        return new RecordFile(name, sgf);
    }

    /** A session that was created, by its id. */
    record NewSession(String session) {}

    /** Creates the session for {@code wanted}, which belongs to {@code player}. */
    NewSession create(Principal player, NewGameRequest wanted) {
        EnvironmentSpec spec = wanted.spec(sessions.opponent(wanted.opponent()));
        PageOrigin origin = new PageOrigin(HumanEntrant.name(player), wanted, Instant.now());
        SessionOpening opening = new SessionOpening(player, sessions.idleTimeout(0)).withOrigin(origin.text());
        try (SessionLease lease = sessions.create(opening, spec, wanted.rulesPreset(), OptionalLong.empty())) {
            try {
                lease.session().awaitDurable();
            } catch (RuntimeException | Error e) {
                sessions.discard(lease.session()); // Nobody gets to know its id.
                throw e;
            }
            return new NewSession(lease.session().id());
        }
    }

    /** Plays the move in this process, through {@link Session#step} and not over gRPC. */
    @Override
    public void play(Principal player, String id, MoveRequest move) {
        played(player, id, session -> session.step(move.action(), at(move.moveNumber())));
    }

    /**
     * Takes back moves that {@code player} made at the page, with the replies.
     *
     * @throws HttpException if nobody at the page plays in the session, or the game was started without undo
     * @throws dev.tengen.server.error.CallException if the session is at another move number, or cannot take back moves
     * @throws dev.tengen.base.InvalidValueException if the count is not allowed
     */
    void undo(Principal player, String id, UndoRequest undo) {
        played(player, id, session -> {
            if (!isUndoAllowed(PageOrigin.of(session.origin()))) {
                throw new HttpException(409, "UNDO_NOT_ALLOWED", "the game was started without undo", "undo");
            }
            session.undo(undo.moveCount(), at(undo.moveNumber()));
        });
    }

    /**
     * Proposes dead stones for {@code player}, who plays at the page.
     *
     * @throws HttpException if nobody at the page plays in the session
     * @throws dev.tengen.server.error.CallException if the session is at another move number, or play has not ended
     * @throws dev.tengen.base.InvalidValueException if the stones are not complete chains
     */
    void proposeDead(Principal player, String id, DeadStonesRequest dead) {
        played(
                player,
                id,
                session -> session.proposeDead(
                        DeadStonesRequest.stones(
                                "points", dead.points(), session.spec().grid()),
                        at(dead.moveNumber())));
    }

    private static ExpectedState at(int moveNumber) {
        return new ExpectedState(OptionalLong.empty(), OptionalInt.of(moveNumber));
    }

    private void played(Principal player, String id, Consumer<Session> call) {
        try (SessionLease lease = sessions.lease(player, id)) {
            if (PageOrigin.of(lease.session().origin()).isEmpty()) {
                throw new HttpException(403, "NOT_YOURS", "nobody at the page plays in this session", "session");
            }
            call.accept(lease.session());
            lease.session().releaseOpponentOfEndedEpisode(); // Ended games must not keep all processes of an engine.
            lease.session().awaitDurable();
        }
    }

    @Override
    public StateSource live(Principal reader, String id) {
        return new LiveSession(reader, id);
    }

    /**
     * A session and its states. When it has left the memory of this server, the next state is read where it is watched
     * again.
     */
    private final class LiveSession implements StateSource {
        private final Principal reader;
        private final String id;
        private final AtomicBoolean hasLeft = new AtomicBoolean();
        private Runnable changed = () -> {};
        private Runnable unwatch = () -> {};
        private boolean isUnwatched;

        LiveSession(Principal reader, String id) {
            this.reader = reader;
            this.id = id;
        }

        @Override
        public Object key() {
            return List.of("session", reader, id);
        }

        @Override
        public Optional<Object> game() {
            return Optional.of(id);
        }

        @Override
        public Optional<Object> state() {
            return StateSource.unlessGone(() -> {
                if (hasLeft.get()) {
                    begin();
                }
                return GameJson.of(shown(reader, id));
            });
        }

        @Override
        public synchronized Runnable watch(Runnable listener) {
            changed = listener;
            StateSource.unlessGone(() -> {
                begin();
                return id;
            });
            return this::end;
        }

        private synchronized void begin() {
            if (isUnwatched) {
                return;
            }
            Runnable listener = changed;
            SessionWatcher watcher = new SessionWatcher() {
                @Override
                public void changed(Environment environment) {
                    listener.run();
                }

                @Override
                public void ended() {
                    listener.run();
                }

                @Override
                public void left() {
                    hasLeft.set(true);
                    listener.run();
                }
            };
            try (SessionLease lease = sessions.leaseWithoutUse(reader, id)) {
                Session session = lease.session();
                hasLeft.set(false); // First, since it may leave at once.
                session.addWatcher(watcher);
                unwatch = () -> session.removeWatcher(watcher);
            }
        }

        private synchronized void end() {
            isUnwatched = true;
            unwatch.run();
        }
    }
}
