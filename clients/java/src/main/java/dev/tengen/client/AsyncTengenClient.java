package dev.tengen.client;

import dev.tengen.client.analysis.AnalysisCalls;
import dev.tengen.client.analysis.AnalysisLimits;
import dev.tengen.client.analysis.AnalyzedPosition;
import dev.tengen.client.analysis.PositionSolution;
import dev.tengen.client.analysis.RaceAnalysis;
import dev.tengen.client.analysis.RaceQuery;
import dev.tengen.client.env.RecordOptions;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An asynchronous client of a server: every method returns at once, and any number of calls may be in flight. Requests,
 * retries and deadlines are those of {@link TengenClient}.
 *
 * <pre>{@code
 * try (AsyncTengenClient client = AsyncTengenClient.connect("127.0.0.1:9019")) {
 *     client.createSession(SessionSpec.of(9, 9))
 *             .thenCompose(session -> session.step(40).thenCompose(timestep -> session.score()))
 *             .thenAccept(score -> System.out.println(score.text()))
 *             .join();
 * }
 * }</pre>
 *
 * <p>A failed call completes its future with the {@link TengenException} that the blocking client throws; {@code get}
 * and {@code join} wrap it as usual. To complete a future early, by canceling it or by a timeout, cancels the call. The
 * client cannot know whether the server carried it out before. Cancel the future that the method returned: a dependent
 * future does not propagate the cancellation.
 *
 * <p>Futures complete on the threads of gRPC's shared pool, which grows as needed. Dependent stages without an executor
 * run there. They may block without delaying other calls.
 *
 * <p>Thread-safe.
 */
public final class AsyncTengenClient implements AutoCloseable {
    private final Connection connection;

