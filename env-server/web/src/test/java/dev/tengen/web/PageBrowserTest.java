package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a browser, from a server with an arena. */
@Tag("full")
class PageBrowserTest extends BrowserTest {
    private static final String RESIGN = ".actions .confirm:nth-child(2) > button";
    private static final String REALLY_RESIGN = ".actions .confirm:nth-child(2) .sure";
    private static final String HOSTILE = "<img src=x onerror=alert(1)>&\"'";

    @Test
    void home_sessionOfAProgram_appearsAndLeadsToItsGame() {
        go("/");
        browser.await(page -> page.count("#main section") > 0);
        String id = server.session(9);
        server.step(id, 40);

        browser.await(page -> page.count("a[href='#/session/" + id + "'] .stone") == 1);
        browser.click("a[href='#/session/" + id + "']");
        browser.await(page -> page.count(".board-place .stone") == 1);
        browser.awaitText(".status", "White to move");
    }

    @Test
    void home_firstPaint_isMeasured() {
        go("/");
        browser.await(page -> page.count("#main section") > 0);

        Object millis = browser.await(page ->
                page.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"));
        System.out.println("First contentful paint after " + millis + " ms");
        assertThat(((Number) millis).doubleValue()).isLessThan(20_000);
    }

    @Test
    void session_movesOfAProgram_areFollowed() {
        String id = server.session(9);
        goToGame("/session/" + id, 0);

        server.step(id, 40);
        browser.await(page -> page.count(".board-place .stone") == 1);
        server.step(id, 41);
        browser.await(page -> page.count(".board-place .stone") == 2);
        assertThat(browser.text(".move")).isEqualTo("2 of 2: White F5");
    }

    @Test
    void session_keys_goThroughThePastDuringTheGame() {
        String id = server.session(9);
        server.playGreedily(id, 6);
        goToGame("/session/" + id, 6);

        browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        browser.await(page -> page.count(".board-place .stone") == 4);
        server.playGreedily(id, 1);
        browser.awaitText(".move", "4 of 7");
        browser.press(Keys.END);
        browser.awaitText(".move", "7 of 7");
        browser.press(Keys.HOME);
        browser.await(page -> page.count(".board-place .stone") == 0);
    }

    @Test
    void session_listOfKeys_opensOnDemand() {
        String id = server.session(9);
        server.playGreedily(id, 6);
        goToGame("/session/" + id, 6);
        assertThat(browser.element(".keys dl").isDisplayed()).isFalse();

        browser.element(".keys summary").sendKeys(Keys.ENTER);
        browser.await(page -> page.element(".keys dl").isDisplayed());

        List<String> keys = browser.texts(".keys kbd");
        assertThat(keys).contains("←", "→", "Page up", "Page down", "Home", "End", "↑", "↓", "Delete", "Enter");
    }

    @Test
    void session_captures_areShownAndTakenBack() {
        String id = server.session(3);
        server.step(id, 1);
        server.step(id, 0);
        server.step(id, 3); // Captures the corner.
        goToGame("/session/" + id, 2);

        assertThat(browser.text(".player.black .captures")).isEqualTo("1");
        browser.press(Keys.ARROW_LEFT);
        browser.await(page -> page.count(".board-place .stone") == 2);
        assertThat(browser.text(".player.black .captures")).isEqualTo("0");
        assertThat(browser.count(".board-place .stone.white")).isEqualTo(1);
    }

    @Test
    void overlays_ofAPosition_areLaidOverIt() {
        String id = server.session(9);
        server.playGreedily(id, 30);
        go("/session/" + id);
        browser.awaitText(".move", "30 of 30");

        choose("show", "score");
        browser.await(page -> page.count(".area") >= 20);
        browser.awaitText(".overlay-words", "komi of 7.5");
        choose("show", "legal");
        browser.await(page -> page.count(".mark.legal") > 20);
        browser.awaitText(".overlay-words", "legal plays for Black");
        choose("show", "plane");
        choose("encoding", "minigo-17");
        browser.await(page -> page.count(".value.positive") > 3);
        choose("show", "analysis");
        choose("name", "influence");
        browser.await(page -> page.count(".value.positive") > 3 && page.count(".value.negative") > 3);
        choose("show", "none");
        browser.await(page -> page.count(".value, .area, .mark.legal") == 0);
    }

    /** A task sets up an isolated capturing race with a known outcome. */
    @Test
    void overlay_races_showsWhoCaptures() {
        EnvironmentSpec spec = EnvironmentSpec.newBuilder()
                .setWidth(9)
                .setHeight(9)
                .setTask("race-class0")
                .build();
        String id = server.sessions()
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(spec)
                        .setSeed(1)
                        .build())
                .getSessionId();
        go("/session/" + id);
        browser.await(page -> page.count(".board-place .stone") > 10);

        choose("show", "races");

        browser.await(page -> page.text(".overlay-words").startsWith("Race 1: "));
        assertThat(browser.text(".overlay-words"))
                .containsPattern("captures|a seki")
                .doesNotContain("not known");
        assertThat(browser.count("text.label"))
                .isGreaterThan(1); // The stones of both chains bear the number of the race.
        assertThat(browser.count(".mark.first, .mark.second, .mark.good, .mark.diamond"))
                .isPositive();
    }

