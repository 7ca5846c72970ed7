package dev.tengen.client;

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
import dev.tengen.proto.v1.WatchTournamentRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Tournaments of a server. Every call throws {@link TengenException} where a value is not allowed, there is no such tournament,
 * or the server has no arena.
 *
 * <p>Thread-safe.
 */
public final class TengenArena {
    private static final int PAGE_SIZE = 1000;

    private final Connection connection;

    TengenArena(Connection connection) {
        this.connection = connection;
    }

    /** Creates a tournament and starts it. If the same is there already nothing happens. */
    public TournamentStatus create(TournamentSpec spec) {
        CreateTournamentRequest request =
                CreateTournamentRequest.newBuilder().setSpec(spec.toProto()).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getCreateTournamentMethod(),
                request,
                answer -> ArenaMessages.status(answer.getTournament())));
    }

    /** Returns how a tournament stands. */
    public TournamentStatus tournament(String name) {
        GetTournamentRequest request =
                GetTournamentRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetTournamentMethod(),
                request,
                answer -> ArenaMessages.status(answer.getTournament())));
    }

    /** Returns all tournaments, the oldest first, without the game records of their openings. */
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
            page.getTournamentsList().stream().map(ArenaMessages::status).forEach(tournaments::add);
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return tournaments;
    }

    /** Returns the ratings of the games that have ended. */
    public ArenaStandings standings(String name) {
        GetStandingsRequest request =
                GetStandingsRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetStandingsMethod(),
                request,
                answer -> ArenaMessages.standings(answer.getStandings())));
    }

    /** Returns all games of a tournament by their numbers. */
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
            page.getGamesList().stream().map(ArenaMessages::game).forEach(games::add);
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return games;
    }

    /** Returns a game. */
    public ArenaGame game(String id) {
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetArenaGameMethod(),
                GetArenaGameRequest.newBuilder().setGameId(id).build(),
                answer -> ArenaMessages.game(answer.getGame())));
    }

    /** Returns the record of a game as an SGF file; empty before it has ended. */
    public String record(String id) {
        return connection.await(new Call<>(
                ArenaServiceGrpc.getGetArenaGameMethod(),
                GetArenaGameRequest.newBuilder().setGameId(id).build(),
                answer -> answer.getSgf()));
    }

    /** Cancels a tournament: no game of it is started any more, and those under way are void. */
    public TournamentStatus cancel(String name) {
        CancelTournamentRequest request =
                CancelTournamentRequest.newBuilder().setName(name).build();
        return connection.await(new Call<>(
                ArenaServiceGrpc.getCancelTournamentMethod(),
                request,
                answer -> ArenaMessages.status(answer.getTournament())));
    }

    /** Watches a tournament until it is over: how it stands now, then after changes. */
    public TournamentWatch watch(String name) {
        return TournamentWatch.open(
                connection.channel(),
                WatchTournamentRequest.newBuilder().setName(name).build());
    }
}
