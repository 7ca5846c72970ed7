package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.player.Player;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.SgfException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The players, dates and file names of the records that the page offers, and the list of games against agents. */
class PageRecordTest {
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\d";

    @TempDir
    private Path folder;

    private ServedPage page;

    @BeforeEach
    void start() {
        page = ServedPage.withArena(PageSettings.DEFAULT, folder);
    }

    @AfterEach
    void stop() {
        page.close();
    }

    private static void requireName(HttpResponse<String> record, String name) {
        assertThat(record.headers().firstValue("Content-Disposition").orElseThrow())
                .matches("attachment; filename=\"" + name + "\\.sgf\"");
    }

    private static void requirePlayers(GameRecord record, String black, String white) {
        assertThat(record.blackPlayer()).contains(black);
        assertThat(record.whitePlayer()).contains(white);
        assertThat(record.info().text(GameText.DATE).orElseThrow()).matches(DATE);
        assertThat(record.rules()).isPresent();
        assertThat(record.komi()).isPresent();
    }

    private static TournamentSettings cup(String name, String black, String white, int size) {
        List<PlayerSettings> players = List.of(new PlayerSettings("one", black), new PlayerSettings("two", white));
        return TournamentSettings.of(name, players, new FormatSettings.RoundRobin(1), Grid.square(size));
    }

    /** Starts a game of somebody at the page, who has Black, against the agent "ada". Returns its path. */
    private String newAgentGame() {
        HttpResponse<String> made =
                page.post("/api/games", "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"ada\"}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        JsonNode place = ServedPage.json(made);
        return "/api/tournaments/" + place.path("tournament").asText() + "/games/"
                + place.path("number").asInt();
    }

    private void resign(String path) {
        String move = "{\"action\":" + Player.RESIGN + ",\"move_number\":0}";
        await().forever().until(() -> page.post(path + "/moves", move).statusCode() == 200);
    }

    @Test
    void record_ofASessionOfThePage_hasPlayersAndDate() throws SgfException {
        HttpResponse<String> made = page.post(
                "/api/sessions",
                "{\"width\":5,\"height\":5,\"color\":\"white\",\"opponent\":\"monte-carlo:playouts=20\"}");
        String session = ServedPage.json(made).path("session").asText();

        HttpResponse<String> record = page.get("/api/sessions/" + session + "/record");

        requirePlayers(GameRecord.parse(record.body()), "monte-carlo:playouts=20", "human");
        requireName(record, "monte-carlo-playouts-20-vs-human-5x5-" + DATE);
    }

    @Test
    void record_ofAStoredGame_hasEventAndDateAndASafeShortName() throws SgfException {
        String name = "\u010c/\"" + "long ".repeat(12);
        page.create(cup(name.strip(), "greedy", "random", 3));
        String games = "/api/tournaments/" + PathKey.of(name.strip()) + "/games";
        await().forever().until(() -> page.get(games + "/1/record").statusCode() == 200);

        HttpResponse<String> stored = page.get(games + "/1/record");

        GameRecord record = GameRecord.parse(stored.body());
        requirePlayers(
                record, record.blackPlayer().orElseThrow(), record.whitePlayer().orElseThrow());
        assertThat(record.info().text(GameText.EVENT)).contains(name.strip());
        assertThat(record.result()).isPresent();
        requireName(stored, "(long-){7}lo-1-(one-vs-two|two-vs-one)");
    }

    @Test
    void record_ofATournamentGameInProgress_hasPlayersEventAndDate() throws SgfException {
        page.create(cup("slow", "monte-carlo:playouts=20000", "monte-carlo:playouts=20000", 9));
        await().forever().until(() -> page.arena().games().count() > 0);
        int number = page.arena().games().list().get(0).id().number();

        HttpResponse<String> live = page.get("/api/tournaments/" + PathKey.of("slow") + "/games/" + number + "/record");

        GameRecord record = GameRecord.parse(live.body());
        String black = record.blackPlayer().orElseThrow();
        requirePlayers(record, black, black.equals("one") ? "two" : "one");
        assertThat(record.info().text(GameText.EVENT)).contains("slow");
        assertThat(record.result()).isEmpty();
        requireName(live, "slow-" + number + "-(one-vs-two|two-vs-one)");
        page.arena().tournaments().cancel("slow");
    }

    @Test
    void games_againstAgents_stayOnTheHomeViewNewestFirst() throws SgfException {
        try (FirstMoveAgent agent = FirstMoveAgent.join(page.channel(), "ada")) {
            agent.awaitJoined();
            String first = newAgentGame();
            requirePlayers(GameRecord.parse(page.get(first + "/record").body()), "human", "ada");
            assertThat(page.json("/api/home").path("ended_games")).isEmpty();
            resign(first);
            String second = newAgentGame();
            resign(second);

            await().forever()
                    .until(() -> page.json("/api/home").path("ended_games").size() == 2);
            JsonNode home = page.json("/api/home");
            assertThat(home.path("games")).isEmpty();
            assertThat(home.path("ended_games"))
                    .extracting(game -> game.path("number").asInt())
                    .containsExactly(1, 0);
            JsonNode newest = home.path("ended_games").get(0);
            assertThat(newest.path("black").asText()).isEqualTo("human");
            assertThat(newest.path("white").asText()).isEqualTo("ada");
            assertThat(newest.path("result").asText()).isEqualTo("W+R");
            HttpResponse<String> record = page.get(second + "/record");
            assertThat(GameRecord.parse(record.body()).result()).contains("W+R");
            requireName(record, "human-vs-ada-5x5-" + DATE);
        }
    }

    @Test
    @Tag("full")
    void games_againstAgents_areBoundedAndTheOldestIsDropped() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(page.channel(), "ada")) {
            agent.awaitJoined();
            for (int number = 0; number <= CasualGameRegistry.MAX_KEPT; number++) {
                await().forever()
                        .ignoreExceptions()
                        .until(() -> page.arena().agents().isFree("ada"));
                resign(newAgentGame());
            }

            String games = "/api/tournaments/" + PathKey.of("casual") + "/games/";
            assertThat(page.get(games + "0").statusCode()).isEqualTo(404);
            assertThat(page.get(games + "1").statusCode()).isEqualTo(200);
            await().forever()
                    .until(() -> page.json("/api/home").path("ended_games").size() == 12);
        }
    }
}
