package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every view of the page, light and dark, on a desktop and on a phone, for people who use a keyboard or a screen reader. */
class PageAccessibilityTest {
    private static final int PHONE_WIDTH = 360;

    @TempDir
    private static Path folder;

    private static ServedPage server;
    private static Browser browser;

    /** The views by path, each with an element that shows that it is complete. */
    private static final Map<String, String> VIEWS = new LinkedHashMap<>();

    @BeforeAll
    static void open() {
        browser = Browser.open(1280, 900);
        server = ServedPage.withArena(PageSettings.DEFAULT, folder);
        List<PlayerSettings> players = List.of(
                new PlayerSettings("a player with a rather long name", "greedy"),
                new PlayerSettings("random", "random"));
        server.create(TournamentSettings.of("cup", players, new FormatSettings.RoundRobin(3), Grid.square(7)));
        String cup = PathKey.of("cup");
        await().atMost(Duration.ofMinutes(1))
                .until(() -> server.json("/api/tournaments/" + cup)
                        .path("phase")
                        .asText()
                        .equals("ENDED"));
        String session = server.session(9);
        server.playGreedily(session, 30);
        VIEWS.put("/", ".card .stone");
        VIEWS.put("/play", "[name=handicap] option:nth-child(9)");
        VIEWS.put("/session/" + session, ".board-place .stone");
        VIEWS.put("/session/" + game(), "[data-point]");
        VIEWS.put("/tournament/" + cup, ".game-list tbody tr");
        VIEWS.put("/tournament/" + cup + "/game/1", ".game-links a");
        VIEWS.put("/tournament/" + cup + "/player/" + PathKey.of("random"), ".game-list tbody tr");
        VIEWS.put("/nowhere", "#main h1");
    }

    /** Returns a game that somebody at the page plays. */
    private static String game() {
        String wanted = "{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"greedy\"}";
        return ServedPage.json(server.post("/api/sessions", wanted))
                .path("session")
                .asText();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    /** Loads the page anew, so that nothing is left of another test. */
    private static void go(String path) {
        browser.go("about:blank");
        browser.go(server.address("/#" + path));
        browser.await(page -> page.count(VIEWS.get(path)) > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofEachView_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        Map<String, List<String>> findings = new LinkedHashMap<>();
        for (String path : VIEWS.keySet()) {
            go(path);
            findings.put(path, AxeScan.violations(browser));
        }

        assertThat(findings).allSatisfy((path, found) -> assertThat(found).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofEachOverlay_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        go(VIEWS.keySet().stream()
                .filter(path -> path.startsWith("/session/"))
                .findFirst()
                .orElseThrow());
        Map<String, List<String>> findings = new LinkedHashMap<>();
        for (String kind : List.of("score", "legal", "races", "analysis", "plane")) {
            browser.element("[name=show] option[value=" + kind + "]").click();
            browser.await(page -> !page.element(".overlay-words").getText().isEmpty());
            findings.put(kind, AxeScan.violations(browser));
        }

        assertThat(findings).allSatisfy((kind, found) -> assertThat(found).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofTheLogin_findsNothing(String scheme) {
        try (ServedPage closed = ServedPage.start(new PageSettings(Optional.of("a-token-of-the-tests"), 4))) {
            browser.preferScheme(scheme);
            browser.go(closed.address("/#/play"));
            browser.await(page -> page.element("#login-button").isDisplayed());
            browser.element("#login-button").click();
            browser.element("#token-field").sendKeys("wrong");
            browser.element("#login-dialog button.primary").click();
            browser.awaitText("#login-problem", "not valid");

            assertThat(AxeScan.violations(browser)).as(scheme).isEmpty();
            browser.go("about:blank");
        }
    }

    @Test
    void axe_ofAPageWithFaults_findsThem() {
        go("/");
        browser.run("document.querySelector('#theme-button').removeAttribute('aria-label');"
                + "document.querySelector('#theme-button').removeAttribute('title')");

        assertThat(AxeScan.violations(browser)).singleElement().asString().startsWith("button-name");
    }

    @Test
    void phone_eachView_needsNoSidewaysScrolling() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", PHONE_WIDTH, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        try {
            for (String path : VIEWS.keySet()) {
                go(path);

                assertThat(browser.run("return document.documentElement.scrollWidth"))
                        .as(path)
                        .isEqualTo((long) PHONE_WIDTH);
            }
        } finally {
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }
}
