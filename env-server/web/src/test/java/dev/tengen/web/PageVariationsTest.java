package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfGame;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Variations of a game, in a browser. */
@Tag("full")
class PageVariationsTest extends BrowserTest {
    private static final String TRY = ".variations button";
    private static final String TREE = ".move-tree .moves button";

    /** Shows a game on 9x9 with moves in the first row, and switches the variations on. Returns the session. */
    private String tryMovesOfAGame(int moveCount) {
        String id = server.session(9);
        for (int move = 0; move < moveCount; move++) {
            server.step(id, move);
        }
        goToGame("/session/" + id, moveCount);
        browser.click(TRY);
        browser.await(page -> page.count("[data-point]") == 81);
        return id;
    }

    private void awaitMove(String words) {
        browser.await(page -> page.text(".move").equals(words));
    }

    private List<String> tree() {
        return browser.texts(TREE);
    }

    private SgfGame record() throws SgfException {
        String path = String.valueOf(browser.run("return new URL(document.querySelector('a[download]').href).pathname"
                + " + new URL(document.querySelector('a[download]').href).search"));
        return SgfCollection.parse(server.get(path).body()).games().get(0);
    }

    @Test
    void mouse_triesMovesAndTheGameStaysAsItIs() throws SgfException {
        String id = tryMovesOfAGame(4);
        browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        awaitMove("2 of 4: White B9");

        click(40);
        awaitMove("3 of 3: Black E5");
        click(41);
        awaitMove("4 of 4: White F5");
        assertThat(browser.count(".board-place .stone")).isEqualTo(4);
        browser.awaitText(".variation-words", "leaves the game after move 2");
        assertThat(tree()).containsExactly("3 E5", "4 F5");

        browser.press(Keys.ARROW_LEFT);
        awaitMove("3 of 4: Black E5");
        click(50);
        awaitMove("4 of 4: White F4");
        assertThat(tree()).containsExactly("3 E5", "4 F5", "4 F4");
        assertThat(record().lines().map(line -> line.nodes().size())).containsExactly(5, 5, 5);
        assertThat(server.json("/api/sessions/" + id).path("moves")).hasSize(4);

        browser.click(".move-tree button");
        awaitMove("2 of 4: White B9");
        assertThat(browser.text(".move-tree [aria-current]")).isEqualTo("The game");
        // The game's own next move is no variation.
        click(2);
        awaitMove("3 of 4: Black C9");
        assertThat(tree()).hasSize(3);
    }

    @Test
    void address_ofAVariation_leadsToIt() {
        tryMovesOfAGame(3);
        click(40);
        awaitMove("4 of 4: White E5");
        click(41);
        browser.click(".variations button:nth-child(2)");
        awaitMove("6 of 6: White pass");
        browser.press(Keys.ARROW_LEFT);
        browser.await(page -> page.driver().getCurrentUrl().endsWith("?m=5&v=3-40.41.81&l=0"));
        String address = browser.driver().getCurrentUrl();

        browser.go("about:blank");
        browser.go(address);

        awaitMove("5 of 6: Black F5");
        assertThat(tree()).containsExactly("4 E5", "5 F5", "6 pass");
        assertThat(browser.text(".move-tree [aria-current]")).isEqualTo("5 F5");
        assertThat(browser.element(TRY).getAttribute("aria-pressed")).isEqualTo("true");
        browser.click(TRY);
        awaitMove("3 of 3: Black C9");
    }

    @Test
    void address_withAVariationThatDoesNotFit_showsTheRestAndSaysSo() {
        String id = server.session(9);
        server.step(id, 0);
        go("/session/" + id + "?v=1-0_1-5_x&l=0");

        awaitMove("2 of 2: White F9");
        browser.awaitText(".note", "A variation of this address does not fit");
        assertThat(tree()).containsExactly("2 F9");
        browser.errors(); // The server refuses the last one.
    }

