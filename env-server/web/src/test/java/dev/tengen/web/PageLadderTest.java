package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.JoinArena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * A ladder on the page in a browser. The agent ada has played the games that it may play in an hour, a game of slow
 * never ends, and bob has left. Other agents may have joined.
 */
@Tag("full")
class PageLadderTest extends BrowserTest {
    private static final int GAMES_PER_HOUR = 20;
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    private final List<FirstMoveAgent> agents = new ArrayList<>();

    @Override
    ServedPage newServer(Path folder) {
        List<PlayerSettings> anchors =
                List.of(new PlayerSettings("greedy", "greedy", 600.0), new PlayerSettings("random", "random", 0.0));
        return ServedPage.withLadder(
                folder,
                TournamentSettings.of(
                        "open ladder", anchors, new FormatSettings.Ladder(2, GAMES_PER_HOUR, 50, 50), Grid.square(5)));
    }

    @BeforeAll
    void playLadder() {
        FirstMoveAgent ada = FirstMoveAgent.join(server.channel(), join("ada", "1.0"));
        agents.add(ada);
        awaitGames(GAMES_PER_HOUR);
        FirstMoveAgent bob = FirstMoveAgent.join(server.channel(), join("bob", "2.0"));
        awaitGames(2 * GAMES_PER_HOUR);
        bob.close();
        agents.add(FirstMoveAgent.joinAndNeverPlay(server.channel(), join("slow " + HOSTILE, "")));
        await().forever().until(() -> server.arena().games().count() > 0);
        await().forever()
                .until(() -> ladder().path("charted").size() == 4
                        && !row("bob@2.0").path("is_connected").asBoolean());
    }

    /**
     * Waits for games. Does not ask for the ratings: their next computation would be a while after one that came too
     * early.
     */
    private void awaitGames(int count) {
        await().forever().until(() -> server.arena().ladder().orElseThrow().gameCount() >= count);
    }

    @AfterAll
    void leave() {
        agents.forEach(FirstMoveAgent::close);
    }

    private static JoinArena join(String name, String version) {
        return JoinArena.newBuilder()
                .setName(name)
                .setVersion(version)
                .setLink("https://example.org/" + version)
                .setMaxGameCount(2)
                .build();
    }

    private JsonNode ladder() {
        return server.json("/api/ladder");
    }

    private JsonNode row(String player) {
        for (JsonNode row : ladder().path("rows")) {
            if (row.path("player").asText().equals(player)) {
                return row;
            }
        }
        return ladder().path("no such player");
    }

    private void goToLadder() {
        go("/ladder");
        browser.await(page -> page.count(".ladder tbody tr") >= 5 && page.count(".picture .tengen-board") > 0);
    }

    private List<String> column(int index) {
        return browser.texts(".ladder tbody td:nth-child(" + index + ")");
    }

