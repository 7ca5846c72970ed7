package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP responses of the page, and the authorization of changes. */
class PageHttpTest {
    private static final String TOKEN = "a-token-of-the-tests";
    private static final String GAME = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\"}";

    private static ServedPage open;
    private static ServedPage guarded;

    @BeforeAll
    static void start() {
        open = ServedPage.start(new PageSettings(Optional.empty(), 3));
        guarded = ServedPage.start(new PageSettings(Optional.of(TOKEN), 3));
    }

    @AfterAll
    static void stop() {
        open.close();
        guarded.close();
    }

    @Test
    void page_anyAnswer_hasTheHeadersOfSafety() {
        for (String path : new String[] {"/", "/page/board.js", "/api/info", "/api/sessions/none", "/nothing"}) {
            var headers = open.get(path).headers();

            assertThat(headers.firstValue("Content-Security-Policy"))
                    .as(path)
                    .hasValueSatisfying(policy ->
                            assertThat(policy).startsWith("default-src 'none'").doesNotContain("unsafe"));
            assertThat(headers.firstValue("X-Content-Type-Options")).as(path).contains("nosniff");
            assertThat(headers.firstValue("Referrer-Policy")).as(path).contains("no-referrer");
        }
    }

    @Test
    void file_knownToTheBrowser_isNotSentAgain() {
        String tag = open.get("/page/board.js").headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again = open.send(open.request("/page/board.js").header("If-None-Match", tag));

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void change_onThisMachineWithoutToken_isMade() {
        HttpResponse<String> made = open.post("/api/sessions", GAME);

        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(open.json("/api/login").path("may").path("play").asBoolean()).isTrue();
    }

    /** A foreign page makes the browser send requests to the server, with the foreign name in one of the headers. */
    @ParameterizedTest
    @CsvSource({
        "evil.example, '', 421, HOST_NOT_ALLOWED",
        "evil.example:80, '', 421, HOST_NOT_ALLOWED",
        "127.0.0.1.evil.example, '', 421, HOST_NOT_ALLOWED",
        "192.0.2.1, '', 403, READ_ONLY",
        "'', http://evil.example, 403, FOREIGN_ORIGIN",
        "'', null, 403, FOREIGN_ORIGIN"
    })
    void change_fromAForeignPage_isRefused(String host, String origin, int status, String reason) throws IOException {
        String answer = raw(
                open,
                "POST /api/sessions HTTP/1.1\r\nHost: " + (host.isEmpty() ? place(open) : host) + "\r\n"
                        + (origin.isEmpty() ? "" : "Origin: " + origin + "\r\n")
                        + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: " + GAME.length()
                        + "\r\n\r\n" + GAME);

        assertThat(answer).startsWith("HTTP/1.1 " + status).contains(reason);
    }

    private static String port(ServedPage server) {
        return place(server).split(":")[1];
    }

    private static String place(ServedPage server) {
        return server.address("").substring("http://".length());
    }

    /** Sends a malformed request, and returns the whole response. */
    private static String raw(ServedPage server, String request) throws IOException {
        String[] place = place(server).split(":");
        try (Socket socket = new Socket(place[0], Integer.parseInt(place[1]))) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void change_withTheToken_isMade() {
        HttpResponse<String> made = guarded.post("/api/sessions", GAME, "Authorization", "Bearer " + TOKEN);

        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a-token-of-the-test", "a-token-of-the-tests2", "A-TOKEN-OF-THE-TESTS"})
    void change_withAnotherToken_isRefused(String token) {
        HttpResponse<String> refused = guarded.post("/api/sessions", GAME, "Authorization", "Bearer " + token);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(ServedPage.json(refused).path("reason").asText()).isEqualTo("UNAUTHENTICATED");
        assertThat(refused.body()).doesNotContain(TOKEN);
    }

    @Test
    void change_withoutTheToken_isRefusedOnThisMachineToo() {
        assertThat(guarded.post("/api/sessions", GAME).statusCode()).isEqualTo(401);
        assertThat(guarded.json("/api/login").path("may").path("play").asBoolean())
                .isFalse();
        assertThat(guarded.json("/api/login").path("is_login_possible").asBoolean())
                .isTrue();
    }

    @Test
    void token_inThePath_countsForNothing() {
        assertThat(guarded.post(
                                "/api/sessions?token=" + TOKEN,
                                GAME,
                                "Cookie",
                                "tengen-login-" + port(guarded) + "=" + TOKEN)
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"width\":0,\"height\":5} | width | a whole number within [1, 25]",
                "{\"width\":5} | height | a whole number within [1, 25]",
                "{\"width\":\"5\",\"height\":5} | width | a whole number within [1, 25]",
                "{\"width\":5,\"height\":5,\"color\":\"red\"} | color | one of [black, white]",
                "{\"width\":5,\"height\":5,\"color\":1} | color | a text",
                "{\"width\":9,\"height\":9,\"opponent\":\"greedy\",\"handicap\":10} | handicap | [2, 9]",
                "{\"width\":9,\"height\":9,\"handicap\":\"4\"} | handicap | a whole number within [0, 81]",
                "{\"width\":5,\"height\":5,\"opponent\":\"greedy\",\"handicap\":2} | size | a square board of 7x7 or more, as fixed handicap needs",
                "{\"width\":5,\"height\":5,\"opponent\":\"greedy\",\"komi\":7.3} | komi | a multiple of 0.5 within [-1000, 1000]",
                "{\"width\":5,\"height\":5,\"komi\":\"7\"} | komi | a number",
                "{\"width\":5,\"height\":5,\"undo\":1} | undo | true or false",
                "[] | body | a JSON object",
                "{ | body | a JSON object",
            })
    void create_badValue_namesFieldAndRange(String body, String field, String allowed) {
        HttpResponse<String> refused = open.post("/api/sessions", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(ServedPage.json(refused).path("field").asText()).isEqualTo(field);
        assertThat(ServedPage.json(refused).path("allowed").asText()).isEqualTo(allowed);
        assertThat(ServedPage.json(refused).has("value")).isTrue();
    }

    @Test
    void create_unknownNames_areRefusedAsTheServiceDoes() {
        String noPlayer = GAME.replace("greedy", "nobody");
        String noRules = GAME.replace("}", ",\"rules\":\"none\"}");

        assertThat(ServedPage.json(open.post("/api/sessions", noPlayer))
                        .path("reason")
                        .asText())
                .isEqualTo("UNKNOWN_PLAYER");
        assertThat(ServedPage.json(open.post("/api/sessions", noRules))
                        .path("reason")
                        .asText())
                .isEqualTo("UNKNOWN_PRESET");
    }

    @Test
    void body_tooLongOrNoJson_isRefused() {
        String padded = GAME.replace("}", ",\"more\":\"" + "x".repeat(5000) + "\"}");
        HttpRequest.Builder text = open.request("/api/sessions")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(GAME));

        assertThat(open.post("/api/sessions", padded).statusCode()).isEqualTo(413);
        assertThat(open.send(text).statusCode()).isEqualTo(415);
    }

    @Test
    void moves_ofAGameAtThePage_arePlayedAndRefused() {
        String path = "/api/sessions/"
                + ServedPage.json(open.post("/api/sessions", GAME))
                        .path("session")
                        .asText();

        assertThat(open.post(path + "/moves", "{\"action\":12,\"move_number\":0}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(open.json(path).path("moves")).hasSize(2);
        HttpResponse<String> late = open.post(path + "/moves", "{\"action\":0,\"move_number\":0}");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(ServedPage.json(late).path("reason").asText()).isEqualTo("WRONG_MOVE_NUMBER");
        HttpResponse<String> occupied = open.post(path + "/moves", "{\"action\":12,\"move_number\":2}");
        assertThat(ServedPage.json(occupied).path("reason").asText()).isEqualTo("OCCUPIED");
        assertThat(open.json(path).path("moves")).hasSize(2);
    }

    @Test
    void undo_ofAGameAtThePage_takesBackTheMoveAndTheReply() {
        String path = "/api/sessions/"
                + ServedPage.json(open.post("/api/sessions", GAME))
                        .path("session")
                        .asText();
        assertThat(open.json(path).path("can_undo").asBoolean(true)).isFalse();
        HttpResponse<String> nothing = open.post(path + "/undo", "{\"move_count\":2,\"move_number\":0}");
        assertThat(nothing.statusCode()).isEqualTo(409);
        assertThat(ServedPage.json(nothing).path("reason").asText()).isEqualTo("UNDO_UNAVAILABLE");
        open.post(path + "/moves", "{\"action\":12,\"move_number\":0}");
        assertThat(open.json(path).path("can_undo").asBoolean()).isTrue();

        HttpResponse<String> reply = open.post(path + "/undo", "{\"move_count\":1,\"move_number\":2}");
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(ServedPage.json(reply).path("field").asText()).isEqualTo("move_count");
        assertThat(ServedPage.json(reply).path("allowed").asText())
                .isEqualTo("an even number within [2, 2], which leaves you to move");
        HttpResponse<String> late = open.post(path + "/undo", "{\"move_count\":2,\"move_number\":1}");
        assertThat(ServedPage.json(late).path("reason").asText()).isEqualTo("WRONG_MOVE_NUMBER");
        assertThat(open.json(path).path("moves")).hasSize(2);

        assertThat(open.post(path + "/undo", "{\"move_count\":2,\"move_number\":2}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(open.json(path).path("moves")).isEmpty();
        assertThat(open.json(path).path("turn").asInt()).isEqualTo(1);
    }

    @Test
    void undo_ofAGameWithoutUndo_isRefused() {
        String path = "/api/sessions/"
                + ServedPage.json(open.post("/api/sessions", GAME.replace("}", ",\"undo\":false}")))
                        .path("session")
                        .asText();
        assertThat(open.post(path + "/moves", "{\"action\":12,\"move_number\":0}")
                        .statusCode())
                .isEqualTo(200);

        HttpResponse<String> refused = open.post(path + "/undo", "{\"move_count\":2,\"move_number\":2}");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(ServedPage.json(refused).path("reason").asText()).isEqualTo("UNDO_NOT_ALLOWED");
        assertThat(open.json(path).path("can_undo").asBoolean()).isFalse();
        assertThat(open.json(path).path("moves")).hasSize(2);
    }

    @Test
    void create_withHandicapAndKomi_startsWithThem() {
        String game =
                "{\"width\":9,\"height\":9,\"color\":\"white\",\"opponent\":\"random\",\"handicap\":4,\"komi\":0.5}";

        String id = ServedPage.json(open.post("/api/sessions", game))
                .path("session")
                .asText();

        JsonNode shown = open.json("/api/sessions/" + id);
        assertThat(shown.path("black")).hasSize(4);
        assertThat(shown.path("turn").asInt()).isEqualTo(2);
        assertThat(shown.path("komi").asDouble()).isEqualTo(0.5);
    }

    @Test
    void choices_ofABoardAndRules_areThoseThatWork() {
        JsonNode tiny = open.json("/api/choices?width=3&height=3&rules=tromp-taylor");
        JsonNode usual = open.json("/api/choices?width=9&height=9&rules=japanese");

        assertThat(tiny.path("opponents").toString()).contains("oracle", "greedy");
        assertThat(tiny.path("max_handicap").asInt()).isZero();
        assertThat(tiny.path("komi").asDouble()).isEqualTo(7.5);
        assertThat(usual.path("opponents").toString()).contains("greedy").doesNotContain("oracle");
        assertThat(usual.path("max_handicap").asInt()).isEqualTo(9);
        assertThat(usual.path("komi").asDouble()).isEqualTo(6.5);
        assertThat(open.get("/api/choices?width=9&height=9&rules=none").statusCode())
                .isEqualTo(400);
    }

    @Test
    void undo_inTheSessionOfAProgram_isRefused() {
        String id = open.session(9);
        open.step(id, 12);

        HttpResponse<String> refused =
                open.post("/api/sessions/" + id + "/undo", "{\"move_count\":1,\"move_number\":1}");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(open.json("/api/sessions/" + id).path("moves")).hasSize(1);
        assertThat(open.json("/api/sessions/" + id).path("can_undo").asBoolean(true))
                .isFalse();
    }

    @Test
    void undo_withoutTheToken_isRefused() {
        HttpResponse<String> refused = guarded.post("/api/sessions/any/undo", "{\"move_count\":2,\"move_number\":2}");

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    @Test
    void moves_inTheSessionOfAProgram_areRefused() {
        String id = open.session(9);

        HttpResponse<String> refused = open.post("/api/sessions/" + id + "/moves", "{\"action\":12,\"move_number\":0}");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(open.json("/api/sessions/" + id).path("moves")).isEmpty();
    }

    @Test
    void overlay_atAPastPosition_isOfThatPosition() {
        String id = open.session(5);
        open.step(id, 12);
        open.step(id, 0);

        JsonNode first = open.json("/api/sessions/" + id + "/overlay?show=score&move=1");
        JsonNode start = open.json("/api/sessions/" + id + "/overlay?show=legal&move=0");

        assertThat(first.path("text").asText()).isEqualTo("B+17.5");
        assertThat(first.path("owner"))
                .hasSize(25)
                .allSatisfy(owner -> assertThat(owner.asInt()).isEqualTo(1));
        assertThat(start.path("count").asInt()).isEqualTo(25);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show=score&move=1 | move",
                "show=score&move=-1 | move",
                "show=score | move",
                "show=nothing&move=0 | show",
                "show=plane&encoding=none&plane=0&move=0 | encoding",
                "show=plane&encoding=minigo-17&plane=17&move=0 | plane",
                "show=analysis&name=none&move=0 | name",
            })
    void overlay_badValue_namesTheField(String query, String field) {
        HttpResponse<String> refused = open.get("/api/sessions/" + open.session(5) + "/overlay?" + query);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(ServedPage.json(refused).path("field").asText()).isEqualTo(field);
    }

    @Test
    void record_ofASession_isAFile() {
        String id = open.session(5);
        open.step(id, 12);

        HttpResponse<String> record = open.get("/api/sessions/" + id + "/record");

        assertThat(record.body()).startsWith("(;").contains(";B[cc]").doesNotContain("PB[", "PW[", "DT[");
        assertThat(record.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"session-" + id.substring(0, 6) + "-5x5.sgf\"");
    }

    @Test
    void session_unknown_isNotFound() {
        assertThat(open.get("/api/sessions/none").statusCode()).isEqualTo(404);
        assertThat(open.get("/api/tournaments/none").statusCode()).isEqualTo(404); // There is no arena here.
    }

    /** Reads events until one has the name, and returns its data. */
    private static String await(BufferedReader events, String name) throws IOException {
        String event = "";
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("event:")) {
                event = line.substring("event:".length()).strip();
            } else if (line.startsWith("data:") && event.equals(name)) {
                return line.substring("data:".length()).strip();
            }
        }
        throw new AssertionError("no event " + name);
    }

    private static BufferedReader listen(ServedPage server, String path, Socket socket) throws IOException {
        String request =
                "GET " + path + " HTTP/1.1\r\nHost: " + place(server) + "\r\nAccept: text/event-stream\r\n\r\n";
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static Socket connect(ServedPage server) throws IOException {
        String[] place = place(server).split(":");
        return new Socket(place[0], Integer.parseInt(place[1]));
    }

    @Test
    void live_session_sendsEachStateAndTheEnd() throws IOException {
        String id = open.session(5);
        try (Socket socket = connect(open)) {
            BufferedReader events = listen(open, "/api/sessions/" + id + "/live", socket);

            assertThat(await(events, "state")).contains("\"moves\":[]");
            open.step(id, 12);
            assertThat(await(events, "state")).contains("\"point\":12");
            open.close(id);
            assertThat(await(events, "gone")).isEqualTo("{}");
        }
    }

    @Test
    void live_moreListenersThanAllowed_areRefused() throws IOException {
        try (ServedPage server = ServedPage.start(new PageSettings(Optional.empty(), 1));
                Socket first = connect(server);
                Socket second = connect(server)) {
            await(listen(server, "/api/home/live", first), "state");

            assertThat(await(listen(server, "/api/home/live", second), "full")).isEqualTo("{}");
        }
    }

    @Test
    void live_serverThatStops_endsTheStream() throws IOException {
        ServedPage server = ServedPage.start(PageSettings.DEFAULT);
        try (Socket socket = connect(server)) {
            BufferedReader events = listen(server, "/api/home/live", socket);
            await(events, "state");

            server.close();

            assertThat(events.lines().filter(line -> line.startsWith("event: state")))
                    .isEmpty();
        }
    }
}
