package dev.tengen.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A connection to a server.
 *
 * <p>Thread-safe. Every call that changes something carries a request id and is tried again while the server cannot be
 * reached; the id makes sure that it acts once.
 *
 * <pre>{@code
 * try (TengenClient client = TengenClient.connect("127.0.0.1:9019");
 *         TengenSession session = client.createSession(SessionSpec.of(9, 9))) {
 *     Timestep timestep = session.reset(1);
 *     while (!timestep.isOver()) {
 *         timestep = session.step(choose(timestep.actionMask()));
 *     }
 *     System.out.println(session.score().text());
 * }
 * }</pre>
 */
public final class TengenClient implements AutoCloseable {
    private final Connection connection;

    private TengenClient(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns a client of the server at {@code address}, as in "127.0.0.1:9019" or "unix:/run/tengen.sock". It connects at
     * the first call.
     */
    public static TengenClient connect(String address) {
        return connect(address, Connection.DEFAULT_TIMEOUT);
    }

    /** Returns a client whose calls fail when they have taken longer than {@code timeout}, retries included. */
    public static TengenClient connect(String address, Duration timeout) {
        return new TengenClient(Connection.to(address, timeout));
    }

    /** Returns a client over the same connection for callers who do not wait. Closing either closes both. */
    public AsyncTengenClient async() {
        return new AsyncTengenClient(connection);
    }

    /**
     * Returns what the server offers, and the specs of {@code encodings} of families, at most 16 names as in
     * "alphazero:history=4". Throws {@link TengenException} for an unknown name.
     */
    public ServerInfo serverInfo(String... encodings) {
        return connection.await(ServerCalls.serverInfo(encodings));
    }

    /** Makes a session. Throws {@link TengenException} where a value of {@code spec} is not allowed. */
    public TengenSession createSession(SessionSpec spec) {
        return session(ServerCalls.createSession(spec));
    }

    /**
     * Makes a session from the bytes of {@link TengenSession#snapshot}, taken at this server or another. Throws {@link
     * TengenException} where they are damaged or not a snapshot.
     */
    public TengenSession restore(byte[] snapshot) {
        return session(ServerCalls.restore(snapshot));
    }

    /**
     * Makes a session that stands after all moves of the first game in {@code sgf}, by the rules of the record unless {@code
     * spec} names a preset; {@link TengenSession#warnings} tells what was odd in it. Throws {@link TengenException} where
     * it cannot be read or a move is illegal.
     */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec) {
        return session(ServerCalls.importRecord(sgf, spec, OptionalInt.empty()));
    }

    /** Makes a session that stands after the first {@code moveNumber} moves of the first game in {@code sgf}. */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec, int moveNumber) {
        return session(ServerCalls.importRecord(sgf, spec, OptionalInt.of(moveNumber)));
    }

    private TengenSession session(Call<?, ?, Opening> call) {
        return new TengenSession(connection, connection.await(call));
    }

    /**
     * Makes a batch of environments, which live as long as it is open. Throws {@link TengenException} where a value of
     * {@code spec} is not allowed or the server has no room for so many lanes.
     */
    public TengenBatch openBatch(BatchSpec spec) {
        return TengenBatch.open(connection, spec);
    }

    /**
     * Makes a forest, whose trees live as long as it is open. Throws {@link TengenException} where a value of {@code spec} is
     * not allowed or the server has no room for so many nodes.
     */
    public TengenForest openForest(ForestSpec spec) {
        return TengenForest.open(connection, spec);
    }

    /**
     * Returns what perfect play comes to from {@code position}, on a board of at most 12 points by the rules of Tromp and Taylor,
     * and what {@code regretActions} lose, each a legal action named once. The call may take as long as {@code limits} say beyond
     * the time of other calls. Throws {@link TengenException} where the position cannot be solved.
     */
    public PositionSolution solve(AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        return connection.await(AnalysisCalls.solve(position, limits, regretActions));
    }

    /**
     * Returns how the capturing races in {@code position} stand that {@code question} asks about. The call may take as long as its
     * limits say beyond the time of other calls. Throws {@link TengenException} where the position is no board, or a point has no
     * such stone.
     */
    public List<RaceAnalysis> analyzeRaces(AnalyzedPosition position, RaceQuestion question) {
        return connection.await(AnalysisCalls.analyzeRaces(position, question));
    }

    /**
     * Comes to the arena as an agent that plays by {@code policy}, one game at a time, until it is closed. Throws {@link
     * TengenException} where it may not come: another agent has the name, or the server has no arena.
     */
    public ArenaAgent playInArena(String name, AgentPolicy policy) {
        return playInArena(AgentSpec.of(name), policy);
    }

    /** Comes to the arena as {@code spec} says. Throws likewise. */
    public ArenaAgent playInArena(AgentSpec spec, AgentPolicy policy) {
        return ArenaAgent.join(connection, spec, policy);
    }

    /** Returns what there is to ask and to tell of tournaments. */
    public TengenArena arena() {
        return new TengenArena(connection);
    }

    /** Returns all open sessions of the server, those made first first. */
    public List<SessionSummary> listSessions() {
        List<SessionSummary> sessions = new ArrayList<>();
        String token = "";
        do {
            SessionPage page = connection.await(ServerCalls.listSessions(token));
            sessions.addAll(page.sessions());
            token = page.nextToken();
        } while (!token.isEmpty());
        return sessions;
    }

    /** Disconnects. Batches and forests end. Sessions that are not closed stay open at the server until they expire. */
    @Override
    public void close() {
        connection.close();
    }
}
