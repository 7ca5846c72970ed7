package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the views show while the server cannot be reached, and where there is nothing to show. */
@Tag("full")
class PageConnectionTest extends BrowserTest {
    private static final String OFFLINE = "#offline";

    private void setOffline(boolean isOffline) {
        browser.driver()
                .executeCdpCommand(
                        "Network.emulateNetworkConditions",
                        Map.of("offline", isOffline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    /** Only the view of a game showed it, so that a tournament or a ladder looked as if nothing happened. */
    @Test
    void lostConnection_showsOnEveryViewUntilItIsBack() {
        List<PlayerSettings> players =
                List.of(new PlayerSettings("ann", "greedy"), new PlayerSettings("bob", "random"));
        String cup = play(TournamentSettings.of("cup", players, new FormatSettings.RoundRobin(1), Grid.square(5)));
        String session = server.session(5);
        go("/");
        browser.await(page -> page.count(".card") > 0);
        browser.driver().executeCdpCommand("Network.enable", Map.of());
        for (String view : List.of(
                "/",
                "/play",
                "/tournaments",
                "/ladder",
                "/tournament/" + cup,
                "/tournament/" + cup + "/player/" + PathKey.of("ann"),
                "/tournament/" + cup + "/game/0",
                "/session/" + session)) {
            go(view);
            browser.await(page -> !page.element(OFFLINE).isDisplayed());

            setOffline(true);
            browser.awaitText(OFFLINE, "The connection to the server is lost.");
            setOffline(false);

            browser.await(page -> !page.element(OFFLINE).isDisplayed());
        }
        browser.go("about:blank");
        browser.errors(); // The browser reports each request that has failed.
    }

    @Test
    void missingThings_haveTheirOwnTitleAndAWayBack() {
        Map<String, String> headings = Map.of(
                "/nonsense", "There is no such page",
                "/session/nonsense", "There is no such game",
                "/tournament/nonsense", "There is no such tournament",
                "/tournament/nonsense/player/x", "There is no such player",
                "/tournament/nonsense/game/0", "There is no such game",
                "/ladder", "There is no ladder",
                "/ladder/player/x", "There is no such player");
        headings.forEach((view, heading) -> {
            go("/play");
            browser.awaitText("h1", "Play a game");
            go(view);

            browser.awaitText("h1", heading + ".");
            assertThat(browser.run("return document.title")).as(view).isEqualTo(heading + " · Tengen");
            assertThat(browser.count("#main a[href='#/']")).as(view).isOne();
        });
        browser.errors(); // The browser reports each request that has failed.
    }

    /** Long names stretched their card beyond its column. */
    @Test
    void cards_withNamesOfAnyLength_areEquallyWide() {
        String longName = "n".repeat(40);
        List<PlayerSettings> players =
                List.of(new PlayerSettings("a", "greedy"), new PlayerSettings(longName, "random"));
        play(TournamentSettings.of(longName, players, new FormatSettings.RoundRobin(1), Grid.square(5)));
        play(TournamentSettings.of("b", players, new FormatSettings.RoundRobin(1), Grid.square(5)));
        server.session(5);
        server.session(5);
        for (int width : new int[] {360, 768, 1280}) {
            browser.resize(width, 900);
            go("/");
            browser.await(page -> page.count(".cards.wide .card") >= 2 && page.count(".cards:not(.wide) .card") >= 2);

            Object widths = browser.run("""
                    return [...document.querySelectorAll(".cards")]
                      .map((list) => new Set([...list.children].map((card) => Math.round(card.getBoundingClientRect().width))).size)
                      .filter((count) => count > 1);""");
            assertThat((List<?>) widths).as("width " + width).isEmpty();
        }
        browser.resize(1280, 900);
    }
}