    @Test
    void play_wholeGameByMouse_endsWithItsScoreOnTheBoard() {
        go("/play");
        choose("size", "5");
        choose("opponent", "greedy");
        submitForm();
        browser.await(page -> page.count("[data-point]") == 25);

        for (int move = 0; move < 60 && browser.count(".area") == 0; move++) {
            String before = browser.text(".move");
            if (move < 6) {
                click(freePoint());
            } else {
                browser.elements(".actions button").get(0).click();
            }
            browser.await(page -> !page.text(".move").equals(before));
            browser.await(page -> status().startsWith("Your turn") || page.count(".actions a") == 1);
        }

        browser.await(page -> page.count(".area") > 0);
        assertThat(status())
                .matches(
                        "(You win|greedy wins) by [0-9.]+ points?\\. Black has \\d+; White has \\d+ and a komi of 7.5\\.");
    }

    /** Returns a legal point for Black by the labels of the board, nearest to the middle first. */
    private int freePoint() {
        for (int point : new int[] {12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22}) {
            if (browser.element("[data-point='" + point + "']")
                    .getAttribute("aria-label")
                    .endsWith("empty")) {
                return point;
            }
        }
        throw new AssertionError("the board is full");
    }

    /** On 1x1 there is nothing to play but passes. */
    @Test
    void play_pass_asksOnlyIfItEndsTheGame() {
        String id = newGame("{\"width\":1,\"height\":1,\"color\":\"white\",\"opponent\":\"greedy\"}");
        go("/session/" + id);
        browser.awaitText(".move", "1 of 1: Black pass");

        browser.click(".actions button");
        browser.awaitText(".actions .sure", "Really end the game");
        assertThat(browser.text(".move")).isEqualTo("1 of 1: Black pass");
        browser.click(".actions .sure");
        browser.awaitText(".status", "You win by 7.5 points.");

        go("/play");
        choose("size", "5");
        choose("opponent", "greedy");
        submitForm();
        browser.await(page -> page.count("[data-point]") == 25);
        browser.click(".actions button");
        browser.awaitText(".move", "2 of 2: White");
    }

    @Test
    void play_illegalClick_isExplainedAndChangesNothing() {
        // On 2x1 White captures the stone at A1, and Black may not recapture.
        String id = newGame(
                "{\"width\":2,\"height\":1,\"color\":\"black\",\"opponent\":\"greedy\",\"rules\":\"tromp-taylor\"}");
        goToGame("/session/" + id, 0);
        click(0);
        browser.awaitText(".move", "2 of 2: White B1");

        click(1);
        browser.awaitText(".note", "A stone stands on B1 already.");
        click(0);
        browser.awaitText(".note", "A1 would repeat the position after move 1");
        assertThat(browser.text(".move")).isEqualTo("2 of 2: White B1");
    }

