package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TaskOptions;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionWatcher;
import dev.tengen.server.session.Sessions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of the gateway, by id. Each plays in one session of the server, whose limits, quotas, memory budget and
 * idle timeout hold for it: when that one ends, so does this. If that one only leaves the memory of this server,
 * because a store that is shared with other servers keeps it, this one stays known, and continues when the server has
 * the game again.
 *
 * <p>Calls run where those of gRPC do: short ones on the calling thread, and those that wait for an opponent on the
 * pool of players, in the order of their arrival. Thread-safe.
 */
public final class GatewaySessions {
    private static final Logger LOG = LoggerFactory.getLogger(GatewaySessions.class);
    private static final int ID_BYTES = 16;
    private static final int MAX_AWAY = 100_000;
    private static final GameOptions DEFAULT = GameOptionsReader.read(JsonNodeFactory.instance.objectNode());

    private final Sessions sessions;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, GatewaySession> open = new ConcurrentHashMap<>();

    /** The sessions whose games have left the memory of this server. Those that nobody uses would expire unnoticed. */
    private final Cache<String, GatewaySession> away;

    /** Creates an empty registry of games in {@code sessions}. */
    public GatewaySessions(Sessions sessions) {
        this.sessions = sessions;
        away = Caffeine.newBuilder()
                .maximumSize(MAX_AWAY)
                .expireAfterAccess(sessions.idleTimeout(0))
                .build();
    }

    /** Returns whether {@code session} is open. */
    public boolean isOpen(GatewaySession session) {
        return known(session.id()) != null;
    }

    private @Nullable GatewaySession known(String id) {
        GatewaySession session = open.get(id);
        return session == null ? away.getIfPresent(id) : session;
    }

    /**
     * Opens a session with a game of the default options.
     *
     * @param owner the principal it belongs to
     * @param isOfSocket whether a socket opens it for itself
     * @throws CallException if there are too many sessions
     */
    public GatewaySession open(Principal owner, boolean isOfSocket) {
        try (SessionLease lease = create(owner, DEFAULT)) {
            GatewaySession session = new GatewaySession(
                    newId(),
                    owner.name(),
                    isOfSocket,
                    new LanguageGame(lease.session().id(), DEFAULT));
            try {
                lease.session().awaitDurable();
                open.put(session.id(), session);
                watch(session, lease.session());
            } catch (RuntimeException | Error e) {
                open.remove(session.id(), session);
                sessions.end(lease.session());
                throw e;
            }
            return session;
        }
    }

    /**
     * Opens a session for one call, with which it ends.
     *
     * @param work the call. The session ends when its future completes, or when it throws
     * @throws CallException if there are too many sessions
     */
    public <T> CompletableFuture<T> playOnce(Principal owner, Function<GatewaySession, CompletableFuture<T>> work) {
        GatewaySession session = open(owner, false);
        CompletableFuture<T> result;
        try {
            result = work.apply(session);
        } catch (RuntimeException | Error e) {
            close(session);
            throw e;
        }
        return result.whenComplete((answer, thrown) -> close(session));
    }

