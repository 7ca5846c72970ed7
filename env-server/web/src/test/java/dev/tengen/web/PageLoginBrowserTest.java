package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.browser.Browser;
import dev.tengen.proto.v1.CreateSessionResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Cookie;

/** Logging in and out in a browser, over HTTPS. */
@Tag("full")
class PageLoginBrowserTest {
    @TempDir
    private static Path folder;

    private static GuardedPage guarded;
    private static Browser browser;

    @BeforeAll
    static void open() throws IOException, GeneralSecurityException {
        browser = Browser.open(1280, 900);
        guarded = GuardedPage.start(folder);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
        if (guarded != null) {
            guarded.close();
        }
    }

    @BeforeEach
    void forget() {
        browser.go(guarded.page().address("/health"));
        browser.driver().manage().deleteAllCookies();
        browser.go("about:blank");
        browser.errors();
    }

    private static void go(String path) {
        browser.go("about:blank");
        browser.go(guarded.page().address("/#" + path));
    }

    private static void logIn(String token) {
        browser.await(page -> page.element("#token-field").isDisplayed());
        browser.element("#token-field").clear();
        browser.element("#token-field").sendKeys(token);
        browser.click("#login-dialog button.primary");
    }

    private static void logInAs(String name) {
        logIn(guarded.token(name));
        browser.awaitText("#login-name", name);
    }

    private static String startGame() {
        browser.click("label:has(> [name=size][value='5'])");
        browser.click("label:has(> [name=opponent][value=greedy])");
        browser.click("#main button.primary");
        browser.await(page -> page.count("[data-point]") == 25);
        return String.valueOf(browser.run("return location.hash"));
    }

    @Test
    void login_agent_playsAndAfterLogOutSeesNothing() {
        go("/play");
        browser.awaitText("#main", "Log in with a token");
        logIn("tengen_wrong");
        browser.awaitText("#login-problem", "The token is not valid.");
        logInAs("ann");
        browser.await(page -> page.count("#main form") == 1);
        String game = startGame();
        browser.click("[data-point='12']");
        browser.awaitText(".move", "2 of 2");
        Cookie cookie = browser.driver().manage().getCookies().iterator().next();
        assertThat(cookie.isHttpOnly()).isTrue();
        assertThat(cookie.isSecure()).isTrue();
        assertThat(cookie.getSameSite()).isEqualTo("Strict");
        assertThat(browser.run(
                        "return document.cookie + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)"))
                .asString()
                .doesNotContain("tengen-login", guarded.token("ann"));

        browser.click("#login-button");
        browser.awaitText("#main", "Log in with a token");

        assertThat(browser.count("[data-point]")).isZero();
        assertThat(browser.driver().manage().getCookies()).isEmpty();
        go(game.substring(1));
        browser.awaitText("#main", "Log in with a token");
        assertThat(browser.count(".board-place .stone")).isZero();
    }

    @Test
    void login_reload_isKeptAndShowsOwnSessionsOnly() {
        go("/play");
        logInAs("ann");
        browser.await(page -> page.count("#main form") == 1);
        String game = startGame();
        go("/");
        browser.await(page -> page.count("a[href='" + game + "']") == 1);
        browser.click("#login-button");
        browser.awaitText("#main", "Log in with a token");

        logInAs("bob");

        browser.await(page -> page.count("#main section") > 0);
        browser.awaitText("#main", "No session is open");
        assertThat(browser.count("a[href='" + game + "']")).isZero();
        go(game.substring(1));
        browser.awaitText("#main", "There is no such game.");
    }

    @Test
    void link_ofASpectator_showsOneGameAndNothingElse() throws IOException {
        CreateSessionResponse session = guarded.newSession("ann");
        String foreign = guarded.newSession("ann").getSessionId();
        String path = "/session/" + session.getSessionId();

        go(path + "?token=" + session.getSeatTokens().getSpectator());

        browser.awaitText("#main", "Black");
        browser.awaitText("#login-name", "spectator#");
        assertThat(browser.run("return location.hash")).isEqualTo("#" + path);
        assertThat(browser.text("#main")).doesNotContain("Pass", "Resign", "Undo");
        go("/session/" + foreign);
        browser.awaitText("#main", "There is no such game.");
        go("/play");
        browser.awaitText(".problem", "your role does not allow you to play");
    }

    @Test
    void link_ofAPlayer_showsNothing() throws IOException {
        CreateSessionResponse session = guarded.newSession("ann");

        go("/session/" + session.getSessionId() + "?token="
                + session.getSeatTokens().getBlack());

        browser.awaitText("#main", "Log in with a token");
    }

    @Test
    void login_spectator_hasNothingToActWith() {
        go("/");
        logInAs("sam");
        browser.await(page -> page.count("#main section") > 0);

        assertThat(browser.text("#main")).doesNotContain("Sessions", "session");
        go("/play");
        browser.awaitText(".problem", "your role does not allow you to play");
        assertThat(browser.element("#main button.primary").isEnabled()).isFalse();
    }
}
