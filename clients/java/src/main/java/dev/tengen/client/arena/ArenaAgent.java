package dev.tengen.client.arena;

import com.google.protobuf.ByteString;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Backoff;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameStart;
import dev.tengen.proto.v1.LeaveArena;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An agent in the arena. It plays in its own thread until it is closed, or the arena has ended, as that of
 * {@code tengen arena run} does with its tournament. After a lost connection it reconnects as soon as the server can be
 * reached, and resumes its games.
 *
 * <pre>{@code
 * try (ArenaAgent agent = client.playInArena("ada", turn -> choose(turn.actionMask()))) {
 *     agent.awaitEnd(); // It plays until the program is stopped.
 * }
 * }</pre>
 *
 * <p>The agent logs what it waits for, and the start and the end of each game, with the logger of this class: at INFO,
 * and at WARNING if the server cannot be reached.
 *
 * <p>Thread-safe.
 */
public final class ArenaAgent implements AutoCloseable {
    /** The action that resigns. */
    public static final int RESIGN = -2;

    private static final Logger LOG = Logger.getLogger(ArenaAgent.class.getName());
    private static final PlayRequest LEAVE =
            PlayRequest.newBuilder().setLeave(LeaveArena.getDefaultInstance()).build();
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(2);

    /** Statuses that a retry may not meet again: the server restarts, or was slow. */
    private static final Set<String> RETRYABLE = Set.of("UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED");

    private final Connection connection;
    private final AgentSpec spec;
    private final AgentPolicy policy;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Optional<KeyFile> keyFile;
    private ByteString resumeKey;
    private boolean isLeaving;
    private volatile boolean hasGames;
    private @Nullable BlockingStream<PlayRequest, PlayResponse> joined;
    private @Nullable BlockingStream<PlayRequest, PlayResponse> stream;
    private boolean isClosed;

    private ArenaAgent(Connection connection, AgentSpec spec, AgentPolicy policy) {
        this.connection = connection;
        this.spec = spec;
        this.policy = policy;
        keyFile = spec.keyFile().map(KeyFile::new);
        resumeKey = keyFile.map(KeyFile::read).orElse(ByteString.EMPTY);
    }

    /**
     * Lets an agent join and waits until the server has accepted it. Applications call
     * {@code TengenClient.playInArena}.
     *
     * @throws TengenException if the server rejects the agent
     * @throws IllegalArgumentException if the key file has no key
     * @throws java.io.UncheckedIOException if the key file cannot be read or written
     */
    public static ArenaAgent join(Connection connection, AgentSpec spec, AgentPolicy policy) {
        ArenaAgent agent = new ArenaAgent(connection, spec, policy);
        Thread thread = new Thread(agent::run, "tengen agent " + spec.name());
        thread.setDaemon(true);
        thread.start();
        agent.await(agent.arrival);
        return agent;
    }

    private void run() {
        Backoff backoff = new Backoff(MAX_BACKOFF);
        long start = System.nanoTime();
        boolean isRetrying = false;
        while (true) {
            boolean hasJoined = false;
            connection.connectNow();
            try (BlockingStream<PlayRequest, PlayResponse> next =
                    BlockingStream.openUnbounded(connection, ArenaServiceGrpc.getPlayMethod())) {
                if (!setStream(next)) {
                    break;
                }
                hasJoined = join(next);
                isRetrying = false;
                play(next);
            } catch (TengenException e) {
                if (hasJoined) {
                    backoff.reset();
                    start = System.nanoTime();
                }
                if (hasLeft() || isArenaOver()) {
                    break;
                }
                if (!isRetryable(e, System.nanoTime() - start) || !sleep(backoff.next())) {
                    finish(e);
                    return;
                }
                // The first failure in a row is news; the following ones are not.
                log(
                        hasJoined || !isRetrying ? Level.WARNING : Level.FINE,
                        "waits for " + (isNameTaken(e) ? "its name" : "the server") + ", and retries: "
                                + e.getMessage());
                isRetrying = true;
            } catch (RuntimeException | Error e) {
                finish(e); // The policy failed.
                return;
            }
        }
        finish();
    }

    /**
     * Returns whether to try again, {@code nanos} nanoseconds after the first attempt or the loss of the connection.
     */
    private boolean isRetryable(TengenException fault, long nanos) {
        if (isNameTaken(fault)) {
            return nanos < spec.nameWait().toNanos();
        }
        if (connection.isAbsent(fault)) {
            return false;
        }
        boolean isLate = !arrival.isDone() && nanos > connection.timeout().toNanos();
        return !isLate && RETRYABLE.contains(fault.status());
    }

    private static boolean isNameTaken(TengenException fault) {
        return fault.reason().equals("AGENT_NAME_TAKEN");
    }

    private void finish() {
        end.complete(true);
        arrival.complete(true);
    }

    /** Makes {@code next} the stream that {@link #close} ends. Returns whether the agent is still open. */
    private synchronized boolean setStream(BlockingStream<PlayRequest, PlayResponse> next) {
        stream = next;
        return !isClosed;
    }

