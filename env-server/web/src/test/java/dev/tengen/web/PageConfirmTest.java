package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Point;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** What cannot be taken back is confirmed by another button, in a browser. */
@Tag("full")
class PageConfirmTest extends BrowserTest {
    private static final String RESIGN = ".actions .confirm:nth-child(2) > button";
    private static final String QUESTION = ".actions .confirm:nth-child(2) .question";
    private static final String REALLY_RESIGN = QUESTION + " .sure";

    @BeforeEach
    void startGame() {
        String id = newGame("{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\"}");
        go("/session/" + id);
        browser.awaitText(".status", "Your turn: Black");
    }

    private void doubleClick(String selector) {
        new Actions(browser.driver()).doubleClick(browser.element(selector)).perform();
    }

    private String focusedText() {
        return browser.driver().switchTo().activeElement().getText();
    }

    @Test
    void doubleClick_onResign_asksBesideTheButton() {
        Point before = browser.element(RESIGN).getLocation();

        doubleClick(RESIGN);

        assertThat(browser.element(REALLY_RESIGN).isDisplayed()).isTrue();
        assertThat(browser.element(RESIGN).getLocation()).isEqualTo(before);
        browser.click(QUESTION + " button");
        assertThat(browser.element(QUESTION).isDisplayed()).isFalse();
        assertThat(status()).isEqualTo("Your turn: Black");

        browser.click(RESIGN);
        browser.click(REALLY_RESIGN);
        browser.awaitText(".status", "You resigned.");
    }

    @Test
    void doubleClick_onResignOfAPhone_asksBesideTheButton() {
        onPhone(() -> {
            Point before = browser.element(RESIGN).getLocation();
            tap(RESIGN);
            tap(RESIGN);

            assertThat(browser.element(REALLY_RESIGN).isDisplayed()).isTrue();
            assertThat(browser.element(RESIGN).getLocation()).isEqualTo(before);
            assertThat(status()).isEqualTo("Your turn: Black");
        });
    }

    @Test
    void keys_answerTheQuestion() {
        browser.run("arguments[0].focus()", browser.element(RESIGN));
        browser.press(Keys.ENTER);
        assertThat(focusedText()).isEqualTo("No");

        browser.press(Keys.ESCAPE);
        assertThat(focusedText()).isEqualTo("Resign");
        assertThat(browser.element(QUESTION).isDisplayed()).isFalse();
        browser.press(Keys.ENTER);
        browser.press(Keys.SPACE); // On "No".
        assertThat(focusedText()).isEqualTo("Resign");
        assertThat(status()).isEqualTo("Your turn: Black");

        browser.press(Keys.ENTER);
        browser.press(Keys.TAB);
        assertThat(focusedText()).isEqualTo("Really resign");
        browser.press(Keys.TAB); // To the next control: the question is taken back.
        assertThat(browser.element(QUESTION).isDisplayed()).isFalse();

        browser.run("arguments[0].focus()", browser.element(RESIGN));
        browser.press(Keys.ENTER);
        browser.press(Keys.TAB);
        browser.press(Keys.ENTER);
        browser.awaitText(".status", "You resigned.");
    }

    @Test
    void doubleClick_onCancel_keepsTheTournament() {
        List<PlayerSettings> players =
                List.of(new PlayerSettings("ann", "monte-carlo:playouts=2000"), new PlayerSettings("bob", "random"));
        server.create(TournamentSettings.of("long", players, new FormatSettings.RoundRobin(100), Grid.square(9)));
        String key = PathKey.of("long");
        go("/tournament/" + key);
        browser.awaitText(".confirm > button", "Cancel the tournament");

        doubleClick(".confirm > button");

        WebElement sure = browser.element(".confirm .sure");
        assertThat(sure.getText()).isEqualTo("Really cancel it");
        assertThat(server.json("/api/tournaments/" + key).path("phase").asText())
                .isEqualTo("RUNNING");
        sure.click();
        browser.awaitText(".about", "it was canceled");
        assertThat(browser.count(".confirm")).isZero();
    }
}
