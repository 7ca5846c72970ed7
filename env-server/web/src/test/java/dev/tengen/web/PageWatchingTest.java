package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of browsers that watch a game, in a browser. */
@Tag("full")
class PageWatchingTest extends BrowserTest {
    private static final String WATCHING = ".watching";

    @AfterEach
    void closeStreams() {
        browser.go("about:blank");
    }

    /** Opens one more stream of a game, as another browser does. */
    private void watch(String path) {
        browser.run("(window.others ??= []).push(new EventSource(arguments[0]))", path);
    }

    private void leave() {
        browser.run("window.others.pop().close()");
    }

    private void awaitAlone() {
        browser.await(page -> !page.element(WATCHING).isDisplayed());
    }

    @Test
    void session_browsersThatComeAndGo_areCounted() {
        String id = server.session(5);
        String other = server.session(5);
        goToGame("/session/" + id, 0);
        awaitAlone();

        watch("api/sessions/" + id + "/live");
        browser.awaitText(WATCHING, "2 watching");
        watch("api/sessions/" + id + "/live");
        browser.awaitText(WATCHING, "3 watching");
        watch("api/sessions/" + other + "/live");
        server.step(id, 12);
        browser.await(page -> page.count(".board-place .stone") == 1);
        assertThat(browser.text(WATCHING)).isEqualTo("3 watching");

        leave();
        leave();
        browser.awaitText(WATCHING, "2 watching");
        leave();
        awaitAlone();
    }

    /** The server notices the old stream of a page that is loaded again before the number is shown. */
    @Test
    void reload_ofThePage_countsItOnce() {
        String path = "/session/" + server.session(5);
        goToGame(path, 0);
        browser.driver().navigate().refresh();
        browser.await(page -> page.count(WATCHING) == 1);

        browser.run("window.shown = []; setInterval(() => { const line = document.querySelector('.watching');"
                + " if (!line.hidden) window.shown.push(line.textContent); }, 50)");
        long start = System.nanoTime();
        browser.await(page -> System.nanoTime() - start > 5_000_000_000L);

        assertThat((List<?>) browser.run("return window.shown")).isEmpty();
    }

    @Test
    void session_thatIsClosed_showsNoCount() {
        String id = server.session(5);
        goToGame("/session/" + id, 0);
        watch("api/sessions/" + id + "/live");
        browser.awaitText(WATCHING, "2 watching");

        server.close(id);

        browser.awaitText(".note", "This game is no longer open.");
        awaitAlone();
        browser.await(page -> !page.errors().isEmpty()); // The browser reports that there is no such session.
    }

    @Test
    void game_ofTheArena_isCounted() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "ada")) {
            agent.awaitJoined();
            String game = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"ada\"}";
            String path = ServedPage.json(server.post("/api/games", game))
                    .path("tournament")
                    .asText();
            go("/tournament/" + path + "/game/0");
            browser.await(page -> page.count("[data-point]") == 25);

            watch("api/tournaments/" + path + "/games/0/live");

            browser.awaitText(WATCHING, "2 watching");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_ofAWatchedGame_findsNothing(String scheme) {
        browser.preferScheme(scheme);
        String id = server.session(5);
        onPhone(() -> {
            goToGame("/session/" + id, 0);
            watch("api/sessions/" + id + "/live");
            browser.awaitText(WATCHING, "2 watching");

            assertThat(AxeScan.violations(browser)).isEmpty();
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }
}