    @Test
    void keyboard_walksTheTreeAndDeletesFromIt() {
        tryMovesOfAGame(2);
        browser.run("document.querySelector('[data-point][tabindex=\"0\"]').focus()");
        browser.press(Keys.ENTER);
        awaitMove("3 of 3: Black E5");
        browser.press(Keys.ARROW_RIGHT, Keys.ENTER);
        awaitMove("4 of 4: White F5");
        browser.run("document.activeElement.blur()");
        browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
        awaitMove("2 of 4: White B9");
        click(60);
        awaitMove("3 of 3: Black G3");

        browser.press(Keys.ARROW_UP);
        awaitMove("3 of 4: Black E5");
        browser.press(Keys.ARROW_UP);
        awaitMove("2 of 2: White B9");
        browser.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT);
        awaitMove("4 of 4: White F5");
        browser.press(Keys.DELETE);
        awaitMove("3 of 3: Black E5");
        assertThat(tree()).containsExactly("3 E5", "3 G3");
        browser.click(".variations button:nth-child(3)");
        awaitMove("2 of 2: White B9");
        assertThat(tree()).containsExactly("3 G3");
    }

    @Test
    void touch_triesAndDeletes() {
        onPhone(() -> {
            tryMovesOfAGame(2);
            tap("[data-point='40']");
            awaitMove("3 of 3: Black E5");
            tap("[data-point='40']");
            browser.awaitText(".note", "A stone stands on E5 already.");
            tap(TREE);
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
            tap(".variations button:nth-child(3)");
            awaitMove("2 of 2: White B9");
            assertThat(tree()).isEmpty();
        });
    }

    @Test
    void rules_areThoseOfTheGame() {
        String id = newGame("{\"width\":2,\"height\":1,\"color\":\"black\",\"opponent\":\"greedy\"}");
        goToGame("/session/" + id, 0);
        browser.click(TRY);
        click(0);
        awaitMove("1 of 1: Black A1");
        click(1);
        awaitMove("2 of 2: White B1");
        assertThat(browser.count(".board-place .stone")).isEqualTo(1);

        click(0);
        browser.awaitText(".note", "A1 would repeat the position after move 1");
        browser.click(".variations button:nth-child(2)");
        awaitMove("3 of 3: Black pass");
        browser.click(".variations button:nth-child(2)");
        awaitMove("4 of 4: White pass");
        click(0);
        browser.awaitText(".note", "The rules end the game here.");
        assertThat(server.json("/api/sessions/" + id).path("moves")).isEmpty();
    }

    @Test
    void overlay_ofAVariation_isThatOfItsPosition() {
        tryMovesOfAGame(2);
        choose("show", "score");
        browser.awaitText(".overlay-words", "White leads by 7.5 points. Black has 1; White has 1 and a komi of 7.5.");

        click(40);
        browser.awaitText(".overlay-words", "White leads by 6.5 points. Black has 2; White has 1 and a komi of 7.5.");
    }

    @Test
    void game_thatGoesOnLikeTheVariation_takesItOver() {
        String id = tryMovesOfAGame(2);
        click(40);
        click(41);
        awaitMove("4 of 4: White F5");

        server.step(id, 40);
        browser.await(page -> tree().equals(List.of("4 F5")));
        awaitMove("4 of 4: White F5");
        browser.awaitText(".variation-words", "after move 3");
        server.step(id, 60);
        server.step(id, 61);
        browser.click(".move-tree button");
        awaitMove("3 of 5: Black E5");
    }

    @Test
    void game_thatAPersonPlays_isPlayedOnAfterwards() {
        String id = newGame("{\"width\":9,\"height\":9,\"color\":\"black\",\"opponent\":\"greedy\"}");
        goToGame("/session/" + id, 0);
        browser.click(TRY);
        click(0);
        click(1);
        awaitMove("2 of 2: White B9");
        browser.click(TRY);
        awaitMove("Start of 0 moves");

        click(40);

        browser.awaitText(".move", "2 of 2: White");
        assertThat(server.json("/api/sessions/" + id)
                        .path("moves")
                        .get(0)
                        .path("point")
                        .asInt())
                .isEqualTo(40);
        assertThat(tree()).containsExactly("1 A9", "2 B9");
    }

    @Test
    void api_checksVariations() {
        String id = server.session(9);
        server.step(id, 0);
        String path = "/api/sessions/" + id;
        for (String variation :
                List.of("", "1", "1-", "1-82", "2-5", "1-0.5", "1-5_1-6", "a-5", "1--5", "1-" + "5.".repeat(2000))) {
            assertThat(server.get(path + "/variation?variation=" + variation).statusCode())
                    .as(variation)
                    .isEqualTo(400);
        }
        assertThat(server.get(path + "/record?variations=1-0").statusCode()).isEqualTo(400);
        assertThat(server.get(path + "/overlay?show=score&move=3&variation=1-5").statusCode())
                .isEqualTo(400);

        JsonNode refused = server.json(path + "/variation?variation=1-0");
        assertThat(refused.path("refused").path("reason").asText()).isEqualTo("OCCUPIED");
        assertThat(refused.path("moves")).isEmpty();
        assertThat(server.json(path + "/variation?variation=1-5.81")
                        .path("turn")
                        .asInt())
                .isEqualTo(2);
    }
}
