package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.settings.TournamentSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;

/**
 * The page of a server with an arena, in a browser. A class of tests has one server and one browser. Each test starts
 * with an empty page and nothing stored, and fails if the console reports an error: no script fails, no request is
 * refused, and nothing violates the content security policy.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {
    /** The width of a phone. */
    static final int PHONE_WIDTH = 360;

    ServedPage server;
    Browser browser;

    @BeforeAll
    void openPage(@TempDir Path folder) {
        browser = Browser.open(1280, 900);
        server = newServer(folder);
    }

    /** Starts the server, with its files in {@code folder}. */
    ServedPage newServer(Path folder) {
        return ServedPage.withArena(PageSettings.DEFAULT, folder);
    }

    @AfterAll
    void closePage() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void forget() {
        browser.go(server.address("/page/icon.svg"));
        browser.run("localStorage.clear()");
        browser.go("about:blank");
        browser.errors();
    }

    @AfterEach
    void console_afterEachTest_isWithoutErrors() {
        assertThat(browser.errors()).isEmpty();
    }

    /** Goes to a view. */
    void go(String path) {
        browser.go(server.address("/#" + path));
    }

    /** Goes to a game, and waits until it shows this many stones. */
    void goToGame(String path, int stoneCount) {
        go(path);
        browser.await(page -> page.count(".board-place .stone") == stoneCount);
    }

    /**
     * Chooses a value of a list, or of choices that are all shown; an opponent also from the list of other players.
     * What is folded away is unfolded.
     */
    void choose(String name, String value) {
        String choice = "input[name=" + name + "][value='" + value + "']";
        String option = "[name=" + name + "] option[value='" + value + "']";
        String other = "select[name=player] option[value='" + value + "']";
        boolean isOpponent = name.equals("opponent");
        browser.await(page -> page.count(choice) + page.count(option) > 0 || (isOpponent && page.count(other) > 0));
        browser.run("document.querySelectorAll('.advanced').forEach((part) => { part.open = true; })");
        if (browser.count(choice) > 0) {
            browser.click("label:has(> " + choice + ")");
        } else {
            browser.click(browser.count(option) > 0 ? option : other);
        }
    }

    /** Starts the game of the form, once its parts no longer move: a click beside a button that moves does nothing. */
    void submitForm() {
        browser.await(page -> page.count(".play-form:not([aria-busy])") == 1);
        browser.click("button.primary");
    }

    /** Clicks a point of the board. */
    void click(int point) {
        browser.click("[data-point='" + point + "']");
    }

    /** Returns the status of the game. */
    String status() {
        return browser.text(".status");
    }

    /** Creates a tournament, and returns its key once it has ended. */
    String play(TournamentSettings settings) {
        server.create(settings);
        String key = PathKey.of(settings.name());
        await().forever()
                .until(() -> server.json("/api/tournaments/" + key)
                        .path("phase")
                        .asText()
                        .equals("ENDED"));
        return key;
    }

    /** Starts a game that somebody at the page plays, with the fields of the form as JSON. Returns the session. */
    String newGame(String fields) {
        return ServedPage.json(server.post("/api/sessions", fields))
                .path("session")
                .asText();
    }

    /** Touches an element briefly. */
    void tap(String selector) {
        PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
        Sequence touch = new Sequence(finger, 0)
                .addAction(finger.createPointerMove(
                        Duration.ZERO, PointerInput.Origin.fromElement(browser.element(selector)), 0, 0))
                .addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()))
                .addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()));
        browser.run("arguments[0].scrollIntoView({ block: 'center' })", browser.element(selector));
        browser.driver().perform(List.of(touch));
    }

    /** Shows the page as a phone does, with touches, while {@code steps} run. */
    void onPhone(Runnable steps) {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", PHONE_WIDTH, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        browser.driver().executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", true));
        try {
            steps.run();
        } finally {
            browser.driver().executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", false));
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }
}
