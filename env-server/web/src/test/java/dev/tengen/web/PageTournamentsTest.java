package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The list of many tournaments, in a browser. */
@Tag("full")
class PageTournamentsTest extends BrowserTest {
    private static final int COUNT = 200;
    /** Cups 20, 80, 120 and 180 have a third player. */
    private static final int VISITED = 4;

    private static final String TOTAL = ".filters output";

    /** All but the last one have ended, and that one waits for an agent. */
    @BeforeAll
    void createTournaments() {
        for (int number = 0; number < COUNT - 1; number++) {
            create("Cup " + number, number % 10 == 0 ? 3 : 2, "greedy");
        }
        create("waiting", 3, "agent");
        await().forever()
                .until(() -> list("from=0&count=0&phase=ENDED").path("count").asInt() == COUNT - 1);
    }

    private void create(String name, int size, String player) {
        List<PlayerSettings> players =
                new ArrayList<>(List.of(new PlayerSettings("one", player), new PlayerSettings("two", "random")));
        if (name.endsWith("20") || name.endsWith("80")) {
            players.add(new PlayerSettings("the visitor " + name.substring("Cup ".length()), "random"));
        }
        server.create(TournamentSettings.of(name, players, new FormatSettings.RoundRobin(1), Grid.square(size)));
    }

    private JsonNode list(String query) {
        return server.json("/api/tournaments?" + query);
    }

    private void goToList() {
        go("/tournaments");
        browser.awaitText(TOTAL, COUNT + " tournaments");
    }

    private List<String> names() {
        return browser.texts("tbody td:first-child");
    }

    @Test
    void list_beginsWithTheNewestAndHasPages() {
        goToList();

        assertThat(names()).hasSize(50).startsWith("waiting", "Cup 198", "Cup 197");
        assertThat(browser.text("tbody tr:nth-child(2)")).contains("ended round robin 2×2 2 2 ");
        turn(1);
        browser.await(page -> names().get(0).equals("Cup 149"));
        turn(0);
        browser.await(page -> names().get(0).equals("waiting"));
        browser.click("tbody a");
        browser.awaitText("h1", "waiting");
    }

    /** Clicks one of the buttons that turn the pages. */
    private void turn(int button) {
        browser.await(page -> {
            page.elements(".tournament-list > .row button").get(button).click();
            return true;
        });
    }

    @Test
    void search_andFilters_selectByNameStateAndBoard() {
        goToList();

        browser.element("[name=name]").sendKeys("cUP 19");
        browser.awaitText(TOTAL, "10 tournaments");
        assertThat(names()).startsWith("Cup 198").endsWith("Cup 19");
        choose("size", "3×3");
        browser.awaitText(TOTAL, "1 tournament");
        assertThat(names()).containsExactly("Cup 190");
        choose("phase", "RUNNING");
        browser.awaitText(".empty", "No tournament matches these filters.");
        browser.element("[name=name]").sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
        browser.await(page -> names().equals(List.of("waiting")));
    }

    @Test
    void search_ofAPlayer_selectsTheTournamentsWithIt() {
        goToList();

        browser.element("[name=player]").sendKeys("VISITOR");
        browser.awaitText(TOTAL, VISITED + " tournaments");
        assertThat(names()).startsWith("Cup 180\nthe visitor 180").hasSize(VISITED);
        browser.element("[name=name]").sendKeys("cup 12");
        browser.awaitText(TOTAL, "1 tournament");
        browser.await(page -> page.driver().getCurrentUrl().endsWith("#/tournaments?name=cup%2012&player=VISITOR"));
        browser.driver().navigate().refresh();
        browser.awaitText(TOTAL, "1 tournament");
        browser.click(".match a");

        browser.awaitText("h1", "the visitor 120");
        browser.click(".other-tournaments a");
        browser.awaitText(TOTAL, "1 tournament");
        assertThat(browser.element("[name=player]").getAttribute("value")).isEqualTo("the visitor 120");
        browser.element("[name=player]").sendKeys("x");
        browser.awaitText(".empty", "No tournament matches these filters.");
    }

    @Test
    void address_withABoard_selectsIt() {
        go("/tournaments?size=3%C3%973&phase=ENDED");
        browser.awaitText(TOTAL, "20 tournaments");
        go("/tournaments?size=4%C3%974");
        browser.awaitText(TOTAL, COUNT + " tournaments");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofASearchOfAPlayer_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        onPhone(() -> {
            go("/tournaments?player=visitor");
            browser.awaitText(TOTAL, VISITED + " tournaments");
            assertThat(AxeScan.violations(browser)).isEmpty();
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }

    @Test
    void home_showsTheNewestAndALinkToAll() {
        onPhone(() -> {
            go("/");
            browser.awaitText("#main", "All tournaments (" + COUNT + ")");
            assertThat(browser.count(".cards.wide .card")).isEqualTo(12);
            assertThat(browser.text(".cards.wide .card strong")).isEqualTo("waiting");
            tap("a[href='#/tournaments']");
            browser.awaitText(TOTAL, COUNT + " tournaments");
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }

    @Test
    void phone_list_breaksNoWordAndShowsTheGames() {
        onPhone(() -> {
            go("/tournaments");
            browser.await(page -> page.count(".tournament-list tbody tr") > 0);

            assertThat(browser.run(
                            "return getComputedStyle(document.querySelector('tbody td:nth-child(2)')).whiteSpace"))
                    .isEqualTo("nowrap");
            assertThat(browser.text("th:nth-child(6)")).isEqualTo("Games");
            assertThat(browser.element("th:nth-child(3)").isDisplayed()).isFalse();
        });
    }

    @Test
    void api_checksItsParameters() {
        for (String query : List.of(
                "",
                "from=0",
                "from=0&count=101",
                "from=-1&count=1",
                "from=0&count=1&phase=over",
                "from=0&count=1&player=" + "x".repeat(201))) {
            assertThat(server.get("/api/tournaments?" + query).statusCode())
                    .as(query)
                    .isEqualTo(400);
        }
        assertThat(list("from=0&count=0").path("sizes"))
                .extracting(JsonNode::asText)
                .containsExactly("2×2", "3×3");
        assertThat(list("from=199&count=5").path("tournaments")).hasSize(1);
        assertThat(list("from=0&count=0&player=" + "x".repeat(200))
                        .path("count")
                        .asInt())
                .isZero();
        assertThat(list("from=0&count=1&player=o").path("tournaments").get(0).path("matches"))
                .extracting(match -> match.path("name").asText())
                .containsExactly("one", "two");
        assertThat(list("from=0&count=1").path("tournaments").get(0).path("matches"))
                .isEmpty();
    }
}
