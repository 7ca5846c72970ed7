package dev.tengen.client.arena;

import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Call.Page;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetArenaGameResponse;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.GetTournamentRequest;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListTournamentsRequest;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.function.Function;

/**
 * The tournaments of a server. Every method throws {@link TengenException} if a value is invalid, the tournament does
 * not exist, or the server has no arena.
 *
 * <p>Thread-safe.
 */
public final class TengenArena {
    private static final int PAGE_SIZE = 1000;

    private final Connection connection;

    /** Creates a client of the arena. Applications call {@code TengenClient.arena}. */
    public TengenArena(Connection connection) {
        this.connection = connection;
    }

    private <Q, R, T> T call(MethodDescriptor<Q, R> method, Q request, Function<R, T> converter) {
        return connection.await(new Call<>(method, request, converter));
    }

    /** Creates a tournament and starts it. Does nothing if a tournament with the same spec already exists. */
    public TournamentStatus create(TournamentSpec spec) {
        CreateTournamentRequest request =
                CreateTournamentRequest.newBuilder().setSpec(spec.toProto()).build();
        return call(
                ArenaServiceGrpc.getCreateTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament()));
    }

    /** Returns the status of a tournament. */
    public TournamentStatus tournament(String name) {
        GetTournamentRequest request =
                GetTournamentRequest.newBuilder().setName(name).build();
        return call(
                ArenaServiceGrpc.getGetTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament()));
    }

    /** Returns all tournaments, oldest first, without the game records of their openings. */
    public List<TournamentStatus> tournaments() {
        ListTournamentsRequest.Builder request =
                ListTournamentsRequest.newBuilder().setPageSize(PAGE_SIZE);
        return connection.awaitPages(token -> new Call<>(
                ArenaServiceGrpc.getListTournamentsMethod(),
                request.setPageToken(token).build(),
                page -> new Page<>(
                        ProtoConverter.list(page.getTournamentsList(), ArenaConverter::status),
                        page.getNextPageToken())));
    }

    /** Returns the standings after the games that have ended. */
    public ArenaStandings standings(String name) {
        GetStandingsRequest request =
                GetStandingsRequest.newBuilder().setName(name).build();
        return call(
                ArenaServiceGrpc.getGetStandingsMethod(),
                request,
                answer -> ArenaConverter.standings(answer.getStandings()));
    }

    /** Returns all games of a tournament, by number. */
    public List<ArenaGame> games(String name) {
        ListArenaGamesRequest.Builder request =
                ListArenaGamesRequest.newBuilder().setName(name).setPageSize(PAGE_SIZE);
        return connection.awaitPages(token -> new Call<>(
                ArenaServiceGrpc.getListArenaGamesMethod(),
                request.setPageToken(token).build(),
                page -> new Page<>(
                        ProtoConverter.list(page.getGamesList(), ArenaConverter::game), page.getNextPageToken())));
    }

    /** Returns a game. */
    public ArenaGame game(String id) {
        return ArenaConverter.game(stored(id).getGame());
    }

    /** Returns the record of a game as the text of an SGF file; empty before the game has ended. */
    public String record(String id) {
        return stored(id).getSgf();
    }

    private GetArenaGameResponse stored(String id) {
        GetArenaGameRequest request =
                GetArenaGameRequest.newBuilder().setGameId(id).build();
        return call(ArenaServiceGrpc.getGetArenaGameMethod(), request, answer -> answer);
    }

    /** Cancels a tournament: no more games start, and games in progress become void. */
    public TournamentStatus cancel(String name) {
        CancelTournamentRequest request =
                CancelTournamentRequest.newBuilder().setName(name).build();
        return call(
                ArenaServiceGrpc.getCancelTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament()));
    }

    /**
     * Watches a tournament until it is over: its current state, then its state after changes. The caller closes the
     * result.
     */
    public TournamentWatch watch(String name) {
        return new TournamentWatch(connection, name);
    }
}
