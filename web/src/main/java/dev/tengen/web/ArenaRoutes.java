package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.store.GameId;
import dev.tengen.server.error.CallException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** The routes of the arena. */
final class ArenaRoutes {
    private static final int MAX_PAGE = 100;

    private final TournamentApi tournaments;
    private final HumanArenaGames play;
    private final ArenaGameApi games;
    private final Arena arena;
    private final PageHandlers calls;
    private final PageAuthorization access;
    private final EventStreams streams;

    ArenaRoutes(Arena arena, PageHandlers calls, PageAuthorization access, EventStreams streams) {
        this.arena = arena;
        this.calls = calls;
        this.access = access;
        this.streams = streams;
        tournaments = new TournamentApi(arena);
        play = new HumanArenaGames(arena);
        games = new ArenaGameApi(arena, play, streams);
    }

    /** Adds what the first page lists of the arena. */
    void addTo(ObjectNode home) {
        home.set("tournaments", tournaments.list());
        home.set("games", tournaments.gamesUnderWay());
        home.set("agents", tournaments.agents());
    }

    /** Adds the routes. */
    void addRoutes(RoutesConfig routes) {
        String tournament = "/api/tournaments/{key}";
        routes.get(tournament, calls.json(call -> tournaments.tournament(name(call))));
        routes.sse(tournament + "/live", client -> streams.open(client, () -> tournaments.live(name(client.ctx()))));
        routes.get(
                tournament + "/games",
                calls.json(call -> tournaments.games(
                        name(call), PageHandlers.number(call, "from", 0, Integer.MAX_VALUE), MAX_PAGE)));
        routes.post(tournament + "/cancel", calls.json(call -> {
            access.requireChange(call);
            arena.cancel(name(call));
            return tournaments.tournament(name(call));
        }));
        routes.post("/api/games", calls.json(call -> {
            access.requireChange(call);
            return play.begin(NewGameRequest.of(call));
        }));
        addGameRoutes(routes, tournament + "/games/{number}");
    }

    private void addGameRoutes(RoutesConfig routes, String game) {
        routes.get(game, calls.json(call -> GameJson.of(games.shown(id(call)))));
        routes.get(game + "/position", calls.json(call -> GameJson.position(games.shown(id(call)))));
        routes.get(game + "/look", calls.json(call -> OverlayJson.of(games.shown(id(call)), call)));
        routes.get(game + "/record", calls.record(call -> games.record(id(call)), call -> "game-" + id(call).number()));
        routes.sse(game + "/live", client -> streams.open(client, () -> games.source(id(client.ctx()))));
        routes.post(game + "/moves", calls.json(call -> {
            access.requireChange(call);
            return play.play(id(call), MoveRequest.of(call));
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
