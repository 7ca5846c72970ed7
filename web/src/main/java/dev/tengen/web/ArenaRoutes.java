package dev.tengen.web;

import dev.tengen.arena.host.Arena;
import dev.tengen.arena.store.GameId;
import dev.tengen.server.error.CallException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** The routes of the arena. */
final class ArenaRoutes {
    private static final int MAX_PAGE = 100;

    private final Arena arena;
    private final TournamentApi tournaments;
    private final ArenaGameApi games;
    private final PageHandlers handlers;
    private final PageAuthorization authorization;
    private final EventStreams streams;

    ArenaRoutes(Arena arena, PageHandlers handlers, PageAuthorization authorization, EventStreams streams) {
        this.arena = arena;
        this.handlers = handlers;
        this.authorization = authorization;
        this.streams = streams;
        tournaments = new TournamentApi(arena);
        games = new ArenaGameApi(arena, streams);
    }

    /** Returns the tournaments, games and agents, for the home view. */
    TournamentApi tournaments() {
        return tournaments;
    }

    /** Adds the routes. */
    void addRoutes(RoutesConfig routes) {
        String tournament = "/api/tournaments/{key}";
        routes.get(tournament, handlers.json(call -> tournaments.tournament(name(call))));
        routes.sse(tournament + "/live", client -> streams.open(client, () -> tournaments.live(name(client.ctx()))));
        routes.get(
                tournament + "/games",
                handlers.json(call -> tournaments.games(
                        name(call), PageHandlers.number(call, "from", 0, Integer.MAX_VALUE), MAX_PAGE)));
        routes.post(tournament + "/cancel", handlers.json(call -> {
            authorization.requireChange(call);
            arena.cancel(name(call));
            return tournaments.tournament(name(call));
        }));
        routes.post("/api/games", handlers.json(call -> {
            authorization.requireChange(call);
            return games.create(NewGameRequest.of(call));
        }));
        addGameRoutes(routes, tournament + "/games/{number}");
    }

    private void addGameRoutes(RoutesConfig routes, String game) {
        routes.get(game, handlers.json(call -> GameJson.of(games.shown(id(call)))));
        routes.get(game + "/position", handlers.json(call -> GameJson.PositionJson.of(games.shown(id(call)))));
        routes.get(game + "/overlay", handlers.json(call -> OverlayJson.of(games.shown(id(call)), call)));
        routes.get(
                game + "/record", handlers.record(call -> games.record(id(call)), call -> "game-" + id(call).number()));
        routes.sse(game + "/live", client -> streams.open(client, () -> games.source(id(client.ctx()))));
        routes.post(game + "/moves", handlers.json(call -> {
            authorization.requireChange(call);
            return games.play(id(call), MoveRequest.of(call));
        }));
    }

    private static String name(Context call) {
        return TournamentKey.name(call.pathParam("key"));
    }

    private static GameId id(Context call) {
        String number = call.pathParam("number");
        try {
            return new GameId(name(call), Integer.parseInt(number));
        } catch (NumberFormatException e) {
            throw CallException.invalid("number", '"' + number + '"', "the number of a game");
        }
    }
}
