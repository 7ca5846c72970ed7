package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tournaments that are created at the page. */
class PageNewTournamentTest {
    private static final String PLAYERS =
            "[{\"name\":\"Beginner\",\"player\":\"eye-safe-random\"},{\"name\":\"Novice\",\"player\":\"greedy\"}]";

    private static String body(String name, int size, int pairCount, String players) {
        return "{\"name\":\"" + name + "\",\"size\":" + size + ",\"pair_count\":" + pairCount + ",\"players\":"
                + players + "}";
    }

    private static void requireRefusal(HttpResponse<String> response, int status, String field) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(ServedPage.json(response).path("field").asText())
                .as(response.body())
                .isEqualTo(field);
    }

    @Test
    void create_byThoseWhoMay_startsARoundRobin(@TempDir Path folder) {
        try (ServedPage server = ServedPage.withArena(PageSettings.DEFAULT, folder)) {
            assertThat(server.json("/api/login").at("/may/create_tournament").asBoolean())
                    .isTrue();

            JsonNode created = ServedPage.json(server.post("/api/tournaments", body("cup", 5, 1, PLAYERS)));

            assertThat(created.path("game_count").asInt()).isEqualTo(2);
            assertThat(created.path("players").path(1).path("player").asText()).isEqualTo("greedy");
            String path = "/api/tournaments/" + created.path("key").asText();
            await().forever()
                    .until(() -> server.json(path).path("phase").asText().equals("ENDED"));

            String other = body("cup", 7, 1, PLAYERS);
            assertThat(ServedPage.json(server.post("/api/tournaments", other))
                            .path("reason")
                            .asText())
                    .isEqualTo("TOURNAMENT_EXISTS");
            requireRefusal(server.post("/api/tournaments", body("", 5, 1, PLAYERS)), 400, "name");
            requireRefusal(server.post("/api/tournaments", body("b", 1, 1, PLAYERS)), 400, "size");
            requireRefusal(server.post("/api/tournaments", body("b", 5, 11, PLAYERS)), 400, "pair_count");
            requireRefusal(server.post("/api/tournaments", body("b", 5, 1, "[]")), 400, "players");
            requireRefusal(server.post("/api/tournaments", body("b", 5, 1, "[1,2]")), 400, "players");
            String unknown = PLAYERS.replace("greedy", "nobody");
            requireRefusal(server.post("/api/tournaments", body("b", 5, 1, unknown)), 400, "player");
            assertThat(server.json("/api/tournaments?from=0&count=9")
                            .path("count")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void create_withoutTheToken_isRefused(@TempDir Path folder) {
        PageSettings settings = new PageSettings(Optional.of("a-token-of-the-tests"), 4);
        try (ServedPage server = ServedPage.withArena(settings, folder)) {
            assertThat(server.post("/api/tournaments", body("cup", 5, 1, PLAYERS))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(server.json("/api/login").at("/may/create_tournament").asBoolean(true))
                    .isFalse();
        }
    }
}
