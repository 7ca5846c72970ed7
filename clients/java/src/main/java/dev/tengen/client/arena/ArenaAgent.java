package dev.tengen.client.arena;

import com.google.protobuf.ByteString;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Backoff;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameStart;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An agent in the arena. It plays in its own thread until it is closed. After a lost connection it reconnects as soon
 * as the server can be reached, and resumes its games.
 *
 * <pre>{@code
 * try (ArenaAgent agent = client.playInArena("ada", turn -> choose(turn.actionMask()))) {
 *     agent.awaitEnd(); // It plays until the program is stopped.
 * }
 * }</pre>
 *
 * <p>The agent logs what it waits for, and the start and the end of each game, with the logger of this class: at INFO, and
 * at WARNING if the server cannot be reached.
 *
 * <p>Thread-safe.
 */
public final class ArenaAgent implements AutoCloseable {
    /** The action that resigns. */
    public static final int RESIGN = -2;

    private static final Logger LOG = Logger.getLogger(ArenaAgent.class.getName());
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(2);

    /** Statuses that a retry may not meet again: the server restarts, or was slow. */
    private static final Set<String> RETRYABLE = Set.of("UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED");

    private final Connection connection;
    private final AgentSpec spec;
    private final AgentPolicy policy;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private ByteString resumeKey = ByteString.EMPTY;
    private @Nullable BlockingStream<PlayRequest, PlayResponse> stream;
    private boolean isClosed;

    private ArenaAgent(Connection connection, AgentSpec spec, AgentPolicy policy) {
        this.connection = connection;
        this.spec = spec;
        this.policy = policy;
    }

    /**
     * Lets an agent join and waits until the server has accepted it. Applications call {@code
     * TengenClient.playInArena}.
     *
     * @throws TengenException if the server rejects the agent
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
        long limit = System.nanoTime() + connection.timeout().toNanos();
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
                }
                boolean isLate = !arrival.isDone() && System.nanoTime() - limit > 0;
                if (isLate || !RETRYABLE.contains(e.status()) || !sleep(backoff.next())) {
                    finish(e);
                    return;
                }
                // The first failure in a row is news; the following ones are not.
                log(
                        hasJoined || !isRetrying ? Level.WARNING : Level.FINE,
                        "waits for the server, and retries: " + e.getMessage());
                isRetrying = true;
            } catch (RuntimeException | Error e) {
                finish(e); // The policy failed.
                return;
            }
        }
        finish();
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
        next.send(PlayRequest.newBuilder()
                .setJoin(spec.toProto().setResumeKey(resumeKey))
                .build());
        ByteString key = next.receive().getJoined().getResumeKey();
        log(
                Level.INFO,
                key.equals(resumeKey) ? "has reconnected, and resumes its games" : "has joined, and waits for games");
        resumeKey = key;
        arrival.complete(true);
        return true;
    }

    private void play(BlockingStream<PlayRequest, PlayResponse> next) {
        Games games = new Games();
        while (true) {
            PlayResponse response = next.receive();
            switch (response.getResponseCase()) {
                case GAME_START -> {
                    AgentGame game = games.begin(response.getGameStart());
                    log(
                            Level.INFO,
                            "plays " + game.color() + " against " + game.opponent() + " in game " + game.gameId());
                    policy.begin(game);
                }
                case TURN -> {
                    AgentTurn turn = games.turn(response.getTurn());
                    next.send(PlayRequest.newBuilder()
                            .setAnswer(TurnAnswer.newBuilder()
                                    .setGameId(turn.game().gameId())
                                    .setMoveNumber(turn.moveNumber())
                                    .setAction(policy.choose(turn)))
                            .build());
                }
                case GAME_END -> {
                    AgentGame game = games.end(response.getGameEnd());
                    GameEnding ending =
                            ArenaConverter.ending(response.getGameEnd().getEnding());
                    log(Level.INFO, "has ended game " + game.gameId() + ": " + ending.result());
                    policy.end(game, ending);
                }
                case JOINED, RECEIPT, RESPONSE_NOT_SET -> {
                    // A receipt needs no action: the next turn or the end of the game follows.
                }
            }
        }
    }

    private void log(Level level, String text) {
        LOG.log(level, "Agent {0} at {1} {2}", new Object[] {spec.name(), connection.authority(), text});
    }

    /**
     * Waits until the agent is closed.
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

    /** Leaves the arena. The agent loses its games in progress after the server's reconnect timeout. */
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
