package dev.tengen.arena.service;

import dev.tengen.arena.convert.GameConverter;
import dev.tengen.arena.convert.LadderConverter;
import dev.tengen.arena.convert.StandingsConverter;
import dev.tengen.arena.convert.TournamentConverter;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LadderTable;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.CancelTournamentRequest;
import dev.tengen.proto.v1.CancelTournamentResponse;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.CreateTournamentResponse;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetArenaGameResponse;
import dev.tengen.proto.v1.GetLadderRequest;
import dev.tengen.proto.v1.GetLadderResponse;
import dev.tengen.proto.v1.GetStandingsRequest;
import dev.tengen.proto.v1.GetStandingsResponse;
import dev.tengen.proto.v1.GetTournamentRequest;
import dev.tengen.proto.v1.GetTournamentResponse;
import dev.tengen.proto.v1.ListAgentsRequest;
import dev.tengen.proto.v1.ListAgentsResponse;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.WatchTournamentRequest;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.service.CallContext;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/**
 * The service {@code tengen.v1.ArenaService}. Calls that need the store run in an executor of their own. Thread-safe.
 */
final class ArenaService extends ArenaServiceGrpc.ArenaServiceImplBase {
    private static final int RECENT_GAME_COUNT = 20;

    private final Arena arena;
    private final AgentAdmission admission;
    private final StoreCallExecutor executor;
    private final DrainHooks drainHooks;
    private final Quotas quotas;

    /** Creates the service of {@code arena}, whose streams end with {@code drainHooks}. */
    ArenaService(
            Arena arena, AgentAdmission admission, StoreCallExecutor executor, DrainHooks drainHooks, Quotas quotas) {
        this.arena = arena;
        this.admission = admission;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.quotas = quotas;
    }

    @Override
    public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> observer) {
        return AgentStream.open(
                arena.agents(), admission, CallContext.current().principal(), drainHooks, arena.time(), observer);
    }

    @Override
    public void createTournament(CreateTournamentRequest request, StreamObserver<CreateTournamentResponse> observer) {
        PrincipalUsage creator = quotas.of(CallContext.current().principal());
        answer(observer, () -> {
            arena.tournaments().create(TournamentConverter.settings(request.getSpec()), creator);
            return CreateTournamentResponse.newBuilder()
                    .setTournament(TournamentConverter.toProto(
                            arena.views().get(request.getSpec().getName())))
                    .build();
        });
    }

    @Override
    public void listTournaments(ListTournamentsRequest request, StreamObserver<ListTournamentsResponse> observer) {
        answer(observer, () -> Pagination.tournaments(arena, request));
    }

    @Override
    public void getTournament(GetTournamentRequest request, StreamObserver<GetTournamentResponse> observer) {
        answer(
                observer,
                () -> GetTournamentResponse.newBuilder()
                        .setTournament(TournamentConverter.toProto(arena.views().get(request.getName())))
                        .build());
    }

    @Override
    public void getStandings(GetStandingsRequest request, StreamObserver<GetStandingsResponse> observer) {
        answer(observer, () -> {
            GetStandingsResponse.Builder response = GetStandingsResponse.newBuilder();
            arena.standings()
                    .of(request.getName())
                    .ifPresent(standings -> response.setStandings(StandingsConverter.toProto(standings)));
            return response.build();
        });
    }

    @Override
    public void listArenaGames(ListArenaGamesRequest request, StreamObserver<ListArenaGamesResponse> observer) {
        answer(observer, () -> Pagination.games(arena, request));
    }

    @Override
    public void getArenaGame(GetArenaGameRequest request, StreamObserver<GetArenaGameResponse> observer) {
        answer(observer, () -> GameConverter.answer(arena.tournamentGames().find(request.getGameId())));
    }

    @Override
    public void cancelTournament(CancelTournamentRequest request, StreamObserver<CancelTournamentResponse> observer) {
        answer(observer, () -> {
            arena.tournaments().cancel(request.getName());
            return CancelTournamentResponse.newBuilder()
                    .setTournament(TournamentConverter.toProto(arena.views().get(request.getName())))
                    .build();
        });
    }

    @Override
    public void watchTournament(WatchTournamentRequest request, StreamObserver<WatchTournamentResponse> observer) {
        TournamentWatchStream.open(arena, request.getName(), executor, drainHooks, observer);
    }

    @Override
    public void getLadder(GetLadderRequest request, StreamObserver<GetLadderResponse> observer) {
        answer(observer, () -> {
            LadderTable table = arena.ladderTable();
            GetLadderResponse.Builder response =
                    GetLadderResponse.newBuilder().setLadder(LadderConverter.toProto(table));
            if (request.getWithHistory()) {
                arena.ladder()
                        .ifPresent(ladder ->
                                ladder.history().forEach(point -> response.addHistory(LadderConverter.toProto(point))));
            }
            arena.tournamentGames()
                    .latest(table.tournament(), RECENT_GAME_COUNT)
                    .forEach(game -> response.addRecentGames(GameConverter.toProto(game)));
            return response.build();
        });
    }

    @Override
    public void listAgents(ListAgentsRequest request, StreamObserver<ListAgentsResponse> observer) {
        observer.onNext(AgentsModule.list(arena.agents()));
        observer.onCompleted();
    }

    /** Responds with the result or the exception of {@code call}, which may block. */
    private <T> void answer(StreamObserver<T> observer, Supplier<T> call) {
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            // Without a handler, a response to a cancelled call throws.
            stream.setOnCancelHandler(() -> {});
        }
        try {
            executor.execute(() -> {
                T response;
                try {
                    response = call.get();
                } catch (RuntimeException | Error e) {
                    observer.onError(StatusConverter.toStatus(e));
                    return;
                }
                observer.onNext(response);
                observer.onCompleted();
            });
        } catch (RuntimeException e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }
}
