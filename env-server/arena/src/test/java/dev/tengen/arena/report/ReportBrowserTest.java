package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.browser.Browser;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The report page in a browser, opened as a file. */
@Tag("full")
class ReportBrowserTest {
    private static final String MARKUP = "</script><img src=x onerror=\"document.title='bad'\">&amp;<!--";
    private static final List<String> PLAYERS = List.of("greedy", "Zoë", MARKUP);
    private static final int GAME_COUNT = 24;
    private static final int MANY_GAMES = 1000;
    private static final int MAX_BYTES = 3_000_000;

    /** Returns the color of each point of the board, as "0120…". */
    private static final String STONES = """
            const [width, height] = arguments;
            const board = document.querySelector("#games .tengen-board");
            const columns = [...board.querySelectorAll(".coordinate")].slice(0, 1).map((text) => Number(text.getAttribute("x")));
            const colors = new Array(width * height).fill(0);
            for (const stone of board.querySelectorAll(".stone")) {
              const body = stone.querySelector(".body");
              const place = ["cx", "cy"].map((name) => Math.round((Number(body.getAttribute(name)) - columns[0]) / 40));
              colors[place[1] * width + place[0]] = stone.classList.contains("black") ? 1 : 2;
            }
            return colors.join("");
            """;

    @TempDir
    private static Path folder;

