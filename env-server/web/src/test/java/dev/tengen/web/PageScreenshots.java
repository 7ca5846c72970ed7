package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.JoinArena;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes screenshots of the page, light and dark, each also on a desktop, a tablet and a phone. Not a test: see
 * {@code docs/guide/page.md} for the command.
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
            inAllSizes(browser, suffix -> takeAll(browser, server, session, suffix));
        }
    }

    @Test
    void takeLadder() throws IOException {
        List<PlayerSettings> anchors =
                List.of(new PlayerSettings("greedy", "greedy", 600.0), new PlayerSettings("random", "random", 0.0));
        TournamentSettings ladder =
                TournamentSettings.of("open ladder", anchors, new FormatSettings.Ladder(2, 60, 50, 50), Grid.square(7));
        try (ServedPage server = ServedPage.withLadder(folder, ladder);
                Browser browser = Browser.open(1200, 900);
                FirstMoveAgent bob = FirstMoveAgent.join(server.channel(), join("bob", "2.1"))) {
            bob.awaitJoined();
            try (FirstMoveAgent old = FirstMoveAgent.join(server.channel(), join("ada", "1.0"))) {
                old.awaitJoined();
                await().forever()
                        .until(() -> server.arena().ladder().orElseThrow().gameCount() >= 80);
            }
            FirstMoveAgent.joinAndNeverPlay(server.channel(), join("cy", "0.9")).awaitJoined();
            inAllSizes(browser, suffix -> takeLadder(browser, server, suffix));
        }
    }

    private static JoinArena join(String name, String version) {
        return JoinArena.newBuilder()
                .setName(name)
                .setVersion(version)
                .setLink("https://example.org/" + name)
                .setMaxGameCount(2)
                .build();
    }

    private static void takeLadder(Browser browser, ServedPage server, String suffix) throws IOException {
        browser.go("about:blank");
        browser.go(server.address("/#/ladder"));
        browser.await(page -> page.count(".ladder tbody tr") == 5 && page.count(".chart-legend li") == 4);
        browser.await(page -> page.count(".card .tengen-board") > 0);
        browser.screenshot(PLACE.resolve("ladder-" + suffix + ".png"));
        browser.run("document.querySelector('.chart').scrollIntoView()");
        browser.screenshot(PLACE.resolve("ladder-chart-" + suffix + ".png"));
        browser.run("document.querySelector('.copyable').scrollIntoView()");
        browser.screenshot(PLACE.resolve("ladder-connect-" + suffix + ".png"));
        assertThat(browser.errors()).isEmpty();
    }

    /** Takes pictures of some views. */
    private interface Pictures {
        void take(String suffix) throws IOException;
    }

    private static void inAllSizes(Browser browser, Pictures pictures) throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser.preferScheme(scheme);
            pictures.take(scheme);
            for (int width : WIDTHS) {
                browser.driver()
                        .executeCdpCommand(
                                "Emulation.setDeviceMetricsOverride",
                                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 1000));
                pictures.take(scheme + "-" + width);
            }
            browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    private static void takeAll(Browser browser, ServedPage server, String session, String suffix) throws IOException {
        browser.go(server.address("/#/"));
        browser.await(page -> page.count(".card .stone") > 60);
        browser.screenshot(PLACE.resolve("home-" + suffix + ".png"));
        browser.go(server.address("/#/session/" + session));
        browser.await(page -> page.count(".board-place .stone") > 20);
        browser.click("[name=show] option[value=score]");
        browser.await(page -> page.count(".area") > 10);
        browser.screenshot(PLACE.resolve("session-" + suffix + ".png"));
        browser.go(server.address("/#/play"));
        browser.await(page -> page.count("form.play-form") == 1);
        browser.screenshot(PLACE.resolve("play-" + suffix + ".png"));
        browser.go(server.address("/#/"));
        browser.click(".cards.wide .card");
        browser.awaitText(".about", "48 of 48 games played");
        browser.await(page -> page.count("td.interval svg") == 4 && page.count(".game-list tbody tr") > 0);
        browser.screenshot(PLACE.resolve("tournament-" + suffix + ".png"));
        browser.run("document.querySelector('.game-list').scrollIntoView()");
        browser.screenshot(PLACE.resolve("games-" + suffix + ".png"));
        browser.click(".game-list tbody a");
        browser.await(page -> page.count(".game-links a") > 0 && page.count(".board-place .stone") > 0);
        browser.screenshot(PLACE.resolve("game-" + suffix + ".png"));
        assertThat(browser.errors()).isEmpty();
    }
}
