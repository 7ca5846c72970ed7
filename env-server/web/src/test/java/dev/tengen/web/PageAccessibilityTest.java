package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every view of the page, light and dark, on a desktop and on a phone, for people who use a keyboard or a screen
 * reader.
 */
@Tag("full")
class PageAccessibilityTest extends BrowserTest {
    /** The views by path, each with an element that shows that it is complete. */
    private final Map<String, String> views = new LinkedHashMap<>();

    @BeforeAll
    void addViews() {
        List<PlayerSettings> players = List.of(
                new PlayerSettings("a player with a rather long name", "greedy"),
                new PlayerSettings("random", "random"));
        String cup = play(TournamentSettings.of("cup", players, new FormatSettings.RoundRobin(3), Grid.square(7)));
        String session = server.session(9);
        server.playGreedily(session, 30);
        views.put("/", ".card .stone");
        views.put("/play", "[name=handicap] option:nth-child(9)");
        views.put("/session/" + session, ".board-place .stone");
        views.put(
                "/session/" + newGame("{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"greedy\"}"),
                "[data-point]");
        views.put("/tournaments/new", ".tiles.opponent input");
        views.put("/tournaments", ".tournament-list tbody tr");
        views.put("/tournament/" + cup, ".game-list tbody tr");
        views.put("/tournament/" + cup + "/game/1", ".game-links a");
        views.put("/tournament/" + cup + "/player/" + PathKey.of("random"), ".game-list tbody tr");
        views.put("/nowhere", "#main h1");
    }

    /** Loads the page anew, so that nothing is left of another view. */
    private void load(String path) {
        browser.go("about:blank");
        go(path);
        browser.await(page -> page.count(views.get(path)) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofEachView_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        Map<String, List<String>> findings = new LinkedHashMap<>();
        for (String path : views.keySet()) {
            load(path);
            findings.put(path, AxeScan.violations(browser));
        }

        assertThat(findings).allSatisfy((path, found) -> assertThat(found).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofEachOverlay_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        load(views.keySet().stream()
                .filter(path -> path.startsWith("/session/"))
                .findFirst()
                .orElseThrow());
        browser.click(".keys summary");
        Map<String, List<String>> findings = new LinkedHashMap<>();
        for (String kind : List.of("score", "legal", "races", "analysis", "plane")) {
            browser.click("[name=show] option[value=" + kind + "]");
            browser.await(page -> !page.text(".overlay-words").isEmpty());
            findings.put(kind, AxeScan.violations(browser));
        }

        assertThat(findings).allSatisfy((kind, found) -> assertThat(found).isEmpty());
    }

    /** Moves that are tried out, the estimates of the search, and everything that the form folds away. */
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofWhatIsUnfolded_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        load(views.keySet().stream()
                .filter(path -> path.startsWith("/session/"))
                .findFirst()
                .orElseThrow());
        browser.click(".values button");
        browser.await(page -> page.count(".value-line") == 1);
        browser.click(".variations button");
        browser.click("[data-point][aria-label$=', empty']");
        browser.await(page -> page.count(".move-tree .disc") == 1);
        assertThat(AxeScan.violations(browser)).isEmpty();

        load("/play");
        browser.click(".advanced summary");
        assertThat(AxeScan.violations(browser)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofTheLogin_findsNothing(String scheme) {
        try (ServedPage closed = ServedPage.start(new PageSettings(Optional.of("a-token-of-the-tests"), 4))) {
            browser.preferScheme(scheme);
            browser.go(closed.address("/#/play"));
            browser.await(page -> page.element("#login-button").isDisplayed());
            browser.click("#login-button");
            browser.element("#token-field").sendKeys("wrong");
            browser.click("#login-dialog button.primary");
            browser.awaitText("#login-problem", "not valid");

            assertThat(AxeScan.violations(browser)).as(scheme).isEmpty();
            browser.go("about:blank");
        }
        browser.errors(); // The server refuses the wrong token.
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofTheReport_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        browser.go(server.address("/api/tournaments/" + PathKey.of("cup") + "/files/report.html"));
        browser.await(page -> page.count("table.games tbody tr") > 0);
        assertThat(AxeScan.violations(browser)).isEmpty();

        browser.click("table.games tbody tr");
        browser.await(page -> page.count(".tengen-replay") > 0);
        assertThat(AxeScan.violations(browser)).isEmpty();
    }

    @Test
    void axe_ofAPageWithFaults_findsThem() {
        load("/");
        browser.run("document.querySelector('#theme-button').removeAttribute('aria-label');"
                + "document.querySelector('#theme-button').removeAttribute('title')");

        assertThat(AxeScan.violations(browser)).singleElement().asString().startsWith("button-name");
    }

    @Test
    void phone_eachView_needsNoSidewaysScrolling() {
        onPhone(() -> {
            for (String path : views.keySet()) {
                load(path);

                assertThat(browser.run("return document.documentElement.scrollWidth"))
                        .as(path)
                        .isEqualTo((long) PHONE_WIDTH);
            }
        });
    }
}
