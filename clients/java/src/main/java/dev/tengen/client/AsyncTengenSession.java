package dev.tengen.client;

import dev.tengen.client.analysis.AnalysisCalls;
import dev.tengen.client.analysis.AnalysisLimits;
import dev.tengen.client.analysis.AnalyzedPosition;
import dev.tengen.client.analysis.PositionSolution;
import dev.tengen.client.analysis.RaceAnalysis;
import dev.tengen.client.analysis.RaceQuery;
import dev.tengen.client.env.LegalActions;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.TaskOptions;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.IllegalActionException;
import dev.tengen.client.internal.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/**
 * An asynchronous handle of a session. See {@link AsyncTengenClient} for how and on which threads futures complete, and
 * for cancellation.
 *
 * <p>Thread-safe. The server executes calls on one session one at a time, but calls in flight may arrive in any order.
 * If a step depends on another, send it when the other is complete, or pass the expected move number.
 */
public final class AsyncTengenSession extends SessionHandle {
    AsyncTengenSession(Connection connection, SessionHandle.Info info) {
        super(connection, info);
    }

    AsyncTengenSession(Connection connection, SessionHandle.Info info, Supplier<String> requestIds) {
        super(connection, info, requestIds);
    }

    /**
     * Returns this session with a request id for its next changing call; see {@link TengenSession#withRequestId}.
     *
     * @param requestId 1 to 64 bytes in UTF-8
     * @throws IllegalArgumentException if {@code requestId} is longer or empty
     */
    public AsyncTengenSession withRequestId(String requestId) {
        return new AsyncTengenSession(connection, info, constant(requestId));
    }

    /** Starts a new episode. Its seed is derived from that of the episode before. */
    public CompletableFuture<Timestep> reset() {
        return connection.start(calls.reset(OptionalLong.empty()));
    }

    /** Starts a new episode with the seed {@code newSeed}. */
    public CompletableFuture<Timestep> reset(long newSeed) {
        return connection.start(calls.reset(OptionalLong.of(newSeed)));
    }

    /** Starts a new episode of the session's task, chosen by {@code options} and {@code newSeed}. */
    public CompletableFuture<Timestep> reset(long newSeed, TaskOptions options) {
        return connection.start(calls.reset(OptionalLong.of(newSeed), options));
    }

    /**
     * Plays an action. Fails with {@link IllegalActionException} if the rules forbid it.
     *
     * @param action {@code row * width + column}, {@link #passAction()} or {@link TengenSession#RESIGN}
     */
    public CompletableFuture<Timestep> step(int action) {
        return connection.start(calls.step(action, OptionalInt.empty(), OptionalLong.empty()));
    }

    /** Plays {@code action} if the episode is at {@code expectedMoveNumber}. Fails otherwise. */
    public CompletableFuture<Timestep> step(int action, int expectedMoveNumber) {
        return connection.start(calls.step(action, OptionalInt.of(expectedMoveNumber), OptionalLong.empty()));
    }

