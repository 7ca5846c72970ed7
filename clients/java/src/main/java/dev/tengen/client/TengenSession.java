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
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Connection;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A session: an environment at a server. Every method that calls the server throws {@link TengenException} if the call
 * fails.
 *
 * <p>Thread-safe. The server executes calls on one session one at a time.
 */
public final class TengenSession extends SessionHandle implements AutoCloseable {
    /** The action that resigns. */
    public static final int RESIGN = -2;

    TengenSession(Connection connection, SessionHandle.Info info) {
        super(connection, info);
    }

    private TengenSession(Connection connection, SessionHandle.Info info, Supplier<String> requestIds) {
        super(connection, info, requestIds);
    }

    /** Returns an asynchronous handle of the same session, with the same request id if this handle has one. */
    public AsyncTengenSession async() {
        return new AsyncTengenSession(connection, info, calls.requestIds());
    }

    /**
     * Returns this session with a request id for its next changing call. A call with the id and the arguments of an
     * earlier one does not act again, and returns what the earlier one returned. The server remembers the last 32
     * changing calls of a session. After an error that leaves open whether the server has executed a call, repeat the
     * call with the id in the {@code request_id} of the exception's metadata:
     *
     * <pre>{@code
     * session.withRequestId(error.metadata().get("request_id")).step(action);
     * }</pre>
     *
     * @param requestId 1 to 64 bytes in UTF-8
     * @throws IllegalArgumentException if {@code requestId} is longer or empty
     */
    public TengenSession withRequestId(String requestId) {
        return new TengenSession(connection, info, constant(requestId));
    }

    /** Starts a new episode. Its seed is derived from that of the episode before. */
    public Timestep reset() {
        return connection.await(calls.reset(OptionalLong.empty()));
    }

    /** Starts a new episode with the seed {@code newSeed}. */
    public Timestep reset(long newSeed) {
        return connection.await(calls.reset(OptionalLong.of(newSeed)));
    }

    /** Starts a new episode of the session's task, chosen by {@code options} and {@code newSeed}. */
    public Timestep reset(long newSeed, TaskOptions options) {
        return connection.await(calls.reset(OptionalLong.of(newSeed), options));
    }

    /**
     * Plays an action.
     *
     * @param action {@code row * width + column}, {@link #passAction()} or {@link #RESIGN}
     * @throws IllegalActionException if the rules forbid the action
     */
    public Timestep step(int action) {
        return connection.await(calls.step(action, OptionalInt.empty(), OptionalLong.empty()));
    }

    /**
     * Plays an action if the episode is at {@code expectedMoveNumber}.
     *
     * @throws IllegalActionException if the rules forbid the action
     * @throws TengenException if the episode is at another move number
     */
    public Timestep step(int action, int expectedMoveNumber) {
        return connection.await(calls.step(action, OptionalInt.of(expectedMoveNumber), OptionalLong.empty()));
    }

