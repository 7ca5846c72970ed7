package dev.tengen.client;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TurnAnswer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An agent in the arena. It plays in a thread of its own until it is closed. Where the connection is lost it comes back by
 * itself, as soon as the server can be reached, and goes on with its games.
 *
 * <pre>{@code
 * try (ArenaAgent agent = client.playInArena("ada", turn -> choose(turn.actionMask()))) {
 *     agent.awaitEnd(); // It plays until this program is ended.
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ArenaAgent implements AutoCloseable {
    /** Resigns. */
    public static final int RESIGN = -2;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** What may be over by the next try: the server is started anew, or was slow. */
    private static final Set<String> PASSING = Set.of("UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED");

    private final Connection connection;
    private final AgentSpec spec;
    private final AgentPolicy policy;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private ByteString resumeKey = ByteString.EMPTY;
    private @Nullable AgentLine line;
    private boolean isClosed;

    private ArenaAgent(Connection connection, AgentSpec spec, AgentPolicy policy) {
        this.connection = connection;
        this.spec = spec;
        this.policy = policy;
    }

    /** Lets an agent come, and waits until the server knows it. Throws {@link TengenException} where it may not come. */
    static ArenaAgent join(Connection connection, AgentSpec spec, AgentPolicy policy) {
        ArenaAgent agent = new ArenaAgent(connection, spec, policy);
        Thread thread = new Thread(agent::run, "tengen agent " + spec.name());
        thread.setDaemon(true);
        thread.start();
        agent.await(agent.arrival);
        return agent;
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        long limit = System.nanoTime() + connection.timeout().toNanos();
        while (true) {
            boolean hasJoined = false;
            connection.connectNow();
            try (AgentLine next = new AgentLine(connection, ArenaServiceGrpc.getPlayMethod())) {
                if (!take(next)) {
                    break;
                }
                hasJoined = join(next);
                play(next);
            } catch (TengenException e) {
                boolean isLate = !arrival.isDone() && System.nanoTime() - limit > 0;
                if (isLate || !PASSING.contains(e.status()) || !rest(hasJoined ? FIRST_PAUSE : pause)) {
                    finish(e);
                    return;
                }
                pause = hasJoined ? FIRST_PAUSE : min(pause.multipliedBy(2), LONGEST_PAUSE);
            } catch (RuntimeException | Error e) {
                finish(e); // The policy failed.
                return;
            }
        }
        end.complete(true);
        arrival.complete(true);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Takes another line, and returns whether there is to be one. */
    private synchronized boolean take(AgentLine next) {
        line = next;
        return !isClosed;
    }

    /** Waits, and returns whether to try once more. */
    private boolean rest(Duration pause) {
        try {
            return !closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
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
            end.complete(true);
            arrival.complete(true);
        } else {
            end.completeExceptionally(fault);
            arrival.completeExceptionally(fault);
        }
    }

    private boolean join(AgentLine next) {
        next.send(PlayRequest.newBuilder()
                .setJoin(spec.toProto().setResumeKey(resumeKey))
                .build());
        resumeKey = next.receive().getJoined().getResumeKey();
        arrival.complete(true);
        return true;
    }

    private void play(AgentLine next) {
        AgentGames games = new AgentGames();
        while (true) {
            PlayResponse response = next.receive();
            switch (response.getResponseCase()) {
                case GAME_START -> policy.begin(games.begin(response.getGameStart()));
                case TURN -> {
                    AgentTurn turn = games.turn(response.getTurn());
                    next.send(PlayRequest.newBuilder()
                            .setAnswer(TurnAnswer.newBuilder()
                                    .setGameId(turn.game().id())
                                    .setMoveNumber(turn.moveNumber())
                                    .setAction(policy.choose(turn)))
                            .build());
                }
                case GAME_END ->
                    policy.end(
                            games.end(response.getGameEnd()),
                            ArenaMessages.ending(response.getGameEnd().getEnding()));
                case JOINED, RECEIPT, RESPONSE_NOT_SET -> {
                    // Nothing is to be done about a receipt: what comes of it is told as a turn or an end.
                }
            }
        }
    }

    /**
     * Waits until the agent is closed. Throws {@link TengenException} where it may not come back, and what its policy threw where
     * that failed.
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

    /** Leaves the arena. Games in hand are lost once the server has waited for the agent. */
    @Override
    public synchronized void close() {
        isClosed = true;
        closing.countDown();
        if (line != null) {
            line.close();
        }
    }
}
