package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes screenshots of the page, light and dark, each also on a desktop, a tablet and a phone. Not a test: see {@code docs/guide/page.md} for
 * the command.
 */
class PageScreenshots {
    private static final Path PLACE = Path.of(System.getProperty("tengen.screenshots", "target/screenshots"));

    /** The widths of a phone, a tablet and a desktop. */
    private static final List<Integer> WIDTHS = List.of(360, 768, 1440);

    @TempDir
    private Path folder;

    @Test
    void take() throws IOException {
        try (ServedPage server = ServedPage.withArena(PageSettings.DEFAULT, folder);
                Browser browser = Browser.open(1200, 900)) {
            String session = server.session(9);
            server.playGreedily(session, 70);
            server.playGreedily(server.session(13), 60);
            server.playGreedily(server.session(19), 120);
            List<PlayerSettings> players = List.of(
                    new PlayerSettings("greedy", "greedy"),
                    new PlayerSettings("random", "random"),
                    new PlayerSettings("eye-safe", "eye-safe-random"),
                    new PlayerSettings("monte-carlo 50", "monte-carlo:playouts=50"));
            server.create(
                    TournamentSettings.of("spring cup", players, new FormatSettings.RoundRobin(4), Grid.square(7)));
            for (String scheme : List.of("light", "dark")) {
                browser.preferScheme(scheme);
                takeAll(browser, server, session, scheme);
                for (int width : WIDTHS) {
                    browser.driver()
                            .executeCdpCommand(
                                    "Emulation.setDeviceMetricsOverride",
                                    Map.of(
                                            "width",
                                            width,
                                            "height",
                                            900,
                                            "deviceScaleFactor",
                                            1,
                                            "mobile",
                                            width < 1000));
                    takeAll(browser, server, session, scheme + "-" + width);
                }
                browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
            }
        }
    }

    private static void takeAll(Browser browser, ServedPage server, String session, String suffix) throws IOException {
        browser.go(server.address("/#/"));
        browser.await(page -> page.count(".card .stone") > 60);
        browser.screenshot(PLACE.resolve("home-" + suffix + ".png"));
        browser.go(server.address("/#/session/" + session));
        browser.await(page -> page.count(".board-place .stone") > 20);
        browser.element("[name=show] option[value=score]").click();
        browser.await(page -> page.count(".area") > 10);
        browser.screenshot(PLACE.resolve("session-" + suffix + ".png"));
        browser.go(server.address("/#/play"));
        browser.await(page -> page.count("form.play-form") == 1);
        browser.screenshot(PLACE.resolve("play-" + suffix + ".png"));
        browser.go(server.address("/#/"));
        browser.element(".cards.wide .card").click();
        browser.awaitText(".about", "48 of 48 games played");
        browser.await(page -> page.count("td.interval svg") == 4 && page.count(".game-list tbody tr") > 0);
        browser.screenshot(PLACE.resolve("tournament-" + suffix + ".png"));
        browser.run("document.querySelector('.game-list').scrollIntoView()");
        browser.screenshot(PLACE.resolve("games-" + suffix + ".png"));
        browser.element(".game-list tbody a").click();
        browser.await(page -> page.count(".game-links a") > 0 && page.count(".board-place .stone") > 0);
        browser.screenshot(PLACE.resolve("game-" + suffix + ".png"));
        assertThat(browser.errors()).isEmpty();
    }
}
