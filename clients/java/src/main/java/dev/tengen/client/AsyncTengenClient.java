package dev.tengen.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * A connection to a server, for callers who do not wait: every call returns at once, and any number may be under way.
 * Requests, retries and time limits are those of {@link TengenClient}.
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
 * <p>A call that fails completes its future with the {@link TengenException} that the blocking client throws, which {@code
 * get} and {@code join} wrap as they do. Completing a future early, by canceling it or by a time limit of its own, ends the
 * call; whether the server has carried it out by then, nobody knows. It is the future that the method returned which must
 * be canceled: one that depends on it does not pass a cancellation on.
 *
 * <p>Futures complete on the threads of gRPC's shared pool, which grows as needed, and so run there what depends on them
 * without naming an executor. Such code may block without holding up other calls, but for those on which it waits itself.
 *
 * <p>Thread-safe.
 */
public final class AsyncTengenClient implements AutoCloseable {
    private final Connection connection;

    AsyncTengenClient(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns a client of the server at {@code address}, as in "127.0.0.1:9019" or "unix:/run/tengen.sock". It connects at
     * the first call.
     */
    public static AsyncTengenClient connect(String address) {
        return connect(address, Connection.DEFAULT_TIMEOUT);
    }

    /** Returns a client whose calls fail when they have taken longer than {@code timeout}, retries included. */
    public static AsyncTengenClient connect(String address, Duration timeout) {
        return new AsyncTengenClient(Connection.to(address, timeout));
    }

    /**
     * Tells what the server offers, and the specs of {@code encodings} of families, at most 16 names as in
     * "alphazero:history=4". Fails for an unknown name.
     */
    public CompletableFuture<ServerInfo> serverInfo(String... encodings) {
        return connection.start(ServerCalls.serverInfo(encodings));
    }

    /** Makes a session. Fails where a value of {@code spec} is not allowed. */
    public CompletableFuture<AsyncTengenSession> createSession(SessionSpec spec) {
        return session(ServerCalls.createSession(spec));
    }

    /**
     * Makes a session from the bytes of {@link AsyncTengenSession#snapshot}, taken at this server or another. Fails where
     * they are damaged or not a snapshot.
     */
    public CompletableFuture<AsyncTengenSession> restore(byte[] snapshot) {
        return session(ServerCalls.restore(snapshot));
    }

    /**
     * Makes a session that stands after all moves of the first game in {@code sgf}, by the rules of the record unless {@code
     * spec} names a preset; {@link AsyncTengenSession#warnings} tells what was odd in it. Fails where it cannot be read or a
     * move is illegal.
     */
    public CompletableFuture<AsyncTengenSession> importRecord(byte[] sgf, SessionSpec spec) {
        return session(ServerCalls.importRecord(sgf, spec, OptionalInt.empty()));
    }

    /** Makes a session that stands after the first {@code moveNumber} moves of the first game in {@code sgf}. */
    public CompletableFuture<AsyncTengenSession> importRecord(byte[] sgf, SessionSpec spec, int moveNumber) {
        return session(ServerCalls.importRecord(sgf, spec, OptionalInt.of(moveNumber)));
    }

    private CompletableFuture<AsyncTengenSession> session(Call<?, ?, Opening> call) {
        return connection.start(call.map(opening -> new AsyncTengenSession(connection, opening)));
    }

    /**
     * Tells what perfect play comes to from {@code position}, as {@link TengenClient#solve} does. Fails where the position cannot
     * be solved.
     */
    public CompletableFuture<PositionSolution> solve(
            AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        return connection.start(AnalysisCalls.solve(position, limits, regretActions));
    }

    /** Tells how capturing races in {@code position} stand, as {@link TengenClient#analyzeRaces} does. */
    public CompletableFuture<List<RaceAnalysis>> analyzeRaces(AnalyzedPosition position, RaceQuestion question) {
        return connection.start(AnalysisCalls.analyzeRaces(position, question));
    }

    /** Tells all open sessions of the server, those made first first. */
    public CompletableFuture<List<SessionSummary>> listSessions() {
        CompletableFuture<List<SessionSummary>> all = new CompletableFuture<>();
        listFrom("", new ArrayList<>(), all);
        return all;
    }

    private void listFrom(String token, List<SessionSummary> listed, CompletableFuture<List<SessionSummary>> all) {
        CompletableFuture<SessionPage> page = connection.start(ServerCalls.listSessions(token));
        Connection.endWith(all, page);
        var unused = page.whenComplete((answer, error) -> {
            if (error != null) {
                all.completeExceptionally(error);
                return;
            }
            listed.addAll(answer.sessions());
            if (answer.nextToken().isEmpty()) {
                all.complete(listed);
            } else {
                listFrom(answer.nextToken(), listed, all);
            }
        });
    }

    /**
     * Disconnects at once, a blocking client of the same connection too. Calls under way fail. Sessions that are not closed
     * stay open at the server until they expire.
     */
    @Override
    public void close() {
        connection.close();
    }
}
