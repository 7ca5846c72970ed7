package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.server.http.HttpException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** A tournament that has ended, and one that has not begun, on the page in a browser. */
@Tag("full")
class PageTournamentTest extends BrowserTest {
    private static final int GAME_COUNT = 60;

    private String cup;

    @BeforeAll
    void playCup() {
        List<PlayerSettings> players = List.of(
                new PlayerSettings("ann", "greedy"),
                new PlayerSettings("bob", "random"),
                new PlayerSettings("cy", "eye-safe-random"));
        cup = play(TournamentSettings.of("cup", players, new FormatSettings.RoundRobin(10), Grid.square(5))
                .withAdjudication(new Adjudication(new ResignRule(0.05, 3, 0, false), null, false)));
    }

    private void goToTournament() {
        go("/tournament/" + cup);
        browser.await(page -> page.count(".game-list tbody tr") == 50);
    }

    @Test
    void about_rulesThatEndGamesEarly_areNamed() {
        goToTournament();

        browser.awaitText(".about", "Games end early: resignation below 0.05 at 3 moves.");
    }

    /** Returns the size in pixels of the text of the chart as the page shows it. */
    private double chartTextPixels() {
        return ((Number) browser.run("const text = document.querySelector('.chart text');"
                        + " return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"))
                .doubleValue();
    }

    @Test
    void phone_tables_showThePointsAndThatTheyScroll() {
        onPhone(() -> {
            goToTournament();
            WebElement points = browser.elements(".scroll th").get(5);
            assertThat(points.getText()).isEqualTo("Points");
            assertThat(points.getRect().getX() + points.getRect().getWidth()).isLessThan(PHONE_WIDTH);
            assertThat((String) browser.run(
                            "return getComputedStyle(document.querySelector('.scroll')).backgroundAttachment"))
                    .isEqualTo("local, local, scroll, scroll");
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }

    @Test
    void phone_namesOfPlayers_areOnOneLine() {
        onPhone(() -> {
            goToTournament();
            browser.click(".game-list tbody a");
            browser.await(page -> page.count(".player-name") == 2);
            assertThat(browser.run("return [...document.querySelectorAll('.player-name')].map((name) =>"
                            + " name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight))"))
                    .asInstanceOf(InstanceOfAssertFactories.list(Number.class))
                    .hasSize(2)
                    .allSatisfy(lines -> assertThat(lines.doubleValue()).isLessThan(1.5));
        });
    }

    @Test
    void phone_chart_hasLegibleText() {
        onPhone(() -> {
            go("/tournament/" + cup + "/player/" + PathKey.of("bob"));
            browser.element(".chart text");

            assertThat(chartTextPixels()).isGreaterThan(10);
        });
    }

    private void goToGame(int number) {
        go("/tournament/" + cup + "/game/" + number);
        browser.await(page -> page.count(".board-place .stone") > 0);
    }

    private List<String> column(int index) {
        return browser.texts(".game-list tbody td:nth-child(" + index + ")");
    }

    private JsonNode games(String query) {
        return server.json("/api/tournaments/" + cup + "/games?" + query);
    }

    @Test
    void games_list_beginsWithTheLastStartedAndHasResults() {
        goToTournament();

        List<String> starts = new ArrayList<>();
        games("from=0&count=50")
                .path("games")
                .forEach(game -> starts.add(game.path("started_at").asText()));
        assertThat(starts).isSortedAccordingTo(Collections.reverseOrder());
        assertThat(column(4))
                .allSatisfy(result -> assertThat(result)
                        .matches("(The limit on moves was reached\\. )?(Black|White) wins by \\d+\\.5 points\\."));
        browser.awaitText(".filters output", GAME_COUNT + " games");

        browser.click(".game-list > .row button:nth-of-type(2)");
        browser.await(page -> page.count(".game-list tbody tr") == GAME_COUNT - 50);
    }

    @Test
    void standings_reportTheLikelihoodThatEachIsStrongerThanTheNext() {
        goToTournament();
        JsonNode rows = server.json("/api/tournaments/" + cup).path("standings").path("rows");

        assertThat(browser.text(".leader"))
                .startsWith("ann is rated highest, at Elo ")
                .endsWith("It is stronger than the next, "
                        + rows.get(1).path("player").asText() + ", with a likelihood of " + likelihood(rows.get(0))
                        + ".");
        assertThat(browser.text(".scroll thead th:last-child")).isEqualTo("Stronger than next");
        assertThat(browser.texts(".scroll[aria-label=Standings] tbody td:last-child"))
                .containsExactly(likelihood(rows.get(0)), likelihood(rows.get(1)), "–");
    }

    /** Returns the likelihood as the report shows it. */
    private static String likelihood(JsonNode row) {
        double likelihood = row.path("superiority_to_next").asDouble();
        if (likelihood >= 0.9995) {
            return ">\u202f99.9\u202f%";
        }
        return String.format(Locale.ROOT, "%.1f\u202f%%", 100 * likelihood);
    }

    @Test
    void games_filters_selectThem() {
        goToTournament();

        browser.click("[name=player] option[value=bob]");
        browser.awaitText(".filters output", "40 games");
        browser.click("[name=winner] option[value=BLACK]");
        browser.await(page -> !page.text(".filters output").startsWith("40"));
        assertThat(column(4))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result).contains("Black wins"));
        assertThat(IntStream.range(0, column(2).size())
                        .mapToObj(
                                index -> List.of(column(2).get(index), column(3).get(index))))
                .allSatisfy(players -> assertThat(players).contains("bob"));
        browser.click("[name=verdict] option[value=TIME]");
        browser.awaitText(".empty", "No game matches these filters.");
        browser.click(".empty button");
        browser.awaitText(".filters output", GAME_COUNT + " games");
    }

