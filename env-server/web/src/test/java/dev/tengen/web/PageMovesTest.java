package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The list of moves, the graph of who was ahead, and the frame around moves that are tried out, in a browser. */
@Tag("full")
class PageMovesTest extends BrowserTest {
    private static final String CURRENT = ".move-list [aria-current]";

    private void goToSession() {
        String session = server.session(9);
        server.playGreedily(session, 20);
        go("/session/" + session);
        browser.await(page -> page.count(".move-list li") == 21);
    }

    private String current() {
        return (String) browser.run("return document.querySelector('" + CURRENT + "')?.ariaLabel");
    }

    @Test
    void list_clicksAndKeys_followThePosition() {
        goToSession();
        assertThat(current()).startsWith("20 ").endsWith(", white");

        browser.click(".move-list li:nth-child(6) button");
        browser.awaitText(".move", "5 of 20: Black");
        assertThat(current()).startsWith("5 ").endsWith(", black");
        browser.press(Keys.ARROW_LEFT);
        browser.awaitText(".move", "4 of 20: White");
        assertThat(browser.run("return document.activeElement === document.querySelector('" + CURRENT + "')"))
                .isEqualTo(true);
        browser.press(Keys.HOME);
        browser.awaitText(CURRENT, "Start");
    }

    @Test
    void graph_ofASessionWithoutReports_isThatOfTheSearch() {
        goToSession();
        assertThat(browser.element(".value-graph").isDisplayed()).isFalse();

        browser.click(".values button");

        browser.awaitText(".values .hint", "The search says");
        browser.await(page -> page.text(".values .hint").endsWith("at move 20."));
        assertThat(browser.element(".values button").isDisplayed()).isFalse();
        browser.click(".value-graph"); // In its middle.
        browser.awaitText(".move", "10 of 20: White");
        browser.await(page -> page.text(".values .hint").endsWith("at move 10."));
    }

    @Test
    void tryingMoves_framesTheBoardUntilTheGameIsBack() {
        goToSession();
        assertThat(browser.element(".trying-bar").isDisplayed()).isFalse();

        browser.click(".variations button");
        browser.awaitText(".trying-bar", "The game does not change.");
        browser.click("[data-point][aria-label$=', empty']");
        browser.awaitText(".trying-bar", "leaves the game after move 20");
        assertThat(browser.count(".game.trying")).isEqualTo(1);
        assertThat(browser.count(CURRENT)).isZero();

        browser.click(".trying-bar button");
        browser.await(page -> page.count(".game.trying") == 0);
        browser.awaitText(".move", "20 of 20: White");
        assertThat(current()).startsWith("20 ");
    }
}
