package dev.tengen.web;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures how soon the browser paints something of each view: the first contentful paint, as the browser itself
 * reports it (W3C Paint Timing). Not a test: see {@code docs/guide/page.md} for the command.
 */
class PageFirstPaint {
    private static final int LOAD_COUNT = 11;

    @TempDir
    private Path folder;

    @Test
    void measure() {
        try (ServedPage server = ServedPage.withArena(PageSettings.DEFAULT, folder);
                Browser browser = Browser.open(1200, 900)) {
            load(browser, server.address("/"), true); // The browser and the JVM warm up.
            for (Map.Entry<String, String> view : views(server).entrySet()) {
                String address = server.address("/#" + view.getValue());
                List<Double> first = load(browser, address, true);
                List<Double> again = load(browser, address, false);
                System.out.printf(
                        Locale.ROOT,
                        "%-12s first visit: median %3.0f ms (%s); again: median %3.0f ms (%s)%n",
                        view.getKey(),
                        first.get(LOAD_COUNT / 2),
                        shown(first),
                        again.get(LOAD_COUNT / 2),
                        shown(again));
            }
        }
    }

    /** Returns the path of each view, which has something to show. */
    private static Map<String, String> views(ServedPage server) {
        String session = server.session(19);
        server.playGreedily(session, 200);
        List<PlayerSettings> players =
                List.of(new PlayerSettings("greedy", "greedy"), new PlayerSettings("random", "random"));
        server.create(TournamentSettings.of("spring cup", players, new FormatSettings.RoundRobin(50), Grid.square(7)));
        String key = PathKey.of("spring cup");
        await().forever()
                .until(() -> server.json("/api/tournaments/" + key)
                        .path("phase")
                        .asText()
                        .equals("ENDED"));
        Map<String, String> views = new LinkedHashMap<>();
        views.put("front page", "/");
        views.put("game", "/session/" + session);
        views.put("form", "/play");
        views.put("tournaments", "/tournaments");
        views.put("tournament", "/tournament/" + key);
        return views;
    }

    /** Returns the times of first contentful paints in milliseconds, in ascending order. */
    private static List<Double> load(Browser browser, String address, boolean isFirstVisit) {
        return IntStream.range(0, LOAD_COUNT)
                .mapToObj(load -> {
                    browser.go("about:blank");
                    if (isFirstVisit) {
                        browser.driver().executeCdpCommand("Network.clearBrowserCache", Map.of());
                    }
                    browser.go(address);
                    return browser.await(page -> (Number)
                            page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime"));
                })
                .map(Number::doubleValue)
                .sorted()
                .toList();
    }

    private static String shown(List<Double> times) {
        return times.stream()
                .map(time -> String.format(Locale.ROOT, "%.0f", time))
                .collect(joining(" "));
    }
}