    private WebElement heading(String text) {
        return browser.elements(".ladder th button").stream()
                .filter(button -> button.getText().startsWith(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void table_eachPlayer_hasRatingLinkAndState() {
        goToLadder();

        assertThat(column(2)).contains("ada", "bob", "greedy anchor", "random anchor", "slow " + HOSTILE);
        int ada = column(2).indexOf("ada") + 1;
        List<String> cells = browser.texts(".ladder tbody tr:nth-child(" + ada + ") td");
        assertThat(cells.get(2)).isEqualTo("1.0");
        assertThat(cells.get(8)).isEqualTo("example.org/1.0");
        assertThat(cells.get(3)).matches("-?\\d+");
        assertThat(cells.get(4)).matches("-?\\d+ … -?\\d+");
        assertThat(Integer.parseInt(cells.get(6))).isPositive();
        assertThat(cells.get(7)).isEqualTo("connected");
        assertThat(column(5)).filteredOn("given"::equals).hasSize(2);
        assertThat(column(8).get(column(2).indexOf("bob"))).startsWith("away since ");
        assertThat(column(8)).filteredOn("of the server"::equals).hasSize(2);
        assertThat(column(4).get(column(2).indexOf("slow " + HOSTILE))).isEqualTo("–");
        WebElement page = browser.element(".ladder tbody tr:nth-child(" + ada + ") td:nth-child(9) a");
        assertThat(page.getAttribute("href")).isEqualTo("https://example.org/1.0");
        assertThat(page.getAttribute("rel")).contains("noopener", "nofollow");
    }

    @Test
    void leader_words_sayHowSureItIsAndWhoHasNoRating() {
        goToLadder();

        String first = ladder().path("rows").get(0).path("player").asText();
        assertThat(browser.text(".leader"))
                .startsWith(first + " is rated highest, at Elo ")
                .contains(" of the next, ")
                .matches(".* (1 player has|2 players have) no rating yet\\.");
    }

    @Test
    void sort_byKeyboard_ordersTheTableAndKeepsTheFocus() {
        goToLadder();
        heading("Elo").sendKeys(Keys.ENTER);

        assertThat(browser.element(".ladder th:nth-child(4)").getAttribute("aria-sort"))
                .isEqualTo("descending");
        List<Integer> down = elos();
        assertThat(down).isSortedAccordingTo(Collections.reverseOrder()).hasSize(4);
        assertThat(column(4)).last().isEqualTo("–");

        browser.press(Keys.SPACE);

        assertThat(browser.element(".ladder th:nth-child(4)").getAttribute("aria-sort"))
                .isEqualTo("ascending");
        assertThat(elos()).isSorted();
        assertThat(column(4)).last().isEqualTo("–");
        assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("Elo");

        heading("Player").sendKeys(Keys.ENTER);
        assertThat(column(2)).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
        assertThat(browser.element(".ladder th:nth-child(4)").getAttribute("aria-sort"))
                .isEqualTo("none");
    }

    @Test
    void sort_byState_beginsWithConnectedAgentsAndEndsWithThoseThatLeft() {
        goToLadder();
        heading("State").sendKeys(Keys.ENTER);

        assertThat(column(8).stream()
                        .map(state -> state.startsWith("away") ? "away" : state)
                        .distinct())
                .containsExactly("connected", "of the server", "away");
    }

    private List<Integer> elos() {
        return column(4).stream()
                .filter(text -> !text.equals("–"))
                .map(Integer::valueOf)
                .toList();
    }

    @Test
    void update_newAgent_appearsAndKeepsOrderAndFocus() {
        goToLadder();
        heading("Player").sendKeys(Keys.ENTER);
        browser.run("document.querySelector('.ladder tbody tr:last-child a').focus()");
        Object focused = browser.run("return document.activeElement.textContent");
        try (FirstMoveAgent aaron = FirstMoveAgent.joinAndNeverPlay(server.channel(), join("aaron", ""))) {
            aaron.awaitJoined();
            browser.await(page -> page.count(".ladder tbody tr") == 6);

            assertThat(column(2)).first().isEqualTo("aaron");
            assertThat(browser.run("return document.activeElement.textContent")).isEqualTo(focused);
        }
    }

    @Test
    void chart_ofTheRatings_hasALineForEachRatedPlayer() {
        goToLadder();

        browser.await(page -> page.count(".chart:not(.sample) .chart-line") == 4);
        assertThat(browser.count(".chart:not(.sample) .chart-band")).isEqualTo(4);
        assertThat(browser.element(".chart:not(.sample)").getAttribute("aria-label"))
                .startsWith("Ratings after ")
                .contains("ada ", "greedy 600", "random 0");
        assertThat(browser.texts(".chart-legend a")).containsExactlyInAnyOrder("ada", "bob", "greedy", "random");
    }

    @Test
    void game_inProgress_isALinkToIt() {
        goToLadder();

        browser.click("a.card");

        browser.awaitText("h1", " of open ladder");
        browser.await(page -> page.count(".board-place .tengen-board") == 1);
    }

    @Test
    void player_inTheTable_leadsToItsGamesOnTheLadder() {
        goToLadder();
        browser.element(".ladder a[href='#/ladder/player/" + PathKey.of("ada@1.0") + "']")
                .click();

        browser.awaitText("h1", "ada version 1.0");
        browser.awaitText(".about", "On the ladder open ladder, connected. Rank ");
        browser.await(page -> page.count(".game-list tbody tr") > 0);
        browser.await(page -> page.count("svg.chart") == 1);
        assertThat(browser.text("nav a[aria-current]")).isEqualTo("Ladder");
    }

    @Test
    void connect_commands_haveTheAddressOfTheServerAndCanBeCopied() {
        goToLadder();

        List<String> commands = browser.texts(".copyable code");
        assertThat(commands)
                .allSatisfy(command -> assertThat(command)
                        .endsWith("--address 127.0.0.1:" + server.server().port()));
        browser.click(".copyable button");
        browser.await(page -> !page.text(".copyable output").isEmpty());
        assertThat(browser.text(".copyable output")).matches("Copied|Selected: .*");
    }

    @Test
    void home_withALadder_leadsToIt() {
        go("/");
        browser.await(page -> page.count("section a[href='#/ladder']") == 1);

        browser.click("nav a[href='#/ladder']");

        browser.awaitText("h1", "open ladder");
    }

    @Test
    void server_withoutALadder_saysHowToStartOne(@TempDir Path folder) {
        try (ServedPage without = ServedPage.withArena(PageSettings.DEFAULT, folder);
                ServedPage withoutArena = ServedPage.start(PageSettings.DEFAULT)) {
            for (ServedPage page : List.of(without, withoutArena)) {
                assertThat(page.get("/api/ladder").statusCode()).isEqualTo(404);
                assertThat(page.json("/api/ladder").path("message").asText()).contains("--ladder FILE.yaml");
                assertThat(page.get("/api/ladder/players/YWRh").statusCode()).isEqualTo(404);
                assertThat(page.json("/api/info").path("has_ladder").asBoolean(true))
                        .isFalse();
                browser.go("about:blank");
                browser.go(page.address("/#/ladder"));
                browser.awaitText(".problem", "start it with --arena ladder.db --ladder FILE.yaml");
                browser.awaitText("h1", "There is no ladder.");
                assertThat(browser.element("nav a[href='#/ladder']").isDisplayed())
                        .isFalse();
            }
            browser.go("about:blank");
        }
        browser.errors(); // The console reports each response with the status 404.
    }

    /** Each row is an estimate with the ends of its interval; an anchor has only the estimate. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 90 110, 50 40 60 | Its interval lies above that of the next, b (40 … 60).",
                "100 90 110, 80 60 95 | overlaps that of the next, b (60 … 95), so who is stronger is not certain.",
                "100 90 110, 50 40 60, 0 -400 400 | but the wider interval of c reaches it, so who is stronger is not certain.",
                "100 90 110, 50 40 60, 0 -400 400, -9 -409 391 | but the wider intervals of 2 others reach it, so",
                "100, 50 | a is rated highest, at Elo 100 (given). This lies above that of the next, b (given).",
                "100, 50 -20 120 | The interval of the next, b (-20 … 120), reaches it, so who is stronger is not certain.",
            })
    void leaderWords_claimOnlyWhatTheIntervalsShow(String rows, String expected) {
        go("/");
        String script = "const [rows, done] = arguments;" + "const row = (text, index) => {"
                + "  const [elo, lower = elo, upper = elo] = text.split(' ').map(Number);"
                + "  return { player: 'abcd'[index], elo, elo_lower: lower, elo_upper: upper, is_anchor: !text.includes(' ') };"
                + "};"
                + "import('/page/standings.js').then(({ leaderWords }) => done(leaderWords({ rows: rows.split(', ').map(row) })));";

        assertThat(browser.driver().executeAsyncScript(script, rows)).asString().contains(expected);
    }

    /** Beside 717 counted games, a table without ratings would look as if none of them had counted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "717 |  | The ratings are being computed.",
                "0   |  | Nobody can be called strongest yet: fewer than two players have a rating. 2 players have no rating yet.",
                "717 | 9 | Nobody can be called strongest yet: fewer than two players have a rating. 1 player has no rating yet.",
            })
    void standingWords_withoutRatings_sayWhy(int gameCount, @Nullable Integer elo, String expected) {
        go("/");
        String script = "const [gameCount, elo, done] = arguments;"
                + "const rows = [{ player: 'a', elo: elo ?? undefined, elo_lower: 0, elo_upper: 10 }, { player: 'b' }];"
                + "import('/page/ladder.js').then(({ standingWords }) => done(standingWords({ rows, game_count: gameCount })));";

        assertThat(browser.driver().executeAsyncScript(script, gameCount, elo)).isEqualTo(expected);
    }

    @Test
    void metrics_ofTheLadder_countConnectedAgents() {
        assertThat(server.get("/metrics").body())
                .containsPattern("(?m)^tengen_arena_ladder_connected [23]\\.0$")
                .containsPattern("(?m)^tengen_arena_ladder_players [56]\\.0$");
    }

    @Test
    void player_unknown_isSaid() {
        go("/ladder/player/" + PathKey.of("nobody"));

        browser.awaitText("h1", "There is no such player.");
        browser.awaitText(".problem", "The ladder has no player \"nobody\".");
        browser.errors(); // The console reports the status 404.
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofTheLadder_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        goToLadder();
        browser.await(page -> page.count(".chart-legend a") == 4);
        assertThat(AxeScan.violations(browser)).isEmpty();

        go("/ladder/player/" + PathKey.of("ada@1.0"));
        browser.await(page -> page.count(".game-list tbody tr") > 0);
        assertThat(AxeScan.violations(browser)).isEmpty();
    }

    @Test
    void phone_ladder_needsNoSidewaysScrolling() {
        onPhone(() -> {
            goToLadder();
            browser.await(page -> page.count(".chart-legend a") == 4);
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);

            go("/ladder/player/" + PathKey.of("ada@1.0"));
            browser.await(page -> page.count(".game-list tbody tr") > 0);
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }
}
