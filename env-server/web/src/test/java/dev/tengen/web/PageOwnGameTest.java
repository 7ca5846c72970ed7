package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The page of an own game: moves before the server has answered them, and by touch on close points, in a browser. */
@Tag("full")
class PageOwnGameTest extends BrowserTest {
    private static final String GAME = "{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"greedy\"}";
    private static final String LARGE_GAME = "{\"width\":19,\"height\":19,\"color\":\"black\",\"opponent\":\"greedy\"}";
    private static final String PLAY_MARKED = ".marked button";

    /** Makes the page wait with changes until {@code send()} is called; {@code refuse()} answers them with an error. */
    private void holdChanges() {
        browser.run("""
                const fetchNow = window.fetch;
                window.fetch = (path, options) => {
                  if (options.method !== "POST") return fetchNow(path, options);
                  return new Promise((resolve) => {
                    window.send = () => resolve(fetchNow(path, options));
                    const problem = JSON.stringify({ reason: "TOO_MANY_ENGINES", message: "the engine is busy" });
                    window.refuse = () => resolve(new Response(problem, { status: 429 }));
                  });
                };
                """);
    }

    private void startHeldGame(String fields) {
        goToGame("/session/" + newGame(fields), 0);
        browser.awaitText(".status", "Your turn: Black");
        holdChanges();
    }

    @Test
    void ownMove_whileTheOpponentThinks_isOnTheBoard() {
        startHeldGame(GAME);

        click(40);

        browser.awaitText(".status", "greedy is thinking …");
        browser.awaitText(".move", "1 of 1: Black E5");
        assertThat(browser.count(".board-place .stone.black.last")).isEqualTo(1);
        assertThat(browser.element(".ghost").getAttribute("visibility")).isEqualTo("hidden");
        assertThat(browser.element("[data-point='40']").getAttribute("aria-label"))
                .isEqualTo("E5, black stone, last move");
        assertThat(browser.count(".player.white.to-move")).isEqualTo(1);
        assertThat(browser.count(".player.black.to-move")).isZero();
        click(41);
        browser.awaitText(".note", "It is not your turn yet.");

        browser.run("send()");

        browser.awaitText(".move", "2 of 2: White");
        browser.awaitText(".status", "Your turn: Black");
        assertThat(browser.count(".board-place .stone")).isEqualTo(2);
    }

    @Test
    void ownMove_thePastIsSeenWhileTheOpponentThinks() {
        startHeldGame(GAME);
        click(40);
        browser.awaitText(".move", "1 of 1: Black E5");

        browser.press(Keys.ARROW_LEFT);
        browser.await(page -> page.count(".board-place .stone") == 0);
        browser.run("send()");

        browser.awaitText(".move", "Start of 2 moves");
        browser.press(Keys.END);
        browser.awaitText(".move", "2 of 2: White");
    }

    @Test
    void ownMove_thatTheServerRefuses_isTakenBack() {
        startHeldGame(GAME);
        click(40);
        browser.awaitText(".move", "1 of 1: Black E5");

        browser.run("refuse()");

        browser.awaitText(".note", "the engine is busy");
        browser.awaitText(".status", "Your turn: Black");
        browser.awaitText(".move", "Start of 0 moves");
        assertThat(browser.count(".board-place .stone")).isZero();
        assertThat(browser.count(".player.black.to-move")).isEqualTo(1);
        click(40);
        browser.awaitText(".move", "1 of 1: Black E5");
        browser.run("send()");
        browser.awaitText(".move", "2 of 2: White");
    }

    @Test
    void ownPass_whileTheOpponentThinks_isShown() {
        startHeldGame(GAME);

        browser.click(".actions button");

        browser.awaitText(".status", "greedy is thinking …");
        browser.awaitText(".move", "1 of 1: Black pass");
        browser.run("send()");
        browser.awaitText(".move", "2 of 2: White");
    }

    @Test
    void note_afterARefusedClick_goesWithTheNextStep() {
        goToGame("/session/" + newGame(GAME), 0);
        click(40);
        browser.awaitText(".move", "2 of 2: White");
        click(40);
        browser.awaitText(".note", "A stone stands on E5 already.");

        browser.press(Keys.ARROW_LEFT);

        browser.await(page -> page.text(".note").isEmpty());
    }

    @Test
    void ownGame_isMarkedAsPlayAndNamesTheOpponent() {
        goToGame("/session/" + newGame(GAME), 0);

        browser.awaitText("h1", "Your game against greedy");
        browser.awaitText("nav [aria-current=page]", "Play");
        assertThat(browser.text(".player.black .player-name")).isEqualTo("You");
        assertThat(browser.element(".player.black .captures").getAttribute("aria-label"))
                .isEqualTo("0 stones captured");
        go("/");
        browser.awaitText("nav [aria-current=page]", "Watch");
    }

    @Test
    void missingGame_hasNoControls() {
        go("/session/nonsense");

        browser.awaitText("h1", "There is no such game.");
        assertThat(browser.text("main")).isEqualTo("There is no such game.\nWatch the games of this server");
        assertThat(browser.run("return document.title")).isEqualTo("There is no such game · Tengen");
        browser.await(page -> !page.errors().isEmpty()); // The browser reports that there is no such session.
    }

    @Test
    void tap_onClosePoints_marksThePointFirst() {
        onPhone(() -> {
            goToGame("/session/" + newGame(LARGE_GAME), 0);
            browser.awaitText(".status", "Your turn: Black");

            tap("[data-point='60']");
            browser.awaitText(PLAY_MARKED, "Play D16");
            assertThat(browser.element(".ghost").getAttribute("visibility")).isEqualTo("visible");
            tap("[data-point='61']");
            browser.awaitText(PLAY_MARKED, "Play E16");
            assertThat(browser.text(".move")).isEqualTo("Start of 0 moves");

            tap("[data-point='61']");
            browser.awaitText(".move", "2 of 2: White");
            assertThat(browser.count("[data-point='61'][aria-label='E16, black stone']"))
                    .isEqualTo(1);
            assertThat(browser.element(".marked").isDisplayed()).isFalse();
        });
    }

    @Test
    void tap_onTheButton_playsTheMarkedPoint() {
        onPhone(() -> {
            goToGame("/session/" + newGame(LARGE_GAME), 0);
            browser.awaitText(".status", "Your turn: Black");
            tap("[data-point='60']");
            browser.awaitText(PLAY_MARKED, "Play D16");

            tap(PLAY_MARKED);

            browser.awaitText(".move", "2 of 2: White");
            assertThat(browser.count("[data-point='60'][aria-label='D16, black stone']"))
                    .isEqualTo(1);
        });
    }

    @Test
    void tap_onDistantPoints_playsAtOnce() {
        onPhone(() -> {
            goToGame("/session/" + newGame(GAME), 0);
            browser.awaitText(".status", "Your turn: Black");

            tap("[data-point='40']");

            browser.awaitText(".move", "2 of 2: White");
        });
    }
}