    AsyncTengenClient(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns a client of the server at {@code address}. It connects at the first call. Calls have a deadline of 10
     * seconds.
     *
     * @param address "host:port" or "unix:" and a path, as in "127.0.0.1:9019" or "unix:/run/tengen.sock"; or several
     *     "host:port", separated by commas, of servers that share a store of sessions
     * @throws IllegalArgumentException if {@code address} is not a valid address
     */
    public static AsyncTengenClient connect(String address) {
        return connect(address, Connection.DEFAULT_TIMEOUT);
    }

    /**
     * Returns a client of the server at {@code address}.
     *
     * @param address "host:port", several of them separated by commas, or "unix:" and a path
     * @param timeout deadline of each call, retries included
     * @throws IllegalArgumentException if {@code address} is not a valid address
     */
    public static AsyncTengenClient connect(String address, Duration timeout) {
        return connect(address, timeout, ConnectionSecurity.NONE);
    }

    /**
     * Returns a client of the server at {@code address}.
     *
     * @param address "host:port", several of them separated by commas, or "unix:" and a path
     * @param timeout deadline of each call, retries included
     * @param security TLS and token
     * @throws IllegalArgumentException if {@code address} is not a valid address, a file of {@code security} cannot be
     *     used, or a token would travel over a network without TLS
     */
    public static AsyncTengenClient connect(String address, Duration timeout, ConnectionSecurity security) {
        return connect(address, timeout, security, Connection.DEFAULT_ATTEMPT_TIMEOUT);
    }

    /**
     * Returns a client of the server at {@code address}, or of several servers that share a store of sessions. A
     * session stays usable if its server fails: the client calls another one, which takes the session.
     *
     * @param address "host:port", several of them separated by commas, or "unix:" and a path. With several, give those
     *     that the servers advertise; no other address gets a call
     * @param timeout deadline of each call, retries included
     * @param security TLS and token, the same for each address
     * @param attemptTimeout how long one of several servers may take to answer before the call goes to another one, 400
     *     ms if not given; it doubles with each attempt that takes longer. Without effect with one address, and on
     *     calls for which the server thinks: choosing actions and analyses. Give more than the thinking time of
     *     opponents
     * @throws IllegalArgumentException if {@code address} is not a valid address, a file of {@code security} cannot be
     *     used, a token would travel over a network without TLS, or {@code attemptTimeout} is not positive
     */
    public static AsyncTengenClient connect(
            String address, Duration timeout, ConnectionSecurity security, Duration attemptTimeout) {
        return new AsyncTengenClient(Channels.connect(address, timeout, security, attemptTimeout));
    }

    /**
     * Returns a future of this client that completes when the server answers and reports that it is ready, by its
     * health service. Fails as {@link TengenClient#awaitReady} does.
     *
     * @param wait how long to wait at most
     */
    public CompletableFuture<AsyncTengenClient> awaitReady(Duration wait) {
        CompletableFuture<Void> ready = connection.startAwaitReady(wait);
        CompletableFuture<AsyncTengenClient> result = ready.thenApply(none -> this);
        Connection.cancelWith(result, ready);
        return result;
    }

    /**
     * Returns what the server offers. Fails if a name is unknown.
     *
     * @param encodings names of encodings of families whose specs to include, as in "alphazero:history=4"; at most 16
     */
    public CompletableFuture<ServerInfo> serverInfo(String... encodings) {
        return connection.start(EnvironmentCalls.serverInfo(encodings));
    }

    /** Creates a session. Fails if a value of {@code spec} is invalid, or the server's session limit is reached. */
    public CompletableFuture<AsyncTengenSession> createSession(SessionSpec spec) {
        return session(EnvironmentCalls.createSession(spec));
    }

    /**
     * Finds an open session that this client or another one created. The first timestep is its state now, without
     * observations. Fails if there is no such session.
     */
    public CompletableFuture<AsyncTengenSession> attachSession(String sessionId) {
        return session(EnvironmentCalls.attachSession(sessionId));
    }

    /**
     * Finds the session of the seat whose token this client has; see {@link SeatTokens}. Fails if the token is not that
     * of a seat.
     */
    public CompletableFuture<AsyncTengenSession> attachSeat() {
        return attachSession("");
    }

    /**
     * Creates a session from a snapshot. Fails if the snapshot is damaged.
     *
     * @param snapshot the bytes of {@link AsyncTengenSession#snapshot}, taken at this server or another
     */
    public CompletableFuture<AsyncTengenSession> restore(byte[] snapshot) {
        return restore(snapshot, Duration.ZERO);
    }

    /**
     * Creates a session from a snapshot. Fails if the snapshot is damaged, or {@code idleTimeout} exceeds the server's
     * maximum.
     *
     * @param snapshot the bytes of {@link AsyncTengenSession#snapshot}, taken at this server or another
     * @param idleTimeout how long the session may be idle before it expires; zero for the server's maximum
     * @throws IllegalArgumentException if {@code idleTimeout} is negative
     */
    public CompletableFuture<AsyncTengenSession> restore(byte[] snapshot, Duration idleTimeout) {
        return session(EnvironmentCalls.restore(snapshot, idleTimeout));
    }

    /**
     * Creates a session at the end of a game record. {@link AsyncTengenSession#warnings} reports problems in the
     * record. Fails if the record cannot be parsed or has an illegal move.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     */
    public CompletableFuture<AsyncTengenSession> importRecord(byte[] sgf, SessionSpec spec) {
        return session(EnvironmentCalls.importRecord(sgf, spec, RecordOptions.DEFAULT));
    }

    /**
     * Creates a session at the position after the first {@code moveNumber} moves of a game record. Fails if the record
     * cannot be parsed, has an illegal move, or has fewer moves.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     */
    public CompletableFuture<AsyncTengenSession> importRecord(byte[] sgf, SessionSpec spec, int moveNumber) {
        return session(EnvironmentCalls.importRecord(sgf, spec, RecordOptions.DEFAULT.atMove(moveNumber)));
    }

    /**
     * Creates a session at a position of a game record. Fails if the record cannot be parsed, has an illegal move, has
     * fewer moves, or breaks the format while the options are strict.
     *
     * @param sgf an SGF file; its first game counts
     * @param spec a spec from {@link SessionSpec#recordBuilder}; the record's rules apply unless it names a preset
     * @param options how to read the record, and how many of its moves to play
     */
    public CompletableFuture<AsyncTengenSession> importRecord(byte[] sgf, SessionSpec spec, RecordOptions options) {
        return session(EnvironmentCalls.importRecord(sgf, spec, options));
    }

    private CompletableFuture<AsyncTengenSession> session(Call<?, ?, SessionHandle.Info> call) {
        return connection.start(call.map(info -> new AsyncTengenSession(connection, info)));
    }

    /** Solves {@code position}, see {@link TengenClient#solve}. Fails if the position cannot be solved. */
    public CompletableFuture<PositionSolution> solve(
            AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        return connection.start(AnalysisCalls.solve(position, limits, regretActions));
    }

    /** Analyzes the capturing races of {@code position}, see {@link TengenClient#analyzeRace}. */
    public CompletableFuture<List<RaceAnalysis>> analyzeRace(AnalyzedPosition position, RaceQuery query) {
        return connection.start(AnalysisCalls.analyzeRace(position, query));
    }

    /** Lists all open sessions of the server, oldest first. */
    public CompletableFuture<List<SessionSummary>> listSessions() {
        CompletableFuture<List<SessionSummary>> all = new CompletableFuture<>();
        listFrom("", new ArrayList<>(), all);
        return all;
    }

    private void listFrom(String token, List<SessionSummary> listed, CompletableFuture<List<SessionSummary>> all) {
        CompletableFuture<Call.Page<SessionSummary>> page = connection.start(EnvironmentCalls.listSessions(token));
        Connection.cancelWith(all, page);
        var unused = page.whenComplete((response, error) -> {
            if (error != null) {
                all.completeExceptionally(error);
                return;
            }
            listed.addAll(response.items());
            if (response.nextToken().isEmpty()) {
                all.complete(listed);
            } else {
                listFrom(response.nextToken(), listed, all);
            }
        });
    }

    /**
     * Disconnects at once, as does a blocking client of the same connection. Calls in flight fail. Open sessions remain
     * at the server until they expire.
     */
    @Override
    public void close() {
        connection.close();
    }
}