    @Test
    void play_keyboard_playsAndResigns() {
        go("/play");
        choose("size", "9");
        choose("opponent", "random");
        submitForm();
        browser.await(page -> page.count("[data-point]") == 81);

        browser.run("document.querySelector('[data-point][tabindex=\"0\"]').focus()");
        browser.press(Keys.ARROW_UP, Keys.ENTER);
        browser.await(page -> page.text(".move").startsWith("2 of 2"));
        browser.click(RESIGN);
        browser.click(REALLY_RESIGN);
        browser.awaitText(".status", "You resigned. random wins.");
    }

    @Test
    void play_undo_takesBackTheMoveAndTheReply() {
        go("/play");
        choose("size", "5");
        choose("opponent", "greedy");
        submitForm();
        browser.await(page -> page.count("[data-point]") == 25);
        assertThat(browser.element(".actions .undo").isDisplayed()).isFalse();
        choose("show", "score");
        click(12);
        browser.awaitText(".move", "2 of 2");
        String firstScore = browser.text(".overlay-words");
        click(freePoint());
        browser.awaitText(".move", "4 of 4");

        browser.click(".actions .undo");
        browser.awaitText(".move", "2 of 2");
        browser.awaitText(".status", "Your turn: Black");
        browser.click(".actions .undo");
        browser.awaitText(".move", "Start of 0 moves");
        assertThat(browser.count(".board-place .stone")).isZero();
        assertThat(browser.element(".actions .undo").isDisplayed()).isFalse();

        // Another first move: the overlay is that of the new position, not of the one taken back.
        browser.elements(".actions button").get(0).click();
        browser.awaitText(".move", "2 of 2");
        browser.awaitText(".overlay-words", "White leads by");
        assertThat(browser.text(".overlay-words")).isNotEqualTo(firstScore);
    }

    @Test
    void play_undoAfterTheEnd_continuesTheGame() {
        go("/play");
        choose("size", "9");
        choose("opponent", "random");
        submitForm();
        browser.await(page -> page.count("[data-point]") == 81);
        click(40);
        browser.awaitText(".move", "2 of 2");
        browser.click(RESIGN);
        browser.click(REALLY_RESIGN);
        browser.awaitText(".status", "You resigned. random wins.");

        browser.click(".actions .undo");

        browser.awaitText(".status", "Your turn: Black");
        assertThat(browser.elements(".actions button").get(0).getText()).isEqualTo("Pass");
        click(40);
        browser.awaitText(".move", "2 of 2: White");
    }

    @Test
    void tournament_standings_followTheGames() {
        List<PlayerSettings> players =
                List.of(new PlayerSettings(HOSTILE, "greedy"), new PlayerSettings("random", "random"));
        TournamentSettings cup =
                TournamentSettings.of("cup / " + HOSTILE, players, new FormatSettings.RoundRobin(10), Grid.square(5));
        go("/");
        browser.await(page -> page.count("#main section") > 0);
        server.create(cup);

        browser.await(page -> page.count(".cards.wide .card") == 1);
        browser.click(".cards.wide .card");
        browser.awaitText(".about", "20 of 20 games played; it has ended.");
        assertThat(browser.text("h1")).isEqualTo("cup / " + HOSTILE);
        assertThat(browser.text(".scroll td.name")).isEqualTo(HOSTILE);
        assertThat(browser.count("img")).isZero();
        browser.await(page -> page.count(".game-list tbody tr") == 20);
        assertThat(browser.run("return document.title")).isEqualTo("cup / " + HOSTILE + " · Tengen");
        String number = browser.text(".game-list tbody a");
        browser.click(".game-list tbody a");
        browser.await(page -> page.count(".board-place .stone") > 3);
        assertThat(browser.driver().getCurrentUrl()).endsWith("/game/" + number);
        assertThat(browser.text("h1")).isEqualTo("Game " + number + " of cup / " + HOSTILE);
        assertThat((String) browser.run("return document.title"))
                .startsWith("Game " + number + " of cup / ")
                .endsWith(" · Tengen");
        String record = server.get("/api/tournaments/" + PathKey.of(cup.name()) + "/games/" + number + "/record")
                .body();
        assertThat(record).contains("GN[cup / " + HOSTILE + "/" + number + "]");
        assertThat(status()).matches("(Black|White) wins by .*");
    }