    private SessionLease create(Principal owner, GameOptions options) {
        EnvironmentSpec spec = options.spec(sessions::opponent);
        return sessions.create(owner, spec, options.preset(), options.seed(), sessions.idleTimeout(0));
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Ends {@code session} when the session of its game ends, unless it plays in another one by then. */
    private void watch(GatewaySession session, Session played) {
        played.addWatcher(new SessionWatcher() {
            @Override
            public void changed(Environment environment) {
                // Clients of the gateway ask for the state; nothing is sent to them.
            }

            @Override
            public void ended() {
                if (session.endIfIn(played.id())) {
                    open.remove(session.id(), session);
                }
            }

            @Override
            public void left() {
                if (session.game().sessionId().equals(played.id())) {
                    away.put(session.id(), session); // First, so that it is never unknown.
                    open.remove(session.id(), session);
                }
            }
        });
    }

    /**
     * Returns a lease on the game of {@code session}, which the caller closes.
     *
     * @throws CallException if the game has ended, or is at another server
     */
    private SessionLease lease(Principal principal, GatewaySession session, LanguageGame game) {
        SessionLease lease;
        try {
            lease = sessions.lease(principal, game.sessionId());
        } catch (CallException e) {
            throw failure(session, game, e);
        }
        if (away.getIfPresent(session.id()) != null) {
            try {
                rejoin(session, lease.session());
            } catch (RuntimeException | Error e) {
                lease.close();
                throw e;
            }
        }
        return lease;
    }

    /** Returns what a client of the gateway gets that cannot use {@code game} because of {@code error}. */
    private CallException failure(GatewaySession session, LanguageGame game, CallException error) {
        return switch (error.reason()) {
            case SESSION_ELSEWHERE -> {
                String owner = error.metadata().getOrDefault("owner", "");
                // Other gateways do not know the id of this session.
                yield CallException.of(
                                Reason.SESSION_ELSEWHERE,
                                "the game of session \"" + session.id() + "\" has moved to the server at " + owner
                                        + ", where gRPC and the page have it as session \"" + game.sessionId()
                                        + "\"; continue it there, or open another session here")
                        .with("owner", owner);
            }
            case SESSION_NOT_FOUND, SESSION_EXPIRED -> {
                away.invalidate(session.id());
                yield error;
            }
            default -> error;
        };
    }

    /** Opens {@code session} again, whose game {@code played} this server has again. */
    private void rejoin(GatewaySession session, Session played) {
        open.put(session.id(), session); // First, so that it is never unknown.
        away.invalidate(session.id());
        try {
            watch(session, played);
        } catch (RuntimeException | Error e) {
            away.put(session.id(), session);
            open.remove(session.id(), session);
            throw e;
        }
    }

    /**
     * Returns the open session called {@code id}.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public GatewaySession find(Principal principal, String id) {
        return named(principal, id).orElseThrow(() -> notFound(id));
    }

    /** Returns the open session called {@code id}; empty if there is none that {@code principal} may use. */
    public Optional<GatewaySession> named(Principal principal, String id) {
        return Optional.ofNullable(known(id))
                .filter(session ->
                        principal.role() == Role.OPERATOR || session.owner().equals(principal.name()));
    }

    private static CallException notFound(String id) {
        String shown = CallException.shown(id);
        return CallException.of(
                        Reason.SESSION_NOT_FOUND,
                        "session \"" + shown + "\" is not open: it was never created, was closed, or has expired")
                .with("field", "session_id")
                .with("value", shown);
    }

    /**
     * Starts an episode.
     *
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public CompletableFuture<GameStep> reset(
            Principal principal, GatewaySession session, GameOptions options, CallToken call) {
        CallExecutor executor = sessions.executors()
                .forOpening(options.opponent(), options.task().isPresent(), false);
        return execute(executor, call, () -> {
            EnvironmentSpec spec = options.spec(sessions::opponent);
            try (SessionLease current = lease(principal, session, session.game())) {
                Session played = current.session();
                if (played.spec().equals(spec) && played.preset() == options.preset()) {
                    GameStep first = restart(played, options);
                    played.awaitDurable();
                    if (session.restartGame(new LanguageGame(played.id(), options))) {
                        return first;
                    }
                    throw notFound(session.id()); // Another reset or its client has ended the game meanwhile.
                }
                return move(principal, session, options);
            }
        });
    }

    private static GameStep restart(Session played, GameOptions options) {
        OptionalLong seed = options.seed();
        return played.reset(
                RequestKey.NONE, seed, options::taskOptions, answer -> GameStep.ofReset(answer.environment(), options));
    }

    /** Moves {@code session} to a new session of the server, and ends the earlier one. */
    private GameStep move(Principal principal, GatewaySession session, GameOptions options) {
        try (SessionLease lease = create(principal, options)) {
            Session played = lease.session();
            try {
                GameStep first = options.taskOptions().equals(TaskOptions.OPEN)
                        ? played.read(environment -> GameStep.ofReset(environment, options))
                        : restart(played, options);
                played.awaitDurable();
                LanguageGame earlier = session.replaceGame(new LanguageGame(played.id(), options))
                        .orElseThrow(() -> notFound(session.id()));
                end(earlier);
                watch(session, played);
                return first;
            } catch (RuntimeException | Error e) {
                if (session.endIfIn(played.id())) {
                    open.remove(session.id(), session);
                }
                sessions.end(played);
                throw e;
            }
        }
    }

    /** Ends the session of the server that {@code game} is in. */
    private void end(LanguageGame game) {
        try (SessionLease lease = sessions.lease(game.sessionId())) {
            lease.session().cancellation().cancel();
            sessions.end(lease.session());
        } catch (CallException e) {
            LOG.debug("A game has ended before the session of the gateway", e);
        }
    }

    /**
     * Plays a move and the reply of the opponent. An illegal move is no error: the observation says why.
     *
     * @param key identifies the request for retries
     * @throws CallException if the episode is over, or the session has ended
     */
    public CompletableFuture<GameStep> step(
            Principal principal, GatewaySession session, String move, RequestKey key, CallToken call) {
        LanguageGame game = session.game();
        ExpectedState expected = ExpectedState.ANY.of(principal);
        return on(principal, session, game, call, played -> game.step(played, move, key, expected));
    }

    /** Returns the state of {@code session}. */
    public CompletableFuture<GameStep.State> state(Principal principal, GatewaySession session, CallToken call) {
        LanguageGame game = session.game();
        return on(principal, session, game, call, played -> game.state(played, session.id()));
    }

    /**
     * Takes back the last move of the client, with the reply of the opponent.
     *
     * @throws CallException if no move can be taken back
     */
    public CompletableFuture<GameObservation> undo(Principal principal, GatewaySession session, CallToken call) {
        LanguageGame game = session.game();
        return on(principal, session, game, call, played -> {
            OptionalInt moveNumber =
                    OptionalInt.of(played.read(environment -> environment.game().moveNumber()));
            int count = played.read(LanguageGame::undoCount);
            played.undo(count, new ExpectedState(OptionalLong.empty(), moveNumber));
            return played.read(game::observation);
        });
    }

    /** Returns what {@code reader} makes of the present game; it also gets how the client writes points. */
    public <T> CompletableFuture<T> read(
            Principal principal,
            GatewaySession session,
            CallToken call,
            BiFunction<Environment, GameOptions, T> reader) {
        LanguageGame game = session.game();
        return on(
                principal,
                session,
                game,
                call,
                played -> played.read(environment -> reader.apply(environment, game.options())));
    }

    /** Returns why {@code move} would be illegal now, in a sentence; empty if it is legal. */
    public CompletableFuture<Optional<String>> refusal(
            Principal principal, GatewaySession session, String move, CallToken call) {
        LanguageGame game = session.game();
        return on(
                principal, session, game, call, played -> played.read(environment -> game.refusal(environment, move)));
    }

    private <T> CompletableFuture<T> on(
            Principal principal, GatewaySession session, LanguageGame game, CallToken call, Function<Session, T> work) {
        SessionLease lease;
        try {
            lease = lease(principal, session, game);
        } catch (CallException e) {
            return CompletableFuture.failedFuture(e);
        }
        return execute(lease.session().executor(), call, () -> work.apply(lease.session()))
                .thenCompose(result -> durable(lease.session(), result))
                .whenComplete((result, error) -> lease.close());
    }

    /** Returns {@code result} when the changes of {@code played} are stored. */
    private static <T> CompletableFuture<T> durable(Session played, T result) {
        return played.durable().handle((stored, error) -> {
            if (error != null) {
                throw Session.storeFailure(error);
            }
            return result;
        });
    }

    private static <T> CompletableFuture<T> execute(CallExecutor executor, CallToken call, Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            executor.execute(call, () -> {
                try {
                    result.complete(call.call(work));
                } catch (RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    /** Ends {@code session} and its game. */
    public void close(GatewaySession session) {
        LanguageGame last = session.end();
        open.remove(session.id(), session);
        away.invalidate(session.id());
        end(last);
    }
}
