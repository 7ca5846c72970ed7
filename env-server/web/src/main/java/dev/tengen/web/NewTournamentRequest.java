package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpException;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * A small tournament that somebody at the page creates: a round robin under Tromp-Taylor rules. Larger ones need the
 * command line or the protocol.
 *
 * @param name the name
 * @param size the number of points on each side of the board
 * @param pairCount the number of pairs of games between each two players
 * @param players the players
 */
record NewTournamentRequest(String name, int size, int pairCount, List<PlayerSettings> players) {
    /** The maximum number of players. */
    static final int MAX_PLAYER_COUNT = 8;

    /** The maximum number of pairs of games between each two players. */
    static final int MAX_PAIR_COUNT = 10;

    /**
     * Returns the request in the body of {@code call}.
     *
     * @throws CallException if a field is missing or out of range
     * @throws HttpException if the body is not JSON or too long
     * @throws InvalidValueException if a player is not allowed
     */
    static NewTournamentRequest of(Context call) {
        ObjectNode body = PageHandlers.body(call);
        return new NewTournamentRequest(
                PageHandlers.text(body, "name", ""),
                PageHandlers.number(body, "size", 2, Grid.MAX_SIZE),
                PageHandlers.number(body, "pair_count", 1, MAX_PAIR_COUNT),
                players(body.path("players")));
    }

    private static List<PlayerSettings> players(JsonNode list) {
        if (!list.isArray() || list.size() < 2 || list.size() > MAX_PLAYER_COUNT) {
            String shown = list.isArray() ? list.size() + " players" : "no list";
            throw CallException.invalid("players", shown, "a list of 2 to " + MAX_PLAYER_COUNT + " players");
        }
        List<PlayerSettings> players = new ArrayList<>();
        for (JsonNode player : list) {
            if (!(player instanceof ObjectNode fields)) {
                throw CallException.invalid("players", player, "objects with a name and a player");
            }
            players.add(
                    new PlayerSettings(PageHandlers.text(fields, "name", ""), PageHandlers.text(fields, "player", "")));
        }
        return players;
    }

    /**
     * Returns the settings of the tournament.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    TournamentSettings settings() {
        return TournamentSettings.of(name, players, new FormatSettings.RoundRobin(pairCount), Grid.square(size));
    }
}
