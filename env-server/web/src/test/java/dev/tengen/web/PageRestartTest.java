package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A game that somebody plays at the page while the server restarts, with a store of sessions. */
@Tag("full")
class PageRestartTest {
    private static final String GAME =
            "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\",\"komi\":0.5}";

    private static JsonNode move(ServedPage server, String path, int action, int moveNumber) {
        return ServedPage.json(
                server.post(path + "/moves", "{\"action\":" + action + ",\"move_number\":" + moveNumber + "}"));
    }

    @Test
    void game_afterARestart_isPlayedOnWithUndoAndItsSettings(@TempDir Path folder) {
        ServedPage before = ServedPage.withStore(folder);
        String path = "/api/sessions/"
                + ServedPage.json(before.post("/api/sessions", GAME))
                        .path("session")
                        .asText();
        move(before, path, 12, 0);
        JsonNode last = before.json(path);
        before.close();

        try (ServedPage after = before.startAgain()) {
            JsonNode game = after.json(path);
            assertThat(game).isEqualTo(last);
            assertThat(game.path("human").asInt()).isEqualTo(1);
            assertThat(game.path("request").path("komi").asDouble()).isEqualTo(0.5);

            assertThat(move(after, path, 25, 2)).isEmpty();
            assertThat(after.json(path).path("moves")).hasSizeGreaterThan(2);
            assertThat(after.post(path + "/undo", "{\"move_count\":2,\"move_number\":4}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(after.json(path).path("moves")).isEqualTo(last.path("moves"));
        }
    }
}