    private static TournamentRecord record;
    private static Browser browser;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.open(1280, 1000);
        try (ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString())) {
            record = new SampleTournament(store, MARKUP, Grid.of(5, 4), PLAYERS, 4).play(GAME_COUNT);
        }
        ReportFile.writeAll(record, folder);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void load(String file, String... fragment) {
        browser.go("about:blank");
        browser.go(folder.resolve(file).toUri() + String.join("", fragment));
        browser.element("#games .tengen-board");
    }

    private static void load(TournamentRecord other) throws IOException {
        Files.writeString(folder.resolve("other.html"), ReportPage.write(other));
        load("other.html");
    }

    @Test
    void title_nameThatReversesTheDirection_hasItEscaped() throws IOException {
        try (ArenaStore store = ArenaStore.open(folder.resolve("reversed.db").toString())) {
            load(new SampleTournament(store, "cup \u202egnp", Grid.of(5, 4), PLAYERS, 4).play(1));
        }

        assertThat(browser.run("return document.title")).isEqualTo("cup \\u202egnp \u2013 Tengen");
    }

    @Test
    void page_loaded_showsNoErrorAndRunsNothingOfTheTournament() {
        load("report.html");

        assertThat(browser.errors()).isEmpty();
        assertThat(browser.run("return document.title")).isEqualTo(MARKUP + " \u2013 Tengen");
        assertThat(browser.text("h1")).isEqualTo(MARKUP);
        assertThat(browser.count("img")).isZero();
        assertThat(browser.count(".standings tbody tr")).isEqualTo(PLAYERS.size());
        assertThat(browser.run("return document.querySelector('.standings').innerText")
                        .toString())
                .contains(PLAYERS);
    }

    @Test
    void page_everyGame_endsInItsLastPosition() {
        load("report.html");
        for (ReportedGame game : record.games()) {
            browser.run("location.hash = arguments[0]", "game-" + game.number());
            browser.await(page -> page.text(".game-bar h3").startsWith("Game " + game.number() + ":"));

            assertThat(browser.run(STONES, 5, 4)).as("game %s", game.number()).isEqualTo(lastPosition(game));
            assertThat(browser.text(".tengen-replay .move"))
                    .startsWith(game.replay().orElseThrow().moves().size() + " of ");
        }
        assertThat(browser.errors()).isEmpty();
    }

    /** The stones after the moves, computed independently of the page. */
    private static String lastPosition(ReportedGame game) {
        int[] colors = new int[20];
        for (Replay.Move move : game.replay().orElseThrow().moves()) {
            if (move.move() < colors.length) {
                colors[move.move()] = move.color();
            }
            move.captured().forEach(point -> colors[point] = Color.EMPTY);
        }
        return Arrays.stream(colors).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    @Test
    void crosstable_arrowKeys_describeTheCells() {
        load("report.html");
        browser.run("document.querySelector('#crosstable td[tabindex=\"0\"]').focus()");
        String first = browser.text("#crosstable .description");
        browser.press(Keys.ARROW_DOWN);

        assertThat(first).startsWith("greedy against ").contains(" of ", "with Black ", "with White ");
        browser.await(page -> !page.text("#crosstable .description").equals(first));
    }

    @Test
    void games_filteredAndSorted_areThoseAskedFor() {
        load("report.html");
        browser.element(".filters input").sendKeys("resignation");
        long resigned = record.games().stream()
                .filter(game -> game.result().orElseThrow().verdict().equals("RESIGNATION"))
                .count();

        assertThat(resigned).isPositive();
        assertThat(browser.count(".games tbody tr")).isEqualTo((int) resigned);
        assertThat(browser.text(".filters output")).isEqualTo(resigned + " of " + GAME_COUNT + " games");
        browser.element(".filters input").clear();
        browser.element(".filters input").sendKeys(" ");
        browser.run("document.querySelector('.games th:nth-child(6) button').click()");
        assertThat(shownLengths()).hasSize(GAME_COUNT).isSorted();
        browser.run("document.querySelector('.games th:nth-child(6) button').click()");
        assertThat(browser.element(".games th:nth-child(6)").getDomAttribute("aria-sort"))
                .isEqualTo("descending");
        assertThat(shownLengths().get(0)).isGreaterThan(shownLengths().get(GAME_COUNT - 1));
    }

    private static List<Integer> shownLengths() {
        return browser.elements(".games tbody td:nth-child(6)").stream()
                .map(cell -> Integer.parseInt(cell.getText()))
                .toList();
    }

    @Test
    void board_nextButtonAndKeys_goThroughGamesAndMoves() {
        load("report.html", "#game-3");
        browser.element("[aria-label='Next game in the list']").click();
        browser.awaitText(".game-bar h3", "Game 4:");
        browser.press(Keys.ARROW_LEFT);

        int count = record.games().get(4).replay().orElseThrow().moves().size();
        browser.awaitText(".tengen-replay .move", (count - 1) + " of " + count);
    }

    @Test
    void theme_button_goesThroughThemAndIsRemembered() {
        load("report.html");
        browser.element(".theme").click();
        browser.element(".theme").click();
        String dark = background();
        load("report.html");

        assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
        assertThat(background()).isEqualTo(dark);
        browser.element(".theme").click();
        browser.preferScheme("light");
        assertThat(background()).isNotEqualTo(dark);
        browser.preferScheme("dark");
        assertThat(background()).isEqualTo(dark);
        browser.preferScheme("light");
    }

    private static String background() {
        return browser.run("return getComputedStyle(document.body).backgroundColor")
                .toString();
    }

    @Test
    void page_asWideAsAPhone_isNotWider() {
        browser.driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 360, "height", 800, "deviceScaleFactor", 1, "mobile", true));
        load("report.html");

        assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
        assertThat((long) browser.run("return document.querySelector('.ladder').clientWidth"))
                .isLessThan(360);
        browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    /** The bars of a chart narrower than its axis had a negative radius, an error in the console. */
    @Test
    void charts_inAnElementNarrowerThanTheAxis_haveNoNegativeSizes() {
        load("report.html");
        browser.run("""
                for (const chart of document.querySelectorAll("svg.chart")) chart.parentElement.style.width = "20px";
                """);

        browser.await(page -> (Boolean) page.run("""
                return [...document.querySelectorAll("svg.chart[width]")].every((chart) => chart.getAttribute("width") === "20")
                """));
        assertThat(browser.run("""
                return document.querySelectorAll('.chart [width^="-"], .chart [height^="-"], .chart [rx^="-"]').length
                """)).isEqualTo(0L);
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void test_course_isDrawn() throws IOException {
        SprtSpec spec = new SprtSpec(0, 50);
        List<SprtState> course = new ArrayList<>(List.of(SprtState.start(spec)));
        for (double points : new double[] {2, 1, 1.5, 2}) {
            course.add(course.get(course.size() - 1).after(points));
        }
        load(new TournamentRecord(
                record.tournament(), record.state(), record.games(), record.standings(), course, record.writer()));

        assertThat(browser.element(".course polyline").getDomAttribute("points").split(" "))
                .hasSize(course.size());
        assertThat(browser.text("#test"))
                .contains("Not decided yet.", "Is greedy stronger than Zoë by 50 Elo", " without regularization");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void page_withoutGames_showsAMessage() throws IOException {
        try (ArenaStore store = ArenaStore.open(folder.resolve("empty.db").toString())) {
            Files.writeString(
                    folder.resolve("empty.html"),
                    ReportPage.write(new SampleTournament(store, "none", Grid.square(5), PLAYERS, 1).play(0)));
        }
        browser.go(folder.resolve("empty.html").toUri().toString());

        browser.awaitText(".game-bar h3", "No game to show");
        assertThat(browser.count("#standings")).isZero();
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void page_thousandGamesOf9x9_isSmallAndOpens() throws IOException {
        TournamentRecord many;
        try (ArenaStore store = ArenaStore.open(folder.resolve("many.db").toString())) {
            many = repeated(new SampleTournament(store, "many", Grid.square(9), PLAYERS, 8).play(48));
        }
        load(many);

        assertThat(Files.size(folder.resolve("other.html"))).isBetween(300_000L, (long) MAX_BYTES);
        assertThat(browser.text(".filters output")).isEqualTo("1,000 of 1,000 games");
        assertThat(browser.count(".games tbody tr")).isEqualTo(200);
        browser.element(".more").click();
        assertThat(browser.count(".games tbody tr")).isEqualTo(400);
        assertThat(browser.errors()).isEmpty();
    }

    private static TournamentRecord repeated(TournamentRecord few) {
        List<ReportedGame> games = new ArrayList<>();
        IntStream.range(0, MANY_GAMES).forEach(number -> {
            ReportedGame game = few.games().get(number % few.games().size());
            StoredGame stored = new StoredGame(
                    new GameId("many", number),
                    game.game().pair(),
                    game.game().game(),
                    game.game().state(),
                    game.game().startedAt());
            games.add(new ReportedGame(stored, game.result(), game.replay()));
        });
        return new TournamentRecord(few.tournament(), few.state(), games, few.standings(), List.of(), few.writer());
    }
}
