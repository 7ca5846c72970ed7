package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.Rules;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The agreement on dead stones, in a browser. The players of the server propose that no stone is dead. */
@Tag("full")
class PageDeadStonesTest extends BrowserTest {
    private static final String PROPOSE = ".dead-stones .primary";

    /** The rules: three passes end the play, then the players agree. */
    private static final String RULES = "blog-2011";

    private static final String GAME =
            "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\",\"rules\":\"" + RULES + "\"}";

    /**
     * Starts a game on 5x5 and passes until White has passed too. White plays at random, so which of them passes last,
     * and therefore proposes last, differs from game to game. Returns the session of a game in which White has proposed
     * or not, and Black has a chain of two stones at B4.
     */
    private String gameAtTheAgreement(boolean hasWhiteProposed) {
        for (int attempts = 0; attempts < 100; attempts++) {
            String id = newGame(GAME);
            post(id, 6, 0);
            if (tryToPost(id, 7, 2).statusCode() == 200) {
                passUntilTheAgreement(id);
                JsonNode stones =
                        server.json("/api/sessions/" + id + "/position").path("stones");
                boolean hasChain = stones.get(6).asInt() == 1 && stones.get(7).asInt() == 1;
                if (hasChain && server.json("/api/sessions/" + id).has("proposal") == hasWhiteProposed) {
                    return id;
                }
            }
        }
        throw new AssertionError("White never leaves such a position");
    }

    private void passUntilTheAgreement(String id) {
        for (int passes = 0; passes < 30; passes++) {
            if (server.json("/api/sessions/" + id).path("is_agreement").asBoolean()) {
                return;
            }
            post(id, 25, server.json("/api/sessions/" + id).path("moves").size());
        }
        throw new AssertionError("White does not pass");
    }

    private void post(String id, int action, int moveNumber) {
        HttpResponse<String> played = tryToPost(id, action, moveNumber);
        assertThat(played.statusCode()).as(played.body()).isEqualTo(200);
    }

    private HttpResponse<String> tryToPost(String id, int action, int moveNumber) {
        String body = "{\"action\":" + action + ",\"move_number\":" + moveNumber + "}";
        return server.post("/api/sessions/" + id + "/moves", body);
    }

    private String scoreWords() {
        return browser.text(".dead-score");
    }

    @Test
    void mouse_marksAChainShowsTheScoreAndProposes() {
        String id = gameAtTheAgreement(false);
        go("/session/" + id);
        browser.awaitText(".status", "which stones are dead?");
        browser.awaitText(PROPOSE, "Propose: no stone is dead");
        browser.await(page -> !scoreWords().isEmpty());
        String before = scoreWords();

        click(6);
        browser.await(page -> page.count(".mark.cross") == 2);
        browser.awaitText(PROPOSE, "Propose: 2 dead stones");
        browser.await(page -> !scoreWords().isEmpty() && !scoreWords().equals(before));
        click(7);
        browser.await(page -> page.count(".mark.cross") == 0);
        click(7);
        browser.awaitText(PROPOSE, "Propose: 2 dead stones");
        browser.click(PROPOSE);

        browser.awaitText(".note", "The proposals differ, so play resumes.");
        browser.awaitText(".status", "Your turn: Black");
        browser.press(Keys.ARROW_LEFT);
        browser.await(page -> page.count(".mark.cross") > 0); // What Black proposed in the past.
    }

    @Test
    void proposal_ofTheOther_isShownAndAgreedTo() {
        go("/session/" + gameAtTheAgreement(true));
        browser.awaitText(".dead-stones", "White says that no stone is dead.");
        browser.awaitText(PROPOSE, "Agree: the game ends");
        assertThat(browser.elements(".actions button").get(0).isDisplayed()).isFalse();
        click(7);
        browser.awaitText(PROPOSE, "Disagree (2 dead stones): play resumes");
        browser.click(".dead-stones button:nth-child(2)");
        browser.awaitText(PROPOSE, "Agree: the game ends");
        browser.click(PROPOSE);
        browser.awaitText(".status", "a komi of 5.5");
        assertThat(browser.element(".dead-stones").isDisplayed()).isFalse();
    }

