package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Another game after one that a person has played, in a browser. */
@Tag("full")
class PageRematchTest extends BrowserTest {
    private static final String RESIGN = ".actions .confirm:nth-child(2) > button";
    private static final String REALLY_RESIGN = ".actions .confirm:nth-child(2) .sure";
    private static final String AGAIN = ".actions .primary";
    private static final String REMATCH = ".actions button:nth-child(2)";
    private static final String SETTINGS =
            "\"width\":7,\"height\":5,\"rules\":\"japanese\",\"opponent\":\"greedy\",\"komi\":3.5";

    /** Resigns a new game, and returns its path. */
    private String resign(String fields) {
        String path = "/session/" + newGame(fields);
        go(path);
        browser.await(page -> page.count(RESIGN) == 1);
        resign();
        return path;
    }

    private void resign() {
        browser.await(page -> page.element(RESIGN).isEnabled());
        browser.click(RESIGN);
        browser.click(REALLY_RESIGN);
        browser.awaitText(".status", "You resigned.");
        browser.await(page -> page.element(AGAIN).isEnabled());
    }

    /** Runs {@code start} at a game that has ended, and returns the game that it leads to. */
    private JsonNode next(String path, Consumer<WebElement> start, String button) {
        start.accept(browser.element(button));
        browser.await(page -> !page.driver().getCurrentUrl().endsWith("#" + path) && page.count("[data-point]") > 0);
        return server.json("/api" + api());
    }

    private String api() {
        return browser.driver()
                .getCurrentUrl()
                .replaceAll(".*#", "")
                .replace("/session/", "/sessions/")
                .replace("/tournament/", "/tournaments/")
                .replace("/game/", "/games/");
    }

    private static void requireSettings(JsonNode game, int human) {
        assertThat(game.path("width").asInt()).isEqualTo(7);
        assertThat(game.path("height").asInt()).isEqualTo(5);
        assertThat(game.path("rules").asText()).isEqualTo("japanese");
        assertThat(game.path("komi").asDouble()).isEqualTo(3.5);
        assertThat(game.path("request").path("undo").asBoolean()).isFalse();
        assertThat(game.path("human").asInt()).isEqualTo(human);
        assertThat(game.path("players").path(human == 1 ? "white" : "black").asText())
                .isEqualTo("greedy");
    }

    @Test
    void again_byKeyboard_keepsAllSettings() {
        String path = resign("{" + SETTINGS + ",\"color\":\"white\",\"undo\":false}");

        JsonNode game = next(path, button -> button.sendKeys(Keys.ENTER), AGAIN);

        requireSettings(game, 2);
        browser.awaitText(".status", "Your turn: White");
    }

    @Test
    void rematch_byMouse_changesTheColorsOnly() {
        String path = resign("{" + SETTINGS + ",\"color\":\"white\",\"undo\":false}");

        requireSettings(next(path, WebElement::click, REMATCH), 1);
    }

    @Test
    void again_byTouch_keepsTheHandicap() {
        onPhone(() -> {
            String path =
                    resign("{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"random\",\"handicap\":3}");
            for (WebElement action : browser.elements(".actions > :not([hidden])")) {
                assertThat(action.getRect().getHeight()).isGreaterThanOrEqualTo(40);
            }

            JsonNode game = next(path, button -> tap(AGAIN), AGAIN);

            assertThat(game.path("black")).hasSize(3);
            assertThat(game.path("komi").asDouble()).isEqualTo(7.5);
        });
    }

    @Test
    void again_twoClicks_startOneGame() {
        String path = resign("{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"random\"}");
        int before = server.json("/api/home").path("sessions").path("count").asInt();

        browser.run("const click = (detail) => document.querySelector('.actions .primary')"
                + ".dispatchEvent(new MouseEvent('click', { detail, bubbles: true })); click(2); click(1); click(2);");

        browser.await(page -> !page.driver().getCurrentUrl().endsWith(path) && page.count("[data-point]") == 25);
        browser.await(
                page -> server.json("/api/home").path("sessions").path("count").asInt() == before + 1);
    }

    @Test
    void again_afterAGameAgainstAnAgent_challengesItAgain() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "ada")) {
            agent.awaitJoined();
            String game = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"ada\",\"komi\":1.5}";
            JsonNode begun = ServedPage.json(server.post("/api/games", game));
            String path = "/tournament/" + begun.path("tournament").asText() + "/game/"
                    + begun.path("number").asInt();
            go(path);
            browser.await(page -> page.count("[data-point]") == 25);
            resign();

            JsonNode next = next(path, WebElement::click, REMATCH);

            assertThat(next.path("players").path("black").asText()).isEqualTo("ada");
            assertThat(next.path("komi").asDouble()).isEqualTo(1.5);
            resign();
        }
    }

    @Test
    void again_opponentIsGone_isExplained() {
        String path;
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "bea")) {
            agent.awaitJoined();
            String game = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"bea\"}";
            JsonNode begun = ServedPage.json(server.post("/api/games", game));
            path = "/tournament/" + begun.path("tournament").asText() + "/game/"
                    + begun.path("number").asInt();
            go(path);
            browser.await(page -> page.count("[data-point]") == 25);
            resign();
        }
        browser.await(page -> server.arena().agents().list().stream().noneMatch(one -> one.isConnected()));

        browser.click(AGAIN);

        browser.awaitText(".note", "player \"bea\" is absent");
        assertThat(browser.element(AGAIN).isEnabled()).isTrue();
        assertThat(browser.errors()).singleElement().asString().contains("409");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofAGameThatHasEnded_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        resign("{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"random\"}");

        assertThat(AxeScan.violations(browser)).isEmpty();
    }

    /** Only the player gets what started the game. */
    @Test
    void request_ofAGameOfAProgram_isAbsent() {
        assertThat(server.json("/api/sessions/" + server.session(5)).has("request"))
                .isFalse();
    }

    @Test
    void form_afterAGameAgainstAnAgent_offersTheAgentAgain() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "cleo")) {
            agent.awaitJoined();
            go("/play");
            choose("opponent", "agent cleo");
            choose("size", "5");
            submitForm();
            browser.await(page -> page.count("[data-point]") == 25);
            resign();

            browser.driver().findElement(By.linkText("Other settings")).click();

            browser.await(page -> "agent cleo"
                    .equals(page.run("return document.querySelector('[name=opponent]:checked')?.value ?? ''")));
            assertThat(browser.run("return document.querySelector('[name=size]:checked').value"))
                    .isEqualTo("5");
        }
    }
}
