package dev.tengen.web;

import com.google.common.primitives.Ints;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.arena.store.GameId;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.quota.Quotas;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** The routes of the arena. */
final class ArenaRoutes {
    private static final int MAX_PAGE = 100;

    private static final String TOURNAMENT = "/api/tournaments/{key}";

    private final Arena arena;
    private final TournamentApi tournaments;
    private final ArenaGameApi games;
    private final TournamentFiles files;
    private final PageHandlers handlers;
    private final Quotas quotas;

    ArenaRoutes(Arena arena, PageHandlers handlers, EventStreams streams, Quotas quotas) {
        this.arena = arena;
        this.quotas = quotas;
        this.handlers = handlers;
        tournaments = new TournamentApi(arena, streams);
        files = new TournamentFiles(arena);
        games = new ArenaGameApi(arena, streams);
    }

    /** Returns the tournaments, games in progress and agents, for the home view. */
    TournamentApi tournaments() {
        return tournaments;
    }

    /** Returns the games, for the home view. */
    ArenaGameApi games() {
        return games;
    }

    /** Adds the routes. */
    void addRoutes(RoutesConfig routes) {
        addTournamentRoutes(routes);
        routes.post(
                "/api/games",
                handlers.create(
                        PagePermission.PLAY_GAME,
                        (call, player) -> games.create(player, NewGameRequest.of(call)),
                        game -> ""));
        handlers.addGameRoutes(routes, TOURNAMENT + "/games/{number}", ArenaRoutes::id, games);
    }

    private void addTournamentRoutes(RoutesConfig routes) {
        routes.get(
                "/api/tournaments",
                handlers.read(
                        PagePermission.LIST_TOURNAMENTS,
                        (call, reader) -> tournaments.tournaments(TournamentFilter.of(call), from(call), count(call))));
        routes.post(
                "/api/tournaments",
                handlers.create(
                        PagePermission.CREATE_TOURNAMENT,
                        (call, creator) -> create(creator, NewTournamentRequest.of(call)),
                        created -> ""));
        routes.get(
                TOURNAMENT,
                handlers.read(PagePermission.SEE_TOURNAMENT, (call, reader) -> tournaments.tournament(name(call))));
        routes.get(
                TOURNAMENT + "/live",
                handlers.stream(PagePermission.WATCH_TOURNAMENT, (call, reader) -> tournaments.live(name(call))));
        routes.get(
                TOURNAMENT + "/games",
                handlers.read(
                        PagePermission.LIST_GAMES,
                        (call, reader) -> tournaments.games(name(call), filter(call), from(call), count(call))));
        routes.get(
                TOURNAMENT + "/players/{player}",
                handlers.read(
                        PagePermission.SEE_TOURNAMENT,
                        (call, reader) ->
                                tournaments.player(name(call), PathKey.name("player", call.pathParam("player")))));
        routes.get(
                TOURNAMENT + "/files/{file}",
                handlers.file(
                        PagePermission.SEE_GAME, (call, reader) -> files.file(name(call), call.pathParam("file"))));
        routes.post(TOURNAMENT + "/cancel", handlers.end(PagePermission.CANCEL_TOURNAMENT, (call, operator) -> {
            FairExecutor.block(() -> arena.tournaments().cancel(name(call))); // It waits for the games to end.
            return tournaments.tournament(name(call));
        }));
    }

    private TournamentApi.Details create(Principal creator, NewTournamentRequest wanted) {
        TournamentSettings settings = wanted.settings();
        FairExecutor.block(
                () -> arena.tournaments().create(settings, quotas.of(creator))); // It may wait for the store.
        return tournaments.tournament(settings.name());
    }

    private static String name(Context call) {
        return PathKey.name("tournament", call.pathParam("key"));
    }

    private static int from(Context call) {
        return PageHandlers.number(call, "from", 0, Integer.MAX_VALUE);
    }

    private static int count(Context call) {
        return PageHandlers.number(call, "count", 0, MAX_PAGE);
    }

    private static GameFilter filter(Context call) {
        return new GameFilter(
                PageHandlers.text(call, "player", ""),
                PageHandlers.text(call, "opponent", ""),
                PageHandlers.text(call, "winner", ""),
                PageHandlers.text(call, "verdict", ""));
    }

    private static GameId id(Context call) {
        String text = call.pathParam("number");
        Integer number = Ints.tryParse(text);
        if (number == null) {
            throw CallException.invalid("number", '"' + text + '"', "the number of a game");
        }
        return new GameId(name(call), number);
    }
}
