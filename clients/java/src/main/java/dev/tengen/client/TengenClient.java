package dev.tengen.client;

import dev.tengen.client.analysis.AnalysisCalls;
import dev.tengen.client.analysis.AnalysisLimits;
import dev.tengen.client.analysis.AnalyzedPosition;
import dev.tengen.client.analysis.PositionSolution;
import dev.tengen.client.analysis.RaceAnalysis;
import dev.tengen.client.analysis.RaceQuery;
import dev.tengen.client.arena.AgentPolicy;
import dev.tengen.client.arena.AgentSpec;
import dev.tengen.client.arena.ArenaAgent;
import dev.tengen.client.arena.TengenArena;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.RecordOptions;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.search.PositionSearchSpec;
import dev.tengen.client.search.SelfPlaySpec;
import dev.tengen.client.search.TengenPositionSearch;
import dev.tengen.client.search.TengenSelfPlay;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.TengenForest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * A blocking client of a server. Start here: create a session, step it, close it.
 *
 * <p>Thread-safe. The client retries calls while the server cannot be reached or is overloaded, until their deadline.
 * If nothing listens at an address of this machine, calls fail at once, unless a server has answered there before:
 * {@link #awaitReady} waits for one that starts. A call that changes something carries a request id, so that it takes
 * effect once even if it is retried.
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

    /** Creates a client of a connection, which it closes. */
    TengenClient(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns a client of the server at {@code address}. It connects at the first call. Calls have a deadline of 10
     * seconds.
     *
     * @param address "host:port" or "unix:" and a path, as in "127.0.0.1:9019" or "unix:/run/tengen.sock"; or several
     *     "host:port", separated by commas, of servers that share a store of sessions; or a name of several servers, as
     *     in "dns:///tengen:9019". Of two of them, the emptier one gets the sessions of this client, and a session ends
     *     with its server
     * @throws IllegalArgumentException if {@code address} is not a valid address
     */
    public static TengenClient connect(String address) {
        return connect(address, Connection.DEFAULT_TIMEOUT);
    }

    /**
     * Returns a client of the server at {@code address}.
     *
     * @param address "host:port", several of them separated by commas, "dns:///host:port", or "unix:" and a path
     * @param timeout deadline of each call, retries included
     * @throws IllegalArgumentException if {@code address} is not a valid address
     */
    public static TengenClient connect(String address, Duration timeout) {
        return connect(address, timeout, ConnectionSecurity.NONE);
    }

    /**
     * Returns a client of the server at {@code address}.
     *
     * @param address "host:port", several of them separated by commas, "dns:///host:port", or "unix:" and a path
     * @param timeout deadline of each call, retries included
     * @param security TLS and token
     * @throws IllegalArgumentException if {@code address} is not a valid address, a file of {@code security} cannot be
     *     used, or a token would travel over a network without TLS
     */
    public static TengenClient connect(String address, Duration timeout, ConnectionSecurity security) {
        return connect(address, timeout, security, Connection.DEFAULT_ATTEMPT_TIMEOUT);
    }

    /**
     * Returns a client of the server at {@code address}, or of several servers that share a store of sessions. A
     * session stays usable if its server fails: the client calls another one, which takes the session.
     *
     * @param address "host:port", several of them separated by commas, "dns:///host:port", or "unix:" and a path. With
     *     several, give those that the servers advertise; no other address gets a call. A new session, batch or forest
     *     goes to the emptier of two
     * @param timeout deadline of each call, retries included
     * @param security TLS and token, the same for each address
     * @param attemptTimeout how long one of several servers may take to answer before the call goes to another one, 400
     *     ms if not given; it doubles with each attempt that takes longer. Without effect with one address, and on
     *     calls for which the server thinks: choosing actions and analyses. Give more than the thinking time of
     *     opponents
     * @throws IllegalArgumentException if {@code address} is not a valid address, a file of {@code security} cannot be
     *     used, a token would travel over a network without TLS, or {@code attemptTimeout} is not positive
     */
    public static TengenClient connect(
            String address, Duration timeout, ConnectionSecurity security, Duration attemptTimeout) {
        return new TengenClient(Channels.connect(address, timeout, security, attemptTimeout));
    }

    /**
     * Waits until the server answers and reports that it is ready, by its health service. Call it to start a program
     * before its server. The logger of this class has a warning that names what this method waits for.
     *
     * @param wait how long to wait at most
     * @return this client
     * @throws TengenException if the server is not ready in time: UNAVAILABLE, with the reason NOT_READY if the server
     *     answers but is not ready; or if it is no Tengen server. The message names what was tried, how often, and what
     *     to do
     */
    public TengenClient awaitReady(Duration wait) {
        connection.awaitReady(wait);
        return this;
    }

    /**
     * Checks that the server answers and reports that it is ready. As {@link #awaitReady}, but fails at once if nothing
     * listens at an address of this machine, unless a server has answered there before.
     *
     * @param wait how long to wait at most until a server that is there is ready
     * @return this client
     * @throws TengenException if nothing listens, or as {@link #awaitReady} does
     */
    public TengenClient requireReady(Duration wait) {
        connection.requireReady(wait);
        return this;
    }

    /** Returns an asynchronous client over the same connection. Closing either closes both. */
    public AsyncTengenClient async() {
        return new AsyncTengenClient(connection);
    }

    /**
     * Returns what the server offers.
     *
     * @param encodings names of encodings of families whose specs to include, as in "alphazero:history=4"; at most 16
     * @throws TengenException if a name is unknown
     */
    public ServerInfo serverInfo(String... encodings) {
        return connection.await(EnvironmentCalls.serverInfo(encodings));
    }

    /**
     * Creates a session. The caller closes it.
     *
     * @throws TengenException if a value of {@code spec} is invalid, or the server's session limit is reached
     */
    public TengenSession createSession(SessionSpec spec) {
        return session(EnvironmentCalls.createSession(spec));
    }

    /**
     * Returns an open session that this client or another one created. The first timestep is its state now, without
     * observations.
     *
     * @throws TengenException if there is no such session
     */
    public TengenSession attachSession(String sessionId) {
        return session(EnvironmentCalls.attachSession(sessionId));
    }

    /**
     * Returns the session of the seat whose token this client has; see {@link SeatTokens}.
     *
     * @throws TengenException if the token is not that of a seat
     */
    public TengenSession attachSeat() {
        return attachSession("");
    }

    /**
     * Creates a session from a snapshot.
     *
     * @param snapshot the bytes of {@link TengenSession#snapshot}, taken at this server or another
     * @throws TengenException if the snapshot is damaged
     */
    public TengenSession restore(byte[] snapshot) {
        return restore(snapshot, Duration.ZERO);
    }

    /**
     * Creates a session from a snapshot.
     *
     * @param snapshot the bytes of {@link TengenSession#snapshot}, taken at this server or another
     * @param idleTimeout how long the session may be idle before it expires; zero for the server's maximum
     * @throws IllegalArgumentException if {@code idleTimeout} is negative
     * @throws TengenException if the snapshot is damaged, or {@code idleTimeout} exceeds the server's maximum
     */
    public TengenSession restore(byte[] snapshot, Duration idleTimeout) {
        return session(EnvironmentCalls.restore(snapshot, idleTimeout));
    }

    /**
     * Creates a session at the end of a game record. {@link TengenSession#warnings} reports problems in the record.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     * @throws TengenException if the record cannot be parsed or has an illegal move
     */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec) {
        return session(EnvironmentCalls.importRecord(sgf, spec, RecordOptions.DEFAULT));
    }

    /**
     * Creates a session at the position after the first {@code moveNumber} moves of a game record.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     * @throws TengenException if the record cannot be parsed, has an illegal move, or has fewer moves
     */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec, int moveNumber) {
        return session(EnvironmentCalls.importRecord(sgf, spec, RecordOptions.DEFAULT.atMove(moveNumber)));
    }

    /**
     * Creates a session at a position of a game record.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     * @param options how to read the record, and how many of its moves to play
     * @throws TengenException if the record cannot be parsed, has an illegal move, has fewer moves, or breaks the
     *     format while the options are strict
     */
    public TengenSession importRecord(byte[] sgf, SessionSpec spec, RecordOptions options) {
        return session(EnvironmentCalls.importRecord(sgf, spec, options));
    }

    private TengenSession session(Call<?, ?, SessionHandle.Info> call) {
        return new TengenSession(connection, connection.await(call));
    }

    /**
     * Opens a batch of environments. The caller closes it.
     *
     * @throws TengenException if a value of {@code spec} is invalid, or the server's lane limit is reached
     */
    public TengenBatch openBatch(BatchSpec spec) {
        return TengenBatch.open(connection, spec);
    }

    /**
     * Resumes a batch from its journal. The caller closes it. Another stream that has the batch loses it.
     * {@link TengenBatch#sequence} is the number of the request after which the lanes stand; send the later ones again.
     *
     * @param spec the spec with which the batch was opened; its seeds are ignored
     * @param journal the name of the journal
     * @param lastSequence the number of the last request whose result the caller has; empty to keep all that are on
     *     disk
     * @throws TengenException if there is no such journal, or its batch has another spec
     */
    public TengenBatch resumeBatch(BatchSpec spec, String journal, OptionalLong lastSequence) {
        return TengenBatch.resume(connection, spec, journal, lastSequence);
    }

    /**
     * Opens a forest. The caller closes it.
     *
     * @throws TengenException if a value of {@code spec} is invalid, or the server's node limit is reached
     */
    public TengenForest openForest(ForestSpec spec) {
        return TengenForest.open(connection, spec);
    }

    /**
     * Opens a self-play. The caller closes it.
     *
     * @throws TengenException if a value of {@code spec} is invalid, or the server's lane limit is reached: a slot
     *     counts as a lane
     */
    public TengenSelfPlay openSelfPlay(SelfPlaySpec spec) {
        return TengenSelfPlay.open(connection, spec);
    }

    /**
     * Opens a search of positions, whose leaves the caller evaluates. The caller closes it.
     *
     * @throws TengenException if a value of {@code spec} is invalid
     */
    public TengenPositionSearch openPositionSearch(PositionSearchSpec spec) {
        return TengenPositionSearch.open(connection, spec);
    }

    /**
     * Solves {@code position} under Tromp-Taylor rules. The time of {@code limits} is added to the deadline of the
     * call.
     *
     * @param position a position on a board of at most 12 points
     * @param regretActions different legal actions whose loss against perfect play to report
     * @throws TengenException if the position cannot be solved
     */
    public PositionSolution solve(AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        return connection.await(AnalysisCalls.solve(position, limits, regretActions));
    }

    /**
     * Analyzes the capturing races of {@code position} that {@code query} selects. The time of the query's limits is
     * added to the deadline of the call.
     *
     * @throws TengenException if the position is invalid, or a point of the query has no stone of its color
     */
    public List<RaceAnalysis> analyzeRace(AnalyzedPosition position, RaceQuery query) {
        return connection.await(AnalysisCalls.analyzeRace(position, query));
    }

    /**
     * Joins the arena with an agent that plays one game at a time until it is closed.
     *
     * @param name the agent's name
     * @throws TengenException if another agent has the name, or the server has no arena
     * @throws IllegalStateException if this client has several servers, or a name of several: an arena belongs to one
     */
    public ArenaAgent playInArena(String name, AgentPolicy policy) {
        return playInArena(AgentSpec.of(name), policy);
    }

    /**
     * Joins the arena with an agent that plays until it is closed.
     *
     * @throws TengenException if another agent has the name, a value of {@code spec} is invalid, or the server has no
     *     arena
     * @throws IllegalStateException if this client has several servers, or a name of several: an arena belongs to one
     */
    public ArenaAgent playInArena(AgentSpec spec, AgentPolicy policy) {
        checkArena();
        return ArenaAgent.join(connection, spec, policy);
    }

    /**
     * Returns a client of the server's tournaments.
     *
     * @throws IllegalStateException if this client has several servers, or a name of several: an arena belongs to one
     */
    public TengenArena arena() {
        checkArena();
        return new TengenArena(connection);
    }

    private void checkArena() {
        if (connection.isToSeveral()) {
            throw new IllegalStateException(
                    "an arena belongs to one server; connect to one of " + connection.authority());
        }
    }

    /**
     * Lists all open sessions of the server, oldest first.
     *
     * @throws TengenException if the call fails
     */
    public List<SessionSummary> listSessions() {
        return connection.awaitPages(EnvironmentCalls::listSessions);
    }

    /**
     * Disconnects, which closes batches, forests and self-plays. Open sessions remain at the server until they expire.
     */
    @Override
    public void close() {
        connection.close();
    }
}