    @Test
    void keyboardAndTouch_mark() {
        String id = gameAtTheAgreement(false);
        go("/session/" + id);
        browser.awaitText(PROPOSE, "Propose: no stone is dead");
        browser.run("document.querySelector('[data-point][tabindex=\"0\"]').focus()");
        browser.press(Keys.ARROW_UP, Keys.ENTER); // From the middle to C4.
        browser.awaitText(PROPOSE, "Propose: 2 dead stones");
        onPhone(() -> {
            tap("[data-point='6']");
            browser.awaitText(PROPOSE, "Propose: no stone is dead");
            tap("[data-point='6']");
            browser.awaitText(PROPOSE, "Propose: 2 dead stones");
            tap(".dead-stones button:nth-child(2)");
            browser.awaitText(PROPOSE, "Propose: no stone is dead");
            assertThat(browser.run("return document.documentElement.scrollWidth"))
                    .isEqualTo((long) PHONE_WIDTH);
        });
    }

    @Test
    void proposals_ofPrograms_areShownToWatchers() {
        EnvironmentSpec spec = EnvironmentSpec.newBuilder()
                .setWidth(5)
                .setHeight(5)
                .setRules(Rules.newBuilder().setPreset(RULES))
                .build();
        String id = server.sessions()
                .createSession(CreateSessionRequest.newBuilder()
                        .setSpec(spec)
                        .setSeed(1)
                        .build())
                .getSessionId();
        for (int action : new int[] {12, 0, 25, 25, 25}) {
            server.step(id, action);
        }
        goToGame("/session/" + id, 2);
        browser.awaitText(".status", "the players are agreeing on dead stones");

        propose(id, 0);
        browser.awaitText(".dead-stones", "White says that this stone is dead: A5.");
        assertThat(browser.count(".mark.cross")).isEqualTo(1);
        assertThat(browser.element(PROPOSE).isDisplayed()).isFalse();
        propose(id, 0);
        browser.awaitText(".status", "Black wins by");
        assertThat(server.json("/api/sessions/" + id)
                        .path("moves")
                        .get(5)
                        .path("dead")
                        .get(0)
                        .asInt())
                .isZero();
    }

    private void propose(String id, int point) {
        assertThat(server.sessions()
                        .proposeDeadStones(ProposeDeadStonesRequest.newBuilder()
                                .setSessionId(id)
                                .addDeadPoints(point)
                                .build())
                        .hasTimestep())
                .isTrue();
    }

    @Test
    void api_checksProposals() {
        String id = newGame(GAME);
        String path = "/api/sessions/" + id + "/dead";
        assertThat(server.post(path, "{\"points\":[],\"move_number\":0}").statusCode())
                .as("not at the agreement")
                .isEqualTo(409);
        for (String body : List.of(
                "{\"move_number\":0}",
                "{\"points\":3,\"move_number\":0}",
                "{\"points\":[\"a\"],\"move_number\":0}",
                "{\"points\":[-1],\"move_number\":0}",
                "{\"points\":[]}")) {
            assertThat(server.post(path, body).statusCode()).as(body).isEqualTo(400);
        }
        String program = server.session(5);
        assertThat(server.post("/api/sessions/" + program + "/dead", "{\"points\":[],\"move_number\":0}")
                        .statusCode())
                .as("nobody at the page plays")
                .isEqualTo(403);
        String agreed = gameAtTheAgreement(false);
        int moveCount = server.json("/api/sessions/" + agreed).path("moves").size();
        for (String points : List.of("[6]", "[99]")) {
            String body = "{\"points\":" + points + ",\"move_number\":" + moveCount + "}";
            assertThat(server.post("/api/sessions/" + agreed + "/dead", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        for (String dead : List.of("6", "a", "99")) {
            assertThat(server.get("/api/sessions/" + agreed + "/overlay?show=score&move=" + moveCount + "&dead=" + dead)
                            .statusCode())
                    .as(dead)
                    .isEqualTo(400);
        }
    }
}