    /**
     * Plays {@code action} if the session is in {@code expectedEpisode} and the episode is at
     * {@code expectedMoveNumber}. Fails otherwise, with the reason WRONG_EPISODE or WRONG_MOVE_NUMBER. The move number
     * alone does not protect from a reset by another client: the next episode may be at the same number.
     */
    public CompletableFuture<Timestep> step(int action, int expectedMoveNumber, long expectedEpisode) {
        return connection.start(
                calls.step(action, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /** Returns the legal actions of the player to move, and why the others are illegal. */
    public CompletableFuture<LegalActions> legalActions() {
        return connection.start(calls.legalActions());
    }

    /**
     * Proposes dead stones, under rules by which players agree on them, once passes have ended play
     * ({@link Timestep#isAgreement}). To propose none, pass.
     *
     * @param deadPoints points of whole chains of either color
     */
    public CompletableFuture<Timestep> proposeDeadStones(Collection<Integer> deadPoints) {
        return connection.start(calls.proposeDeadStones(deadPoints, OptionalInt.empty(), OptionalLong.empty()));
    }

    /**
     * Proposes dead stones as {@link #proposeDeadStones(Collection)} does, if the session is in {@code expectedEpisode}
     * and the episode is at {@code expectedMoveNumber}. Fails otherwise, with the reason WRONG_EPISODE or
     * WRONG_MOVE_NUMBER.
     */
    public CompletableFuture<Timestep> proposeDeadStones(
            Collection<Integer> deadPoints, int expectedMoveNumber, long expectedEpisode) {
        return connection.start(calls.proposeDeadStones(
                deadPoints, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /**
     * Takes back the last moves of the episode, which continues from the remaining moves; see
     * {@link TengenSession#undo(int)} for the counts that are allowed and for errors.
     *
     * @param moveCount the number of moves, of both players, from 1
     */
    public CompletableFuture<Timestep> undo(int moveCount) {
        return connection.start(calls.undo(moveCount, OptionalInt.empty(), OptionalLong.empty()));
    }

    /**
     * Takes back moves, as {@link #undo(int)} does, if the session is in episode {@code expectedEpisode} at
     * {@code expectedMoveNumber}. Fails otherwise.
     */
    public CompletableFuture<Timestep> undo(int moveCount, int expectedMoveNumber, long expectedEpisode) {
        return connection.start(
                calls.undo(moveCount, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /** Returns the score of the position. Stones that both players agreed are dead do not count. */
    public CompletableFuture<Score> score() {
        return score(List.of());
    }

    /**
     * Returns the score of the position without dead stones.
     *
     * @param deadPoints points of the dead stones, whole chains of either color
     */
    public CompletableFuture<Score> score(Collection<Integer> deadPoints) {
        return score(deadPoints, List.of());
    }

    /**
     * Returns the score of the position without dead stones, and overlays of the position with them.
     *
     * @param deadPoints points of the dead stones, whole chains of either color
     * @param overlays names of overlays
     */
    public CompletableFuture<Score> score(Collection<Integer> deadPoints, Collection<String> overlays) {
        return connection.start(calls.score(deadPoints, overlays));
    }

    /**
     * Returns the position and its observations.
     *
     * @param encodings names of encodings; empty for those of the spec
     */
    public CompletableFuture<Position> observe(String... encodings) {
        return observe(List.of(), encodings);
    }

    /**
     * Returns the position with overlays and observations.
     *
     * @param overlays names of overlays
     * @param encodings names of encodings; empty for those of the spec
     */
    public CompletableFuture<Position> observe(Collection<String> overlays, String... encodings) {
        return connection.start(calls.observe(overlays, encodings));
    }

    /**
     * Returns the position and its observations in another format and layout than the spec's.
     *
     * @param encodings names of encodings; empty for those of the spec
     */
    public CompletableFuture<Position> observe(
            ObservationFormat format, ObservationLayout layout, String... encodings) {
        return connection.start(calls.observe(format, layout, encodings));
    }

    /**
     * Returns the action that a built-in player chooses for the player to move. Does not play it. The same state,
     * player and seed give the same action.
     *
     * @param player the name of the player; {@link ServerInfo#players} lists them
     */
    public CompletableFuture<Integer> chooseAction(String player, long seed) {
        return connection.start(calls.chooseAction(player, seed));
    }

    /** Solves the current position, see {@link TengenClient#solve}. */
    public CompletableFuture<PositionSolution> solve(AnalysisLimits limits, int... regretActions) {
        return connection.start(AnalysisCalls.solve(AnalyzedPosition.ofSession(sessionId()), limits, regretActions));
    }

    /**
     * Analyzes the capturing races of the current position, see {@link TengenClient#analyzeRace}. No symmetry applies
     * to points.
     */
    public CompletableFuture<List<RaceAnalysis>> analyzeRace(RaceQuery query) {
        return connection.start(AnalysisCalls.analyzeRace(AnalyzedPosition.ofSession(sessionId()), query));
    }

    /** Returns the state of the session. */
    public CompletableFuture<SessionState> state() {
        return connection.start(calls.state());
    }

    /**
     * Creates a copy of the session, with the same history, seed, counters and idle timeout. The two are independent.
     */
    public CompletableFuture<AsyncTengenSession> fork() {
        return fork(Duration.ZERO);
    }

    /**
     * Creates a copy of the session with an idle timeout of its own. Fails if it exceeds the server's maximum, or the
     * server's session limit is reached.
     *
     * @param idleTimeout how long the copy may be idle before it expires; zero for that of this session
     * @throws IllegalArgumentException if {@code idleTimeout} is negative
     */
    public CompletableFuture<AsyncTengenSession> fork(Duration idleTimeout) {
        return connection.start(calls.fork(idleTimeout).map(copy -> new AsyncTengenSession(connection, copy)));
    }

    /** Returns a snapshot of the session, for {@link AsyncTengenClient#restore}. */
    public CompletableFuture<byte[]> snapshot() {
        return connection.start(calls.snapshot());
    }

    /** Returns the episode as the text of an SGF file. */
    public CompletableFuture<String> exportRecord() {
        return connection.start(calls.exportRecord());
    }

    /**
     * Returns a publisher of the session's states: the current state, then the state after each change. Each subscriber
     * has its own call and gets no more states than it has requested. A slow subscriber skips states but always gets
     * the latest. The stream completes when the session is closed or expires. Watching does not extend the idle
     * timeout. Canceling the subscription cancels the call.
     */
    public Flow.Publisher<WatchedState> watch() {
        return new WatchPublisher(connection, calls.watch());
    }

    /** Closes the session at the server. Has no effect if it is closed or has expired. */
    public CompletableFuture<Void> close() {
        return connection.start(calls.close());
    }
}