    @Test
    void play_againstAnAgent_isAGameWithClocks() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "agent " + HOSTILE)) {
            agent.awaitJoined();
            go("/play");
            String agents = "label:has(> input[value^='agent '])";
            browser.await(page -> page.count(agents) == 1);
            browser.click(agents);
            choose("size", "5");
            submitForm();
            browser.await(page -> page.count("[data-point]") == 25);

            assertThat(browser.text(".player.white .player-name")).isEqualTo("agent " + HOSTILE);
            browser.awaitText(".clocks", "Black 19:5");
            click(12);
            browser.await(page -> page.count(".board-place .stone") == 2);
            browser.elements(".actions button").get(0).click();
            browser.awaitText(".move", "4 of 4: White B5");
        }
    }

    @Test
    void home_gamesAgainstAgents_leadBackToThemAfterTheirEnd() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(server.channel(), "eve")) {
            agent.awaitJoined();
            String game = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"eve\"}";
            JsonNode place = ServedPage.json(server.post("/api/games", game));
            String path = "/tournament/" + place.path("tournament").asText() + "/game/"
                    + place.path("number").asInt();
            server.post(
                    "/api" + path.replace("tournament/", "tournaments/").replace("/game/", "/games/") + "/moves",
                    "{\"action\":-2,\"move_number\":0}");

            go("/");
            browser.awaitText("a.card[href='#" + path + "']", "human – eve");
            browser.awaitText("a.card[href='#" + path + "']", "5×5, 0 moves. Black resigned. White wins.");
            browser.click("a.card[href='#" + path + "']");
            browser.awaitText(".facts", "until the server stops");
        }
    }

    @Test
    void readOnly_withoutTheToken_offersNoMoveAndShowsWhy() {
        PageSettings settings = new PageSettings(Optional.of("a token of tests".replace(' ', '-')), 4);
        try (ServedPage closed = ServedPage.start(settings)) {
            browser.go(closed.address("/#/play"));
            browser.awaitText(".problem", "log in with a token of the server");
            assertThat(browser.element("#main button.primary").isEnabled()).isFalse();

            browser.click("#login-button");
            browser.element("#token-field").sendKeys("not this one");
            browser.click("#login-dialog button.primary");
            browser.awaitText("#login-problem", "The token is not valid.");
            browser.element("#token-field").clear();
            browser.element("#token-field").sendKeys("a-token-of-tests");
            browser.click("#login-dialog button.primary");
            browser.await(page -> page.element("#main button.primary").isEnabled());
            browser.click("#main button.primary");
            browser.await(page -> page.count("[data-point]") == 81);
        }
        browser.go("about:blank");
        browser.errors(); // The open page reports that the server is gone.
    }

    /** The server says where a game is that it no longer has. */
    @Test
    void gone_gameThatIsAtAnotherServer_namesIt() {
        String id = server.session(5);
        browser.go(server.address("/#/session/" + id));
        browser.awaitText(".move", "Start of 0 moves");
        browser.run("window.fetch = () => Promise.resolve(new Response(JSON.stringify({ reason: 'SESSION_ELSEWHERE',"
                + " message: 'call that server', owner: 'game-1.example.com:9019' }), { status: 503 }))");

        server.close(id);

        browser.awaitText(".note", "at another server, game-1.example.com:9019");
    }

    @Test
    void gone_gameThatWasClosed_saysSo() {
        String id = server.session(5);
        browser.go(server.address("/#/session/" + id));
        browser.awaitText(".move", "Start of 0 moves");

        server.close(id);

        browser.awaitText(".note", "This game is no longer open.");
        browser.awaitText(".status", "The game has not ended, and cannot be continued here");
        browser.await(page -> !page.errors().isEmpty()); // The browser reports that there is no such session.
    }

    /**
     * The page of a game that a human plays stays open while the server restarts, and sessions without a store end with
     * it.
     */
    @Test
    void gone_humanGameAfterARestart_saysSoAndNamesNoTurn() {
        ServedPage before = ServedPage.start(PageSettings.DEFAULT);
        browser.go(before.address("/#/play"));
        submitForm();
        browser.awaitText(".status", "Your turn");
        String address = (String) browser.run("return location.href");

        before.close();
        ServedPage after = before.startAgain();
        try {
            browser.awaitText(".note", "This game is no longer open.");
            browser.awaitText(".status", "The game has not ended, and cannot be continued here");
            assertThat(browser.run("return location.href")).isEqualTo(address);
        } finally {
            browser.go("about:blank");
            after.close();
            browser.errors(); // The browser reports the lost connection, and that there is no such session.
        }
    }

    /** With a store, the game is there again, and so is the right to play it. */
    @Test
    void play_humanGameAfterARestartWithAStore_continues(@TempDir Path folder) {
        ServedPage before = ServedPage.withStore(folder);
        browser.go(before.address("/#/play"));
        choose("size", "5");
        choose("opponent", "greedy");
        submitForm();
        browser.awaitText(".status", "Your turn");
        click(12);
        browser.awaitText(".move", "2 of 2: White");

        before.close();
        browser.await(page -> page.element("#offline").isDisplayed());
        ServedPage after = before.startAgain();
        try {
            browser.await(page -> !page.element("#offline").isDisplayed());
            click(freePoint());
            browser.awaitText(".move", "4 of 4: White");
        } finally {
            browser.go("about:blank");
            after.close();
            browser.errors(); // The browser reports the lost connection.
        }
    }

    /** A name that reverses the direction of writing would also turn the name of the program around. */
    @Test
    void title_textWithInvisibleCharacters_hasThemEscaped() {
        go("/");

        Object title = browser.run(
                "return import('/page/title.js').then((title) => { title.setTitle(arguments[0]); return document.title; })",
                "a\u202eb\u0007\n");

        assertThat(title).isEqualTo("a\\u202eb\\u0007\\u000a · Tengen");
    }

    @Test
    void titles_ofEachView_sayWhatItShows() {
        String id = server.session(5);
        for (Map.Entry<String, String> view : Map.of(
                        "/",
                        "Tengen",
                        "/play",
                        "Play a game · Tengen",
                        "/session/" + id,
                        "Session " + id.substring(0, 6) + " · Tengen",
                        "/nowhere",
                        "There is no such page · Tengen")
                .entrySet()) {
            go(view.getKey());
            browser.await(page -> view.getValue().equals(page.run("return document.title")));
        }
    }

    @Test
    void theme_switch_isKept() {
        go("/");
        browser.await(page -> page.count("#main section") > 0);
        String before = (String) browser.run("return getComputedStyle(document.body).color");

        browser.click("#theme-button");
        browser.await(page -> !before.equals(page.run("return getComputedStyle(document.body).color")));
        go("/play");
        browser.driver().navigate().refresh();
        browser.await(page -> page.count("#main form") == 1);
        assertThat(browser.run("return getComputedStyle(document.body).color")).isNotEqualTo(before);
    }
}