    /** Waits until the list has the games of ann and bob, and is focused. */
    private void awaitGamesOfAnnAndBob() {
        browser.awaitText(".filters output", "20 games");
        assertThat(IntStream.range(0, column(2).size())
                        .mapToObj(
                                index -> List.of(column(2).get(index), column(3).get(index))))
                .allSatisfy(players -> assertThat(players).contains("ann", "bob"));
        browser.await(page -> "Games".equals(page.run("return document.activeElement.ariaLabel")));
        browser.await(
                page -> (Boolean)
                        page.run(
                                "const { top } = document.activeElement.getBoundingClientRect(); return top >= 0 && top < innerHeight"));
    }

    private String address() {
        return browser.driver().getCurrentUrl().replaceAll(".*#", "");
    }

    @Test
    void crosstable_cell_leadsToTheGamesOfThePair() {
        goToTournament();
        String cell = "a[href$='?player=ann&opponent=bob']";
        assertThat(browser.element(cell).getAttribute("aria-label"))
                .startsWith(browser.text(cell) + ": games of ann against bob");
        assertThat(browser.text(cell)).endsWith(" / 20");

        browser.element(cell).sendKeys(Keys.ENTER);

        awaitGamesOfAnnAndBob();
        browser.run("scrollTo(0, 0)");
        browser.click(cell);
        awaitGamesOfAnnAndBob();
        browser.driver().navigate().refresh();
        awaitGamesOfAnnAndBob();
        browser.driver().navigate().back();
        browser.awaitText(".filters output", GAME_COUNT + " games");
    }

