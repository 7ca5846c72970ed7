package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Long names of players and tournaments, which differ only at the end, in every view at the width of a phone. */
@Tag("full")
class PageLongNamesTest extends BrowserTest {
    private static final String PLAYER = "kata-b18c384nbt-s9996604416-d431659-run";
    private static final String TOURNAMENT = "nightly-evaluation-2026-11-27-b18c384-no";

    /**
     * Returns the texts with a name that are cut, or lie outside of the screen before anything is scrolled, and the
     * lists that are too narrow for what is chosen, unless their form has the name elsewhere.
     */
    private static final String CUT_NAMES = """
            const isOutside = ({ left, right }) => left < 0 || right > innerWidth;
            const isCut = (element) =>
              getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth;
            const names = [...document.querySelectorAll("#main *")].filter(
              (element) =>
                element.checkVisibility() &&
                !element.matches("select *") &&
                [...element.childNodes].some((node) => node.nodeType === 3 && /-run\\d|-no\\d/.test(node.data)));
            const lists = [...document.querySelectorAll("#main select")].filter((list) => list.checkVisibility());
            return [
              ...names.filter((element) => {
                if (!arguments[0] && isOutside(element.getBoundingClientRect())) return true;
                for (let one = element; one.id !== "main"; one = one.parentElement) if (isCut(one)) return true;
                return false;
              }),
              ...lists.filter((list) => {
                const copy = list.cloneNode(false);
                copy.append(new Option(list.selectedOptions[0]?.text));
                copy.style.cssText = "position: absolute; width: auto; max-width: none";
                list.after(copy);
                const isTooWide = copy.offsetWidth > list.offsetWidth;
                copy.remove();
                const others = [...(list.form ?? document).querySelectorAll("p, output")].map((one) => one.textContent);
                return isTooWide && !others.some((text) => text.includes(list.selectedOptions[0].text));
              }),
            ].map((element) => element.outerHTML.slice(0, 200));""";

    private final Map<String, String> views = new LinkedHashMap<>();

    @BeforeAll
    void playTournaments() {
        List<PlayerSettings> players = List.of(
                new PlayerSettings(PLAYER + "1", "greedy"),
                new PlayerSettings(PLAYER + "2", "random"),
                new PlayerSettings(PLAYER + "3", "random"));
        String cup = play(
                TournamentSettings.of(TOURNAMENT + "1", players, new FormatSettings.RoundRobin(1), Grid.square(5)));
        List<PlayerSettings> absent =
                List.of(new PlayerSettings(PLAYER + "4", "agent"), new PlayerSettings(PLAYER + "5", "greedy"));
        server.create(
                TournamentSettings.of(TOURNAMENT + "2", absent, new FormatSettings.RoundRobin(1), Grid.square(5)));
        views.put("/", ".card strong");
        views.put("/tournaments", ".tournament-list tbody tr");
        views.put("/tournament/" + cup, ".game-list tbody tr");
        views.put("/tournament/" + PathKey.of(TOURNAMENT + "2"), "tbody tr");
        views.put("/tournament/" + cup + "/game/1", ".game-links a");
        views.put("/tournament/" + cup + "/player/" + PathKey.of(PLAYER + "1"), ".game-list tbody tr");
    }

    private void requireFullNames(String view) {
        requireFullNames(view, false);
    }

    /** Requires that no name is cut, nor outside of the screen, unless the tables may be scrolled sideways. */
    private void requireFullNames(String view, boolean isScrollable) {
        try {
            browser.screenshot(Path.of("target/long-names/" + view.replaceAll("[^a-z]+", "-") + ".png"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(browser.run("return document.documentElement.scrollWidth"))
                .as(view)
                .isEqualTo((long) PHONE_WIDTH);
        assertThat((List<?>) browser.run(CUT_NAMES, isScrollable)).as(view).isEmpty();
    }

    @Test
    void names_inEachView_areNotCut() {
        onPhone(() -> views.forEach((path, selector) -> {
            browser.go("about:blank");
            go(path);
            browser.await(page -> page.count(selector) > 0);
            requireFullNames(path);
        }));
    }

    @Test
    void names_ofAgents_areNotCut() {
        try (FirstMoveAgent one = FirstMoveAgent.join(server.channel(), PLAYER + "7");
                FirstMoveAgent two = FirstMoveAgent.join(server.channel(), PLAYER + "8")) {
            one.awaitJoined();
            two.awaitJoined();
            onPhone(() -> {
                go("/");
                browser.await(page -> page.count(".agents li") == 2);
                requireFullNames("agents");
                go("/play");
                browser.await(page -> page.count("input[value^='agent ']") == 2);
                choose("opponent", "agent " + PLAYER + "8");
                browser.awaitText(".hint", "20 minutes");
                requireFullNames("play");
                choose("size", "5");
                submitForm();
                browser.await(page -> page.count("[data-point]") == 25);
                requireFullNames("game against an agent");
                go("/");
                browser.await(page -> page.count(".cards:not(.wide) .card .stone") > 0
                        || page.count(".cards:not(.wide) .card strong") > 0);
                requireFullNames("games in progress");
            });
        }
    }

    @Test
    void names_inTheReport_areNotCut() {
        onPhone(() -> {
            browser.go(server.address("/api/tournaments/" + PathKey.of(TOURNAMENT + "1") + "/files/report.html"));
            browser.await(page -> page.count("table.games tbody tr") == 6);
            browser.run("document.querySelector('main').id = 'main'");
            browser.click("table.games tbody tr");
            browser.await(page -> page.count(".player-name") == 2);
            browser.run("scrollTo(0, 0)");
            requireFullNames("report", true);
            browser.run("document.querySelector('table.games').scrollIntoView()");
            requireFullNames("report games", true);
        });
    }

    @Test
    void filters_withLongNames_areNotCut() {
        onPhone(() -> {
            go("/tournament/" + PathKey.of(TOURNAMENT + "1") + "?player=" + PLAYER + "1&opponent=" + PLAYER + "3");
            browser.awaitText(".filters output", "2 games");
            requireFullNames("filters");
        });
    }
}
