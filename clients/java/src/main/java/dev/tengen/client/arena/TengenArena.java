package dev.tengen.client.arena;

import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.Connection;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetArenaGameResponse;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.GetTournamentRequest;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import io.grpc.MethodDescriptor;
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
        return ArenaConverter.status(call(
                        ArenaServiceGrpc.getCreateTournamentMethod(),
                        CreateTournamentRequest.newBuilder()
                                .setSpec(spec.toProto())
                                .build())
                .getTournament());
    }

    /** Returns the status of a tournament. */
    public TournamentStatus tournament(String name) {
        return ArenaConverter.status(call(
                        ArenaServiceGrpc.getGetTournamentMethod(),
                        GetTournamentRequest.newBuilder().setName(name).build())
                .getTournament());
    }

    /** Returns all tournaments, oldest first, without the game records of their openings. */
    public List<TournamentStatus> tournaments() {
        List<TournamentStatus> tournaments = new ArrayList<>();
        ListTournamentsRequest.Builder request =
                ListTournamentsRequest.newBuilder().setPageSize(PAGE_SIZE);
        do {
            ListTournamentsResponse page = call(ArenaServiceGrpc.getListTournamentsMethod(), request.build());
            page.getTournamentsList().stream().map(ArenaConverter::status).forEach(tournaments::add);
            request.setPageToken(page.getNextPageToken());
        } while (!request.getPageToken().isEmpty());
        return tournaments;
    }

    /** Returns the standings after the games that have ended. */
    public ArenaStandings standings(String name) {
        return ArenaConverter.standings(call(
                        ArenaServiceGrpc.getGetStandingsMethod(),
                        GetStandingsRequest.newBuilder().setName(name).build())
                .getStandings());
    }

    /** Returns all games of a tournament, by number. */
    public List<ArenaGame> games(String name) {
        List<ArenaGame> games = new ArrayList<>();
        ListArenaGamesRequest.Builder request =
                ListArenaGamesRequest.newBuilder().setName(name).setPageSize(PAGE_SIZE);
        do {
            ListArenaGamesResponse page = call(ArenaServiceGrpc.getListArenaGamesMethod(), request.build());
            page.getGamesList().stream().map(ArenaConverter::game).forEach(games::add);
            request.setPageToken(page.getNextPageToken());
        } while (!request.getPageToken().isEmpty());
        return games;
    }

    /** Returns a game. */
    public ArenaGame game(String id) {
        return ArenaConverter.game(getGame(id).getGame());
    }

    /** Returns the record of a game as the text of an SGF file; empty before the game has ended. */
    public String record(String id) {
        return getGame(id).getSgf();
    }

    private GetArenaGameResponse getGame(String id) {
        return call(
                ArenaServiceGrpc.getGetArenaGameMethod(),
                GetArenaGameRequest.newBuilder().setGameId(id).build());
    }

    /** Cancels a tournament: no more games start, and games in progress become void. */
    public TournamentStatus cancel(String name) {
        return ArenaConverter.status(call(
                        ArenaServiceGrpc.getCancelTournamentMethod(),
                        CancelTournamentRequest.newBuilder().setName(name).build())
                .getTournament());
    }

    private <Q, R> R call(MethodDescriptor<Q, R> method, Q request) {
        return connection.await(new Call<>(method, request, response -> response));
    }

    /**
     * Watches a tournament until it is over: its current state, then its state after changes. The caller closes the
     * result.
     */
    public TournamentWatch watch(String name) {
        return new TournamentWatch(connection.channel(), name);
    }
}
