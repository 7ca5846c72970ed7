package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The form that creates a tournament, in a browser. */
@Tag("full")
class PageNewTournamentBrowserTest extends BrowserTest {
    @Test
    void newTournament_ofTheForm_isPlayed() {
        go("/tournaments");
        browser.click("a[href='#/tournaments/new']");
        browser.element("[name=name]").sendKeys("cup of the form");
        choose("player", "eye-safe-random");
        choose("player", "greedy");
        choose("size", "5");
        browser.awaitText(".hint", "4 games.");
        browser.click("button.primary");

        browser.awaitText("h1", "cup of the form");
        browser.awaitText(".about", "4 of 4 games played");
        browser.await(page -> page.count(".game-list tbody tr") == 4);
        assertThat(browser.text(".game-list td.result")).contains(" wins");
    }
}
