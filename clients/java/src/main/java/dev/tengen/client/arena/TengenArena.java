package dev.tengen.client.arena;

import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.GetTournamentRequest;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import java.util.ArrayList;
import java.util.List;

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

    /** Creates a tournament and starts it. Does nothing if a tournament with the same spec already exists. */
    public TournamentStatus create(TournamentSpec spec) {
        CreateTournamentRequest request =
                CreateTournamentRequest.newBuilder().setSpec(spec.toProto()).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getCreateTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament())));
    }

    /** Returns the status of a tournament. */
    public TournamentStatus tournament(String name) {
        GetTournamentRequest request =
                GetTournamentRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament())));
    }

    /** Returns all tournaments, oldest first, without the game records of their openings. */
    public List<TournamentStatus> tournaments() {
        List<TournamentStatus> tournaments = new ArrayList<>();
        String token = "";
        do {
            ListTournamentsRequest request = ListTournamentsRequest.newBuilder()
                    .setPageSize(PAGE_SIZE)
                    .setPageToken(token)
                    .build();
            ListTournamentsResponse page = connection.await(
                    new Call<>(ArenaServiceGrpc.getListTournamentsMethod(), request, answer -> answer));
            page.getTournamentsList().stream().map(ArenaConverter::status).forEach(tournaments::add);
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return tournaments;
    }

    /** Returns the standings after the games that have ended. */
    public ArenaStandings standings(String name) {
        GetStandingsRequest request =
                GetStandingsRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetStandingsMethod(),
                request,
                answer -> ArenaConverter.standings(answer.getStandings())));
    }

    /** Returns all games of a tournament, by number. */
    public List<ArenaGame> games(String name) {
        List<ArenaGame> games = new ArrayList<>();
        String token = "";
        do {
            ListArenaGamesRequest request = ListArenaGamesRequest.newBuilder()
                    .setName(name)
                    .setPageSize(PAGE_SIZE)
                    .setPageToken(token)
                    .build();
            ListArenaGamesResponse page =
                    connection.await(new Call<>(ArenaServiceGrpc.getListArenaGamesMethod(), request, answer -> answer));
            page.getGamesList().stream().map(ArenaConverter::game).forEach(games::add);
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return games;
    }

    /** Returns a game. */
    public ArenaGame game(String id) {
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetArenaGameMethod(),
                GetArenaGameRequest.newBuilder().setGameId(id).build(),
                answer -> ArenaConverter.game(answer.getGame())));
    }

    /** Returns the record of a game as the text of an SGF file; empty before the game has ended. */
    public String record(String id) {
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetArenaGameMethod(),
                GetArenaGameRequest.newBuilder().setGameId(id).build(),
                answer -> answer.getSgf()));
    }

    /** Cancels a tournament: no more games start, and games in progress become void. */
    public TournamentStatus cancel(String name) {
        CancelTournamentRequest request =
                CancelTournamentRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getCancelTournamentMethod(),
                request,
                answer -> ArenaConverter.status(answer.getTournament())));
    }

    /**
     * Watches a tournament until it is over: its current state, then its state after changes. The caller closes the
     * result.
     */
    public TournamentWatch watch(String name) {
        return new TournamentWatch(connection.channel(), name);
    }
}
