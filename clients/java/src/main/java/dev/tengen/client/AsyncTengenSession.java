package dev.tengen.client;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * An environment at a server, for callers who do not wait. {@link AsyncTengenClient} says how futures complete, on which
 * threads, and what canceling them does.
 *
 * <p>Thread-safe: the server carries out calls on one session one after another, but of several under way at once any may
 * be the first. A step that relies on another is sent when the other is complete, or names the move number it expects.
 */
public final class AsyncTengenSession extends SessionHandle {
    AsyncTengenSession(Connection connection, Opening opening) {
        super(connection, opening);
    }

    /** Starts a new episode with a seed that follows from that of the one before. */
    public CompletableFuture<Timestep> reset() {
        return connection.start(calls.reset(OptionalLong.empty()));
    }

    /** Starts a new episode with {@code newSeed}. */
    public CompletableFuture<Timestep> reset(long newSeed) {
        return connection.start(calls.reset(OptionalLong.of(newSeed)));
    }

    /** Starts a new episode of the session's task, the one that {@code options} and {@code newSeed} lead to. */
    public CompletableFuture<Timestep> reset(long newSeed, TaskOptions options) {
        return connection.start(calls.reset(OptionalLong.of(newSeed), options));
    }

    /**
     * Plays {@code action}: {@code row * width + column}, {@link #passAction()} or {@link TengenSession#RESIGN}. Completes
     * with {@link IllegalActionException} where the rules forbid it.
     */
    public CompletableFuture<Timestep> step(int action) {
        return connection.start(calls.step(action, OptionalInt.empty()));
    }

    /** Plays {@code action} if the episode is at {@code expectedMoveNumber}, and fails otherwise. */
    public CompletableFuture<Timestep> step(int action, int expectedMoveNumber) {
        return connection.start(calls.step(action, OptionalInt.of(expectedMoveNumber)));
    }

    /** Tells the legal actions of the player to move, and why the others are illegal. */
    public CompletableFuture<LegalActions> legalActions() {
        return connection.start(calls.legalActions());
    }

    /**
     * Proposes that the stones at {@code points}, whole chains of either color, are dead, under rules that ask players to agree
     * on that and once passes have ended the play ({@link Timestep#isAgreement}). A step that passes proposes none.
     */
    public CompletableFuture<Timestep> proposeDeadStones(Collection<Integer> points) {
        return connection.start(calls.proposeDeadStones(points));
    }

    /** Tells the score of the position, without the stones that both players agreed are dead, if they did. */
    public CompletableFuture<Score> score() {
        return score(List.of());
    }

    /** Tells the score of the position without the stones at {@code deadPoints}, whole chains of either color. */
    public CompletableFuture<Score> score(Collection<Integer> deadPoints) {
        return score(deadPoints, List.of());
    }

    /** Tells the score as {@link #score(Collection)} does, with the {@code overlays} of the position as it stands. */
    public CompletableFuture<Score> score(Collection<Integer> deadPoints, Collection<String> overlays) {
        return connection.start(calls.score(deadPoints, overlays));
    }

    /** Tells the position, observed in {@code encodings}; in those of the spec if none is named. */
    public CompletableFuture<Position> observe(String... encodings) {
        return observe(List.of(), encodings);
    }

    /** Tells the position with {@code overlays}, observed in {@code encodings}, or those of the spec. */
    public CompletableFuture<Position> observe(Collection<String> overlays, String... encodings) {
        return connection.start(calls.observe(overlays, encodings));
    }

    /** Tells the position, observed in {@code encodings}, or those of the spec, in a form of its own. */
    public CompletableFuture<Position> observe(
            ObservationFormat format, ObservationLayout layout, String... encodings) {
        return connection.start(calls.observe(format, layout, encodings));
    }

    /**
     * Tells the action that a built-in player, named as in {@link ServerInfo}, chooses for the player to move; {@link #step}
     * plays it. The session is as before. The same state, player and seed give the same action.
     */
    public CompletableFuture<Integer> chooseAction(String player, long seed) {
        return connection.start(calls.chooseAction(player, seed));
    }

    /** Tells what perfect play comes to from here, and what {@code regretActions} lose; see {@link TengenClient#solve}. */
    public CompletableFuture<PositionSolution> solve(AnalysisLimits limits, int... regretActions) {
        return connection.start(AnalysisCalls.solve(AnalyzedPosition.ofSession(id()), limits, regretActions));
    }

    /** Tells how capturing races here stand; see {@link TengenClient#analyzeRaces}. Points are on the board as it is. */
    public CompletableFuture<List<RaceAnalysis>> analyzeRaces(RaceQuestion question) {
        return connection.start(AnalysisCalls.analyzeRaces(AnalyzedPosition.ofSession(id()), question));
    }

    /** Tells where the session stands. */
    public CompletableFuture<SessionState> state() {
        return connection.start(calls.state());
    }

    /** Makes another session that goes on from where this one stands, with the same past, seed and counters. */
    public CompletableFuture<AsyncTengenSession> fork() {
        return connection.start(calls.fork().map(made -> new AsyncTengenSession(connection, made)));
    }

    /** Tells the session as bytes, for {@link AsyncTengenClient#restore}. */
    public CompletableFuture<byte[]> snapshot() {
        return connection.start(calls.snapshot());
    }

    /** Tells the episode as the text of an SGF file. */
    public CompletableFuture<String> exportRecord() {
        return connection.start(calls.exportRecord());
    }

    /**
     * Returns where the session stands, first now, then after each change. Each subscriber gets a stream of its own, and no
     * more states than it has requested; one that is slow misses states, never the latest. The stream completes when the
     * session is closed or expires, which watching does not put off. Canceling the subscription ends the call.
     */
    public Flow.Publisher<WatchedState> watch() {
        return new WatchPublisher(connection.channel(), calls.watch());
    }

    /** Ends the session at the server. One that is closed or has expired already is no error. */
    public CompletableFuture<Void> close() {
        return connection.start(calls.close());
    }
}
