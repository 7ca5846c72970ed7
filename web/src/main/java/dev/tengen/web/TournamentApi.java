package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.host.AgentStatus;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.arena.rating.Crosstable;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.rating.Tally;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.board.Color;
import dev.tengen.game.RulesText;
import dev.tengen.server.error.CallException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tournaments, their standings and lists of games, as JSON for the page. */
final class TournamentApi {
    private static final int MAX_TOURNAMENTS = 1000;
    private static final int MAX_UNDER_WAY = 24;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Arena arena;

    TournamentApi(Arena arena) {
        this.arena = arena;
    }

    /** Returns all tournaments, the newest first. */
    ArrayNode list() {
        ArrayNode list = NODES.arrayNode();
        arena.tournaments(0, MAX_TOURNAMENTS).forEach(view -> list.insert(0, summary(view)));
        return list;
    }

    /** Returns the games under way in all tournaments and in none, the oldest first. */
    ArrayNode gamesUnderWay() {
        return games(arena.games().list());
    }

    private static ArrayNode games(List<LiveGame> games) {
        ArrayNode list = NODES.arrayNode();
        games.stream()
                .limit(MAX_UNDER_WAY)
                .forEach(live -> list.addObject()
                        .put("tournament", TournamentKey.of(live.id().tournament()))
                        .put("number", live.id().number())
                        .put("width", live.game().spec().grid().width())
                        .put("height", live.game().spec().grid().height())
                        .put("black", live.game().player(Color.BLACK))
                        .put("white", live.game().player(Color.WHITE)));
        return list;
    }

    /** Returns the agents that are there. */
    ArrayNode agents() {
        ArrayNode list = NODES.arrayNode();
        for (AgentStatus agent : arena.agents().list()) {
            list.addObject()
                    .put("name", agent.profile().name())
                    .put("description", agent.profile().description())
                    .put("isConnected", agent.isConnected())
                    .put("isFree", arena.agents().isFree(agent.profile().name()))
                    .put("gameCount", agent.gameCount());
        }
        return list;
    }

    private static ObjectNode summary(TournamentView view) {
        TournamentSettings settings = view.settings();
        ObjectNode json = NODES.objectNode()
                .put("key", TournamentKey.of(settings.name()))
                .put("name", settings.name())
                .put("phase", view.phase().name())
                .put("format", format(settings.format()))
                .put("playerCount", settings.players().size())
                .put("endedCount", view.endedGameCount())
                .put("runningCount", view.runningGameCount());
        view.gameCount().ifPresent(count -> json.put("gameCount", count));
        return json;
    }

    private static String format(FormatSettings format) {
        if (format instanceof FormatSettings.RoundRobin) {
            return "round robin";
        } else if (format instanceof FormatSettings.Gauntlet) {
            return "gauntlet";
        }
        return format instanceof FormatSettings.Swiss ? "Swiss" : "sequential test";
    }

    /** Returns a tournament with its standings and the games under way. Throws {@link CallException} where there is none. */
    ObjectNode tournament(String name) {
        TournamentView view = arena.tournament(name);
        TournamentSettings settings = view.settings();
        ObjectNode json = summary(view)
                .put("width", settings.grid().width())
                .put("height", settings.grid().height())
                .put("rules", RulesText.name(settings.rules()))
                .put("komi", settings.rules().komi())
                .put("timeControl", settings.timeControl().toString())
                .put("createdAt", view.createdAt().toString());
        ArrayNode players = json.putArray("players");
        for (PlayerSettings player : settings.players()) {
            players.addObject().put("name", player.name()).put("player", player.player());
        }
        view.missingAgents().forEach(json.putArray("missing")::add);
        view.sprt()
                .ifPresent(test -> json.putObject("test")
                        .put(
                                "verdict",
                                test.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .put("ratio", test.ratio()));
        arena.standings(name).ifPresent(standings -> json.set("standings", standings(standings)));
        json.set(
                "underWay",
                games(arena.games().list().stream()
                        .filter(live -> live.id().tournament().equals(name))
                        .toList()));
        return json;
    }

    private static ArrayNode standings(Standings standings) {
        ArrayNode rows = NODES.arrayNode();
        for (int row = 0; row < standings.rows().size(); row++) {
            Standings.Row line = standings.rows().get(row);
            Rating rating = line.rating();
            ObjectNode json = rows.addObject()
                    .put("rank", line.rank())
                    .put("name", rating.player())
                    .put("elo", rating.elo())
                    .put("lower", rating.interval().lower())
                    .put("upper", rating.interval().upper())
                    .put("isAnchor", rating.isAnchor());
            tally(line.games(), json);
            ArrayNode cells = json.putArray("cells");
            for (Crosstable.Cell cell : standings.crosstable().cells().get(row)) {
                tally(cell.total(), cells.addObject());
            }
        }
        return rows;
    }

    private static void tally(Tally tally, ObjectNode json) {
        json.put("games", tally.games())
                .put("points", tally.points())
                .put("wins", tally.wins())
                .put("draws", tally.draws())
                .put("losses", tally.losses());
    }

    /** Returns games of a tournament by their numbers. Throws {@link CallException} where there is no such tournament. */
    ObjectNode games(String name, int from, int count) {
        ObjectNode json = NODES.objectNode().put("count", arena.gameCount(name));
        ArrayNode list = json.putArray("games");
        for (TournamentGame entry : arena.games(name, from, count)) {
            list.addObject()
                    .put("number", entry.stored().id().number())
                    .put("black", entry.stored().game().black())
                    .put("white", entry.stored().game().white())
                    .put("isUnderWay", entry.live().isPresent())
                    .put(
                            "winner",
                            entry.result().map(result -> result.winner().name()).orElse(""))
                    .put("verdict", entry.result().map(StoredResult::verdict).orElse(""));
        }
        return json;
    }

    /** Returns a tournament as something to be told of. */
    StateSource live(String name) {
        return new StateSource() {
            @Override
            public Optional<JsonNode> state() {
                try {
                    return Optional.of(tournament(name));
                } catch (CallException e) {
                    return Optional.empty();
                }
            }

            @Override
            public Runnable watch(Runnable changed) {
                return arena.watch(name, changed);
            }
        };
    }
}
