package dev.tengen.client;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * An environment at a server. Every method throws {@link TengenException} where the call fails.
 *
 * <p>Thread-safe: the server carries out calls on one session one after another.
 */
public final class TengenSession extends SessionHandle implements AutoCloseable {
    /** The action that resigns. */
    public static final int RESIGN = -2;

    TengenSession(Connection connection, Opening opening) {
        super(connection, opening);
    }

    /** Returns the same session for callers who do not wait. */
    public AsyncTengenSession async() {
        return new AsyncTengenSession(connection, opening);
    }

    /** Starts a new episode with a seed that follows from that of the one before. */
    public Timestep reset() {
        return connection.await(calls.reset(OptionalLong.empty()));
    }

    /** Starts a new episode with {@code newSeed}. */
    public Timestep reset(long newSeed) {
        return connection.await(calls.reset(OptionalLong.of(newSeed)));
    }

    /** Starts a new episode of the session's task, the one that {@code options} and {@code newSeed} lead to. */
    public Timestep reset(long newSeed, TaskOptions options) {
        return connection.await(calls.reset(OptionalLong.of(newSeed), options));
    }

    /**
     * Plays {@code action}: {@code row * width + column}, {@link #passAction()} or {@link #RESIGN}. Throws {@link
     * IllegalActionException} where the rules forbid it.
     */
    public Timestep step(int action) {
        return connection.await(calls.step(action, OptionalInt.empty()));
    }

    /** Plays {@code action} if the episode is at {@code expectedMoveNumber}, and fails otherwise. */
    public Timestep step(int action, int expectedMoveNumber) {
        return connection.await(calls.step(action, OptionalInt.of(expectedMoveNumber)));
    }

    /** Returns the legal actions of the player to move, and why the others are illegal. */
    public LegalActions legalActions() {
        return connection.await(calls.legalActions());
    }

    /**
     * Proposes that the stones at {@code points}, whole chains of either color, are dead, under rules that ask players to agree
     * on that and once passes have ended the play ({@link Timestep#isAgreement}). A step that passes proposes none.
     */
    public Timestep proposeDeadStones(Collection<Integer> points) {
        return connection.await(calls.proposeDeadStones(points));
    }

    /** Returns the score of the position, without the stones that both players agreed are dead, if they did. */
    public Score score() {
        return score(List.of());
    }

    /** Returns the score of the position without the stones at {@code deadPoints}, whole chains of either color. */
    public Score score(Collection<Integer> deadPoints) {
        return score(deadPoints, List.of());
    }

    /** Returns the score as {@link #score(Collection)} does, with the {@code overlays} of the position as it stands. */
    public Score score(Collection<Integer> deadPoints, Collection<String> overlays) {
        return connection.await(calls.score(deadPoints, overlays));
    }

    /** Returns the position, observed in {@code encodings}; in those of the spec if none is named. */
    public Position observe(String... encodings) {
        return observe(List.of(), encodings);
    }

    /** Returns the position with {@code overlays}, observed in {@code encodings}, or those of the spec. */
    public Position observe(Collection<String> overlays, String... encodings) {
        return connection.await(calls.observe(overlays, encodings));
    }

    /** Returns the position, observed in {@code encodings}, or those of the spec, in a form of its own. */
    public Position observe(ObservationFormat format, ObservationLayout layout, String... encodings) {
        return connection.await(calls.observe(format, layout, encodings));
    }

    /**
     * Returns the action that a built-in player, named as in {@link ServerInfo}, chooses for the player to move; {@link #step}
     * plays it. The session is as before. The same state, player and seed give the same action.
     */
    public int chooseAction(String player, long seed) {
        return connection.await(calls.chooseAction(player, seed));
    }

    /** Returns what perfect play comes to from here, and what {@code regretActions} lose; see {@link TengenClient#solve}. */
    public PositionSolution solve(AnalysisLimits limits, int... regretActions) {
        return connection.await(AnalysisCalls.solve(AnalyzedPosition.ofSession(id()), limits, regretActions));
    }

    /** Returns how capturing races here stand; see {@link TengenClient#analyzeRaces}. Points are on the board as it is. */
    public List<RaceAnalysis> analyzeRaces(RaceQuestion question) {
        return connection.await(AnalysisCalls.analyzeRaces(AnalyzedPosition.ofSession(id()), question));
    }

    /** Returns where the session stands. */
    public SessionState state() {
        return connection.await(calls.state());
    }

    /** Makes another session that goes on from where this one stands, with the same past, seed and counters. */
    public TengenSession fork() {
        return new TengenSession(connection, connection.await(calls.fork()));
    }

    /** Returns the session as bytes, for {@link TengenClient#restore}. */
    public byte[] snapshot() {
        return connection.await(calls.snapshot());
    }

    /** Returns the episode as the text of an SGF file. */
    public String exportRecord() {
        return connection.await(calls.exportRecord());
    }

    /** Looks on at the session, which that does not keep from expiring. The caller closes what is returned. */
    public SessionWatch watch() {
        return SessionWatch.open(connection.channel(), calls.watch());
    }

    /** Ends the session at the server. One that is closed or has expired already is no error. */
    @Override
    public void close() {
        connection.await(calls.close());
    }
}