    @Test
    void games_filters_areInTheAddress() {
        goToTournament();
        assertThat(browser.element("[name=opponent]").isDisplayed()).isFalse();

        choose("player", "bob");
        choose("opponent", "cy");
        choose("winner", "WHITE");
        browser.await(page -> address().endsWith("/" + cup + "?player=bob&opponent=cy&winner=WHITE"));
        int total = games("from=0&count=0&player=bob&opponent=cy&winner=WHITE")
                .path("count")
                .asInt();
        browser.awaitText(".filters output", total + " games of bob against cy");
        assertThat(browser.texts("[name=opponent] option")).containsExactly("All opponents", "ann", "cy");
        choose("player", "cy");
        browser.await(page -> address().endsWith("/" + cup + "?player=cy&winner=WHITE"));
        choose("opponent", "bob");
        browser.awaitText(".filters output", total + " games of cy against bob");
        choose("player", "");
        browser.await(page -> address().endsWith("/" + cup + "?winner=WHITE"));

        go("/tournament/" + cup + "?player=nobody&opponent=ann&winner=ann");
        browser.awaitText(".filters output", GAME_COUNT + " games");
        browser.await(page -> address().endsWith("/" + cup));
    }

    @Test
    void player_opponents_leadToTheGamesAgainstThem() {
        go("/tournament/" + cup + "/player/" + PathKey.of("ann"));
        browser.awaitText(".filters output", "40 games");

        browser.click("a[href$='?opponent=bob']");

        awaitGamesOfAnnAndBob();
        choose("opponent", "");
        browser.awaitText(".filters output", "40 games");
        browser.await(page -> address().endsWith("/player/" + PathKey.of("ann")));
    }

    @Test
    void crosstable_namesWithSigns_areOneFilter() {
        String name = "a&b=c ?#%/'\"<";
        List<PlayerSettings> players = List.of(new PlayerSettings(name, "greedy"), new PlayerSettings("x", "random"));
        String key = play(TournamentSettings.of("signs", players, new FormatSettings.RoundRobin(1), Grid.square(3)));
        go("/tournament/" + key);
        browser.await(page -> page.count(".game-list tbody tr") == 2);

        browser.element("a[aria-label$='games of x against " + name.replace("'", "\\'") + "']")
                .click();

        browser.await(page -> name.equals(page.run("return document.querySelector('[name=opponent]').value")));
        browser.awaitText(".filters output", "2 games");
    }

    @Test
    void games_api_checksItsParameters() {
        for (String query : List.of(
                "from=0",
                "from=-1&count=1",
                "from=0&count=101",
                "from=0&count=1&winner=ann",
                "from=0&count=1&opponent=ann",
                "from=0&count=1&player=ann&opponent=" + "b%00")) {
            assertThat(server.get("/api/tournaments/" + cup + "/games?" + query).statusCode())
                    .as(query)
                    .isEqualTo(400);
        }
        assertThat(games("from=0&count=0&player=cy").path("count").asInt()).isEqualTo(40);
        assertThat(games("from=0&count=0&player=cy&opponent=bob").path("count").asInt())
                .isEqualTo(20);
        assertThat(games("from=0&count=0").path("games")).isEmpty();
    }

    @Test
    void game_neighbors_areLinksAndSoIsTheTournament() {
        goToGame(0);
        browser.await(page -> page.count(".game-links a") == 1);
        browser.click(".game-links a");
        browser.awaitText("h1", "Game 1 of cup");
        browser.await(page -> page.count(".game-links a") == 2);
        browser.click(".game-links a");
        browser.awaitText("h1", "Game 0 of cup");

        goToGame(GAME_COUNT - 1);
        browser.awaitText(".game-links", "Previous game");
        assertThat(browser.count(".game-links a")).isEqualTo(1);
        browser.click("h1 a");
        browser.awaitText("h1", "cup");
        browser.await(page -> page.count(".game-list tbody tr") == 50);
    }

    @Test
    void game_addressWithAMove_showsThatPosition() {
        go("/tournament/" + cup + "/game/3?m=4");
        browser.awaitText(".move", "4 of ");

        browser.press(Keys.ARROW_LEFT);
        browser.awaitText(".move", "3 of ");
        browser.await(page -> page.driver().getCurrentUrl().endsWith("/game/3?m=3"));
        browser.driver().navigate().refresh();
        browser.awaitText(".move", "3 of ");
        browser.press(Keys.END);
        browser.await(page -> page.driver().getCurrentUrl().endsWith("/game/3"));
    }