    /** Waits until the next attempt. Returns whether there is to be one. */
    private boolean sleep(Duration backoff) {
        try {
            return !closing.await(backoff.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void finish(Throwable fault) {
        boolean isOver;
        synchronized (this) {
            isOver = isClosed;
            isClosed = true;
        }
        if (isOver) {
            finish();
        } else {
            end.completeExceptionally(fault);
            arrival.completeExceptionally(fault);
        }
    }

    private boolean join(BlockingStream<PlayRequest, PlayResponse> next) {
        send(
                next,
                PlayRequest.newBuilder()
                        .setJoin(spec.toProto().setResumeKey(resumeKey))
                        .build());
        ByteString key = next.receive().getJoined().getResumeKey();
        connection.noteAnswer();
        log(
                Level.INFO,
                key.equals(resumeKey) ? "has reconnected, and resumes its games" : "has joined, and waits for games");
        if (!key.equals(resumeKey)) {
            keyFile.ifPresent(file -> file.write(key));
        }
        resumeKey = key;
        setJoined(next);
        arrival.complete(true);
        return true;
    }

    /** Makes {@code next} the stream on which the agent can leave. */
    private synchronized void setJoined(BlockingStream<PlayRequest, PlayResponse> next) {
        joined = next;
        if (isLeaving) {
            send(next, LEAVE);
        }
    }

    /** Sends a request. A stream takes requests of one thread at a time. */
    private synchronized void send(BlockingStream<PlayRequest, PlayResponse> next, PlayRequest request) {
        next.send(request);
    }

    private synchronized boolean hasLeft() {
        joined = null;
        return isLeaving && !hasGames;
    }

    /** Returns whether the arena has ended, which completes the streams of all agents. */
    private synchronized boolean isArenaOver() {
        boolean isOver = stream != null && stream.isCompleted();
        if (isOver) {
            log(Level.INFO, "leaves: the arena has ended");
        }
        return isOver;
    }

    private void play(BlockingStream<PlayRequest, PlayResponse> next) {
        Games games = new Games();
        while (true) {
            PlayResponse response = next.receive();
            switch (response.getResponseCase()) {
                case GAME_START -> {
                    AgentGame game = games.begin(response.getGameStart());
                    hasGames = true;
                    log(
                            Level.INFO,
                            "plays " + game.color() + " against " + game.opponent() + " in game " + game.gameId());
                    policy.begin(game);
                }
                case TURN -> {
                    AgentTurn turn = games.turn(response.getTurn());
                    TurnAnswer answer = ArenaConverter.toProto(turn, policy.answer(turn));
                    send(next, PlayRequest.newBuilder().setAnswer(answer).build());
                }
                case GAME_END -> {
                    AgentGame game = games.end(response.getGameEnd());
                    hasGames = !games.isEmpty();
                    GameEnding ending =
                            ArenaConverter.ending(response.getGameEnd().getEnding());
                    log(Level.INFO, "has ended game " + game.gameId() + ": " + ending.result());
                    policy.end(game, ending);
                }
                case JOINED, RECEIPT, BATCH, RESPONSE_NOT_SET -> {
                    // A receipt needs no action: the next turn or the end of the game follows. This agent plays in one
                    // thread, and its answers would wait for each other in batches, so it does not ask for them.
                }
            }
        }
    }

    private void log(Level level, String text) {
        LOG.log(level, "Agent {0} at {1} {2}", new Object[] {spec.name(), connection.authority(), text});
    }

    /**
     * Waits until the agent is closed, has left, or the arena has ended.
     *
     * @throws TengenException if the server no longer accepts the agent
     * @throws RuntimeException if the policy threw it
     */
    public void awaitEnd() {
        await(end);
    }

    private void await(CompletableFuture<Boolean> future) {
        try {
            future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            throw e;
        }
    }

    /**
     * Leaves the arena in order and does not wait: the agent plays its games to the end and gets no further one.
     * {@link #awaitEnd} returns after the last.
     */
    public synchronized void leave() {
        if (isLeaving || isClosed) {
            return;
        }
        isLeaving = true;
        log(Level.INFO, "finishes its games, and takes no further one");
        if (joined != null) {
            send(joined, LEAVE);
        }
    }

    /** Leaves the arena at once. The agent loses its games in progress after the server's reconnect timeout. */
    @Override
    public synchronized void close() {
        isClosed = true;
        closing.countDown();
        if (stream != null) {
            stream.close();
        }
    }

    /** The games of an agent on one stream, and their moves. Not thread-safe. */
    private static final class Games {
        private final Map<String, Known> games = new HashMap<>();

        /** A game and its moves so far. */
        private record Known(AgentGame game, List<Integer> actions) {}

        AgentGame begin(GameStart start) {
            Known known = new Known(ArenaConverter.game(start), new ArrayList<>(start.getActionsList()));
            games.put(start.getGameId(), known);
            return known.game;
        }

        boolean isEmpty() {
            return games.isEmpty();
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
}
