package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Games of the page against absent or busy agents. */
class PagePlayTest {
    private static final String GAME = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"ada\"}";

    @TempDir
    private Path folder;

    private ServedPage page;

    @BeforeEach
    void start() {
        page = ServedPage.withArena(PageSettings.DEFAULT, folder);
    }

    @AfterEach
    void stop() {
        page.close();
    }

    private void requireNotFree(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(ServedPage.json(refused).path("reason").asText()).isEqualTo("PLAYER_NOT_FREE");
        assertThat(ServedPage.json(refused).path("message").asText()).startsWith("player \"ada\" is absent");
    }

    @Test
    void game_againstAnAbsentAgent_isRefused() {
        requireNotFree(page.post("/api/games", GAME));

        assertThat(page.arena().games().count()).isZero();
    }

    @Test
    void game_againstABusyAgent_isRefusedAndItsGameContinues() {
        try (FirstMoveAgent agent = FirstMoveAgent.join(page.channel(), "ada")) {
            agent.awaitJoined();
            assertThat(page.post("/api/games", GAME).statusCode()).isEqualTo(200);

            requireNotFree(page.post("/api/games", GAME));

            assertThat(page.arena().games().list())
                    .singleElement()
                    .satisfies(game -> assertThat(game.id().number()).isZero());
        }
    }
}
