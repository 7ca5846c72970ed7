package dev.tengen.arena.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The board and the replay alone, in a file without a server, as in a report. */
class BoardTest {
    /** A game on 3x3 with a pass, in which Black's last move captures a white stone. */
    private static final String GAME = """
            {width: 3, height: 3, players: {black: "<b>Anna</b>", white: "Bert"}, result: "B+9", comment: "<i>good</i>",
             moves: [{color: 1, point: 1, captured: []}, {color: 2, point: 0, captured: []},
                     {color: 1, point: null, captured: []}, {color: 2, point: null, captured: []},
                     {color: 1, point: 3, captured: [0]}]}
            """;

    @TempDir
    private static Path folder;

    private static Browser browser;

    @BeforeAll
    static void open() throws IOException, URISyntaxException {
        browser = Browser.open(900, 900);
        Files.writeString(
                folder.resolve("board.html"),
                "<!doctype html><meta charset=\"utf-8\"><style>" + resource("board.css") + "</style><main></main>"
                        + "<script type=\"module\">" + resource("board.js")
                        + "window.tengen = {Board, Replay, pointName};</script>");
    }

    private static String resource(String name) throws IOException, URISyntaxException {
        URL url = Objects.requireNonNull(BoardTest.class.getResource("/dev/tengen/arena/report/" + name));
        return Files.readString(Path.of(url.toURI()));
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void load() {
        browser.go(folder.resolve("board.html").toUri().toString());
        browser.await(page -> page.run("return window.tengen !== undefined"));
    }

    private static void replay() {
        browser.run("window.replay = new tengen.Replay(document.querySelector('main'), " + GAME + ")");
    }

    private static String stones() {
        return browser.count(".stone.black") + " black, " + browser.count(".stone.white") + " white";
    }

    private static String captures(String color) {
        return browser.text(".player." + color + " .captures");
    }

    @Test
    void replay_opened_showsTheEnd() {
        replay();

        assertThat(stones()).isEqualTo("2 black, 0 white");
        assertThat(browser.text(".move")).isEqualTo("5 of 5: Black A2");
        assertThat(captures("black")).isEqualTo("1");
        assertThat(captures("white")).isEqualTo("0");
        assertThat(browser.text(".result")).isEqualTo("B+9");
    }

    @Test
    void replay_names_areText() {
        replay();

        assertThat(browser.text(".player.black .player-name")).isEqualTo("<b>Anna</b>");
        assertThat(browser.text(".comment")).isEqualTo("<i>good</i>");
        assertThat(browser.count("main b, main i")).isZero();
    }

    @Test
    void replay_keys_goThroughTheGame() {
        replay();
        browser.element(".slider").click();

        browser.press(Keys.END, Keys.ARROW_LEFT);
        assertThat(stones()).isEqualTo("1 black, 1 white");
        assertThat(browser.text(".move")).isEqualTo("4 of 5: White pass");
        assertThat(captures("black")).isEqualTo("0");
        browser.press(Keys.HOME);
        assertThat(stones()).isEqualTo("0 black, 0 white");
        assertThat(browser.text(".move")).isEqualTo("Start of 5 moves");
        browser.press(Keys.ARROW_RIGHT);
        assertThat(browser.element(".tengen-board").getAttribute("aria-label"))
                .isEqualTo("Board of 3 by 3: 1 black stones, 0 white, last move B3");
        browser.press(Keys.PAGE_DOWN);
        assertThat(stones()).isEqualTo("2 black, 0 white");
    }

    @Test
    void replay_suicide_comesBackWithItsStones() {
        browser.run(
                "window.replay = new tengen.Replay(document.querySelector('main'), {width: 2, height: 1, moves: ["
                        + "{color: 1, point: 0, captured: []}, {color: 2, point: null}, {color: 1, point: 1, captured: [0, 1]}]})");

        assertThat(stones()).isEqualTo("0 black, 0 white");
        assertThat(captures("white")).isEqualTo("2");
        browser.run("replay.to(2)");
        assertThat(stones()).isEqualTo("1 black, 0 white");
        assertThat(captures("white")).isEqualTo("0");
    }

    @Test
    void replay_moreMoves_followOnlyFromTheEnd() {
        replay();
        browser.run("window.game = " + GAME + "; game.moves.push({color: 2, point: 8, captured: []})");

        browser.run("replay.update(game)");
        assertThat(browser.run("return replay.number")).isEqualTo(6L);
        browser.run("replay.to(2); game.moves.push({color: 1, point: 7, captured: []}); replay.update(game)");
        assertThat(browser.run("return replay.number")).isEqualTo(2L);
        assertThat(browser.text(".move")).isEqualTo("2 of 7: White A3");
    }

    @Test
    void replay_moveNumbers_areShownWhenAsked() {
        replay();

        assertThat(browser.count("text.label")).isZero();
        browser.element("button.numbers").click();
        assertThat(browser.elements("text.label").stream().map(text -> text.getText()))
                .containsExactlyInAnyOrder("1", "5");
    }

    @Test
    void board_tabArrowsAndEnter_chooseAPoint() {
        browser.run("window.chosen = []; window.board = new tengen.Board(document.querySelector('main'), {width: 9,"
                + " height: 9}); board.onPoint((point) => chosen.push(tengen.pointName(point, 9, 9)))");

        browser.press(Keys.TAB, Keys.ENTER, Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.SPACE);
        assertThat(browser.run("return chosen.join(' ')")).isEqualTo("E5 F6");
        assertThat(browser.run("return document.activeElement.getAttribute('aria-label')"))
                .isEqualTo("F6, empty");
        for (int presses = 0; presses < 9; presses++) {
            browser.press(Keys.ARROW_UP, Keys.ARROW_RIGHT);
        }
        browser.press(Keys.ENTER);
        assertThat(browser.run("return chosen.at(-1)")).isEqualTo("J9");
    }

    @Test
    void board_lookOnly_takesNoFocus() {
        browser.run("window.board = new tengen.Board(document.querySelector('main'), {width: 9, height: 9});"
                + "board.onPoint(() => {}); board.onPoint(null)");

        assertThat(browser.count("[tabindex]")).isZero();
        assertThat(browser.element(".tengen-board").getAttribute("role")).isEqualTo("img");
    }

    @Test
    void board_overlays_areDrawnWhereTheyBelong() {
        browser.run("window.board = new tengen.Board(document.querySelector('main'), {width: 3, height: 1});"
                + "board.show({stones: [1, 0, 0], owner: [1, 1, 2], mask: [false, true, false], values: [0.5, null, -1],"
                + "marks: [{point: 0, text: '7'}, {point: 2, shape: 'triangle', tone: 'good'}]})");

        assertThat(browser.count(".area.black")).isEqualTo(2);
        assertThat(browser.count(".owner")).isEqualTo(2); // A stone shows the owner of its point.
        assertThat(browser.count(".mark.legal")).isEqualTo(1);
        assertThat(browser.count(".mark.illegal")).isEqualTo(1); // A point with a stone is not marked as forbidden.
        assertThat(browser.count(".value.positive")).isEqualTo(1);
        assertThat(browser.count(".value.negative")).isEqualTo(1);
        assertThat(browser.text("text.label.on-black")).isEqualTo("7");
        assertThat(browser.count("path.triangle.good")).isEqualTo(1);
        browser.run("board.show({stones: [0, 0, 0]})");
        assertThat(browser.count(".area, .owner, .value, .mark, .stone")).isZero();
    }

    @Test
    void starPoints_bySize_areTheUsualOnes() {
        browser.run("for (const size of [4, 5, 9, 13, 19]) new tengen.Board(document.querySelector('main'),"
                + " {width: size, height: size})");

        assertThat(browser.run("return [...document.querySelectorAll('.tengen-board')].map((board) =>"
                        + " board.querySelectorAll('.star').length).join(' ')"))
                .isEqualTo("0 1 5 5 9");
    }
}