    /**
     * Plays an action if the session is in {@code expectedEpisode} and the episode is at {@code expectedMoveNumber}.
     * The move number alone does not protect from a reset by another client: the next episode may be at the same
     * number.
     *
     * @throws IllegalActionException if the rules forbid the action
     * @throws TengenException if the session is in another episode (WRONG_EPISODE), or the episode is at another move
     *     number (WRONG_MOVE_NUMBER)
     */
    public Timestep step(int action, int expectedMoveNumber, long expectedEpisode) {
        return connection.await(
                calls.step(action, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /** Returns the legal actions of the player to move, and why the others are illegal. */
    public LegalActions legalActions() {
        return connection.await(calls.legalActions());
    }

    /**
     * Proposes dead stones, under rules by which players agree on them, once passes have ended play
     * ({@link Timestep#isAgreement}). To propose none, pass.
     *
     * @param deadPoints points of whole chains of either color
     */
    public Timestep proposeDeadStones(Collection<Integer> deadPoints) {
        return connection.await(calls.proposeDeadStones(deadPoints, OptionalInt.empty(), OptionalLong.empty()));
    }

    /**
     * Proposes dead stones as {@link #proposeDeadStones(Collection)} does, if the session is in {@code expectedEpisode}
     * and the episode is at {@code expectedMoveNumber}.
     *
     * @throws TengenException if the session is in another episode (WRONG_EPISODE), or the episode is at another move
     *     number (WRONG_MOVE_NUMBER)
     */
    public Timestep proposeDeadStones(Collection<Integer> deadPoints, int expectedMoveNumber, long expectedEpisode) {
        return connection.await(calls.proposeDeadStones(
                deadPoints, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /**
     * Takes back the last moves of the episode, which continues from the remaining moves. An end that is no move, such
     * as a resignation, is taken back first and does not count. The opponent's random generator is not rewound.
     *
     * @param moveCount the number of moves, of both players, from 1; with an opponent, a number that leaves the client
     *     to move, such as 2
     * @return the state after the remaining moves; its rewards are 0 and its actions are empty
     * @throws TengenException if the count is not allowed, or with the reason {@code UNDO_UNAVAILABLE} if the session
     *     has a task, its opponent is an engine that does not support undo, or there is no move to take back
     */
    public Timestep undo(int moveCount) {
        return connection.await(calls.undo(moveCount, OptionalInt.empty(), OptionalLong.empty()));
    }

    /**
     * Takes back moves, as {@link #undo(int)} does, if the session is in episode {@code expectedEpisode} at
     * {@code expectedMoveNumber}.
     *
     * @throws TengenException as for {@link #undo(int)}, or if the session is in another episode or at another move
     *     number
     */
    public Timestep undo(int moveCount, int expectedMoveNumber, long expectedEpisode) {
        return connection.await(
                calls.undo(moveCount, OptionalInt.of(expectedMoveNumber), OptionalLong.of(expectedEpisode)));
    }

    /** Returns the score of the position. Stones that both players agreed are dead do not count. */
    public Score score() {
        return score(List.of());
    }

    /**
     * Returns the score of the position without dead stones.
     *
     * @param deadPoints points of the dead stones, whole chains of either color
     */
    public Score score(Collection<Integer> deadPoints) {
        return score(deadPoints, List.of());
    }

    /**
     * Returns the score of the position without dead stones, and overlays of the position with them.
     *
     * @param deadPoints points of the dead stones, whole chains of either color
     * @param overlays names of overlays
     */
    public Score score(Collection<Integer> deadPoints, Collection<String> overlays) {
        return connection.await(calls.score(deadPoints, overlays));
    }

    /**
     * Returns the position and its observations.
     *
     * @param encodings names of encodings; empty for those of the spec
     */
    public Position observe(String... encodings) {
        return observe(List.of(), encodings);
    }

    /**
     * Returns the position with overlays and observations.
     *
     * @param overlays names of overlays
     * @param encodings names of encodings; empty for those of the spec
     */
    public Position observe(Collection<String> overlays, String... encodings) {
        return connection.await(calls.observe(overlays, encodings));
    }

    /**
     * Returns the position and its observations in another format and layout than the spec's.
     *
     * @param encodings names of encodings; empty for those of the spec
     */
    public Position observe(ObservationFormat format, ObservationLayout layout, String... encodings) {
        return connection.await(calls.observe(format, layout, encodings));
    }

    /**
     * Returns the action that a built-in player chooses for the player to move. Does not play it. The same state,
     * player and seed give the same action.
     *
     * @param player the name of the player; {@link ServerInfo#players} lists them
     */
    public int chooseAction(String player, long seed) {
        return connection.await(calls.chooseAction(player, seed));
    }

    /** Solves the current position, see {@link TengenClient#solve}. */
    public PositionSolution solve(AnalysisLimits limits, int... regretActions) {
        return connection.await(AnalysisCalls.solve(AnalyzedPosition.ofSession(sessionId()), limits, regretActions));
    }

    /**
     * Analyzes the capturing races of the current position, see {@link TengenClient#analyzeRace}. No symmetry applies
     * to points.
     */
    public List<RaceAnalysis> analyzeRace(RaceQuery query) {
        return connection.await(AnalysisCalls.analyzeRace(AnalyzedPosition.ofSession(sessionId()), query));
    }

    /** Returns the state of the session. */
    public SessionState state() {
        return connection.await(calls.state());
    }

    /**
     * Creates a copy of the session, with the same history, seed, counters and idle timeout. The two are independent.
     */
    public TengenSession fork() {
        return fork(Duration.ZERO);
    }

    /**
     * Creates a copy of the session with an idle timeout of its own.
     *
     * @param idleTimeout how long the copy may be idle before it expires; zero for that of this session
     * @throws IllegalArgumentException if {@code idleTimeout} is negative
     * @throws TengenException if it exceeds the server's maximum, or the server's session limit is reached
     */
    public TengenSession fork(Duration idleTimeout) {
        return new TengenSession(connection, connection.await(calls.fork(idleTimeout)));
    }

    /** Returns a snapshot of the session, for {@link TengenClient#restore}. */
    public byte[] snapshot() {
        return connection.await(calls.snapshot());
    }

    /** Returns the episode as the text of an SGF file. */
    public String exportRecord() {
        return connection.await(calls.exportRecord());
    }

    /** Watches the session. Watching does not extend its idle timeout. The caller closes the result. */
    public SessionWatch watch() {
        return new SessionWatch(connection, calls.watch());
    }

    /** Closes the session at the server. Has no effect if it is closed or has expired. */
    @Override
    public void close() {
        connection.await(calls.close());
    }
}