    @Test
    void files_ofTheTournament_areDownloads() {
        for (String name : List.of("standings.csv", "games.csv", "games.zip", "games.pgn", "tournament.json")) {
            HttpResponse<String> file = server.get("/api/tournaments/" + cup + "/files/" + name);

            assertThat(file.statusCode()).as(name).isEqualTo(200);
            assertThat(file.headers().firstValue("Content-Disposition"))
                    .contains("attachment; filename=\"cup-" + name + "\"");
        }
        assertThat(server.get("/api/tournaments/" + cup + "/files/games.csv")
                        .body()
                        .lines())
                .hasSize(GAME_COUNT + 1);
        assertThat(server.get("/api/tournaments/" + cup + "/files/arena.db").statusCode())
                .isEqualTo(404);
    }

    @Test
    void files_ofATournamentThatIsTooLarge_areRefused() {
        TournamentFiles files = new TournamentFiles(server.arena(), GAME_COUNT - 1);

        assertThat(catchThrowableOfType(HttpException.class, () -> files.file("cup", "games.csv"))
                        .reason())
                .isEqualTo("TOO_MANY_GAMES");
    }

    @Test
    void report_link_showsTheReport() {
        goToTournament();

        browser.click("a[href$='report.html']");

        browser.await(page -> page.count("table.games tbody tr") == GAME_COUNT);
        assertThat(browser.text("h1")).isEqualTo("cup");
    }

    @Test
    void player_link_showsRatingOpponentsAndGames() {
        goToTournament();

        browser.click("tbody td.name a");

        browser.awaitText(".about", "greedy in cup. Rank 1, Elo ");
        assertThat(browser.text("h1")).isEqualTo("ann");
        assertThat(browser.run("return document.title")).isEqualTo("ann, cup · Tengen");
        assertThat(browser.element("svg.chart").getAttribute("aria-label"))
                .startsWith("Rating of ann: ")
                .endsWith(" after 60 games of the tournament");
        browser.awaitText(".filters output", "40 games");
        assertThat(browser.element("[name=player]").isDisplayed()).isFalse();
        List<String> opponents = browser.texts("tbody td.name a");
        assertThat(opponents).containsExactlyInAnyOrder("bob", "cy");
        browser.click("tbody td.name a");
        browser.awaitText("h1", opponents.get(0));
    }

    @Test
    void player_course_isThatOfTheTournament() {
        JsonNode ann = server.json("/api/tournaments/" + cup + "/players/" + PathKey.of("ann"));

        assertThat(ann.path("player").asText()).isEqualTo("greedy");
        assertThat(ann.path("course")).hasSizeBetween(1, 20);
        JsonNode last = ann.path("course").get(ann.path("course").size() - 1);
        assertThat(last.path("game_count").asInt()).isEqualTo(GAME_COUNT);
        assertThat(last.path("elo").asDouble())
                .isBetween(
                        last.path("elo_lower").asDouble(),
                        last.path("elo_upper").asDouble());
        assertThat(server.get("/api/tournaments/" + cup + "/players/" + PathKey.of("dan"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(server.get("/api/tournaments/" + cup + "/players/***").statusCode())
                .isEqualTo(400);
    }

    @Test
    void players_beforeTheirFirstGame_areListed() {
        List<PlayerSettings> players =
                List.of(new PlayerSettings("absent", "agent"), new PlayerSettings("eve", "greedy"));
        server.create(TournamentSettings.of("later", players, new FormatSettings.RoundRobin(1), Grid.square(5)));

        go("/tournament/" + PathKey.of("later"));

        browser.awaitText(".about", "Waiting for absent");
        assertThat(browser.texts("tbody td.name")).containsExactly("absent", "eve");
        assertThat(browser.count(".game-list")).isEqualTo(1);
        assertThat(browser.element(".game-list").isDisplayed()).isFalse();
    }
}
