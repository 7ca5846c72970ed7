package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.log.AuditLog;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The page of a server with TLS and tokens: who logs in, who may do what, and what hostile requests get. */
class PageLoginTest {
    private static final String GAME = "{\"width\":5,\"height\":5,\"color\":\"black\",\"opponent\":\"greedy\"}";

    @TempDir
    private static Path folder;

    private static GuardedPage guarded;
    private static ServedPage server;

    @BeforeAll
    static void start() throws IOException, GeneralSecurityException {
        guarded = GuardedPage.start(folder);
        server = guarded.page();
    }

    @AfterAll
    static void stop() {
        if (guarded != null) {
            guarded.close();
        }
    }

    /** A browser: the cookie and the CSRF token of a login. */
    private record Browser(String cookie, String csrf) {
        static Browser loggedIn(String name) {
            return of(logIn(guarded.token(name)));
        }

        static Browser of(HttpResponse<String> login) {
            assertThat(login.statusCode()).as(login.body()).isEqualTo(200);
            String cookie = login.headers().firstValue("Set-Cookie").orElseThrow();
            return new Browser(
                    cookie.substring(0, cookie.indexOf(';')),
                    ServedPage.json(login).path("csrf_token").asText());
        }

        HttpResponse<String> get(String path) {
            return server.send(server.request(path).header("Cookie", cookie).GET());
        }

        HttpResponse<String> post(String path, String body, String... more) {
            List<String> headers = new ArrayList<>(
                    List.of("Cookie", cookie, PageAuthorization.CSRF_HEADER, csrf, "Origin", server.address("")));
            headers.addAll(List.of(more));
            return server.post(path, body, headers.toArray(String[]::new));
        }

        CompletableFuture<Stream<String>> stream(String path) {
            return server.stream(server.request(path).header("Cookie", cookie));
        }

        String newSession() {
            HttpResponse<String> made = post("/api/sessions", GAME);
            assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
            return ServedPage.json(made).path("session").asText();
        }
    }

    private static HttpResponse<String> logIn(String token, String... headers) {
        return server.post("/api/login", "{\"token\":\"" + token + "\"}", headers);
    }

    private static String reason(HttpResponse<String> response) {
        return ServedPage.json(response).path("reason").asText();
    }

    @Test
    void audit_whatHappensAtThePage_isWritten() {
        ListAppender<ILoggingEvent> audit = new ListAppender<>();
        audit.list = new CopyOnWriteArrayList<>();
        Logger logger = (Logger) LoggerFactory.getLogger(AuditLog.LOGGER);
        audit.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(audit);
        Browser ann = Browser.loggedIn("ann");
        String id = ann.newSession();
        Browser bob = Browser.loggedIn("bob");
        bob.get("/api/sessions/" + id);
        Browser sam = Browser.loggedIn("sam");
        sam.post("/api/sessions", GAME);
        new Browser(ann.cookie(), "wrong").post("/api/sessions", GAME);
        logIn("wrong");
        ann.post("/api/logout", "{}");
        logger.detachAppender(audit);

        assertThat(audit.list.stream().map(PageLoginTest::line).toList())
                .contains(
                        "created page/login ann agent  ",
                        "created tengen.v1.EnvironmentService/CreateSession ann agent " + id.substring(0, 8) + " ",
                        "refused tengen.v1.EnvironmentService/GetSession bob agent  SESSION_NOT_FOUND",
                        "refused tengen.v1.EnvironmentService/CreateSession sam spectator  PERMISSION_DENIED",
                        "refused tengen.v1.EnvironmentService/CreateSession ann agent  CSRF_TOKEN_NEEDED",
                        "refused page/login    UNAUTHENTICATED",
                        "ended page/login ann agent  ");
    }

    /** Returns the event of an audit line, its call, principal, role, session and reason. */
    private static String line(ILoggingEvent event) {
        return event.getMessage() + " "
                + Stream.of("rpc", "principal", "role", "session", "reason")
                        .map(key -> event.getKeyValuePairs().stream()
                                .filter(pair -> pair.key.equals(key))
                                .map(pair -> String.valueOf(pair.value))
                                .findFirst()
                                .orElse(""))
                        .collect(Collectors.joining(" "));
    }

    @Test
    void login_cookie_isOutOfReachOfScriptsOtherSitesAndPlainHttp() {
        String cookie =
                logIn(guarded.token("ann")).headers().firstValue("Set-Cookie").orElseThrow();

        assertThat(cookie)
                .startsWith("__Host-tengen-login-")
                .contains("; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure")
                .doesNotContain("Domain", guarded.token("ann"));
    }

    @Test
    void login_state_saysWhoAndWhatIsAllowed() {
        JsonNode ann = ServedPage.json(Browser.loggedIn("ann").get("/api/login"));
        JsonNode sam = ServedPage.json(Browser.loggedIn("sam").get("/api/login"));
        JsonNode stranger = server.json("/api/login");

        assertThat(ann.path("principal").asText()).isEqualTo("ann");
        assertThat(ann.path("role").asText()).isEqualTo("agent");
        assertThat(ann.path("may").toString())
                .isEqualTo("{\"play\":true,\"challenge\":true,\"create_tournament\":false,\"cancel\":false}");
        assertThat(sam.path("may").toString())
                .isEqualTo("{\"play\":false,\"challenge\":false,\"create_tournament\":false,\"cancel\":false}");
        assertThat(stranger.has("csrf_token")).isFalse();
        assertThat(stranger.path("is_login_needed").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/info",
                "/api/home",
                "/api/sessions/none",
                "/api/tournaments/abc",
                "/api/tournaments/abc/games?from=0&count=1",
                "/api/ladder",
                "/api/ladder/players/YWRh",
                "/metrics"
            })
    void read_withoutLogin_isRefused(String path) {
        HttpResponse<String> refused = server.get(path);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(reason(refused)).isEqualTo("UNAUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/page/app.js", "/health", "/ready", "/alive", "/api/login"})
    void read_ofWhatStrangersNeed_isAnswered(String path) {
        assertThat(server.get(path).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "orla", "olga", "sam"})
    void ladder_afterLogin_isForEveryRole(String name) {
        Browser reader = Browser.loggedIn(name);

        assertThat(ServedPage.json(reader.get("/api/ladder")).path("name").asText())
                .isEqualTo("open ladder");
        assertThat(ServedPage.json(reader.get("/api/info")).path("has_ladder").asBoolean())
                .isTrue();
        assertThat(reason(reader.get("/api/ladder/players/YWRh"))).isEqualTo("NO_SUCH_PLAYER");
    }

    @ParameterizedTest
    @CsvSource({"/api/home/live, sessions", "/api/ladder/live, open ladder"})
    void stream_withoutLogin_endsAtOnce(String path, String secret) {
        HttpRequest.Builder stream = server.request(path).header("Accept", "text/event-stream");

        assertThat(server.send(stream).body()).contains("event: gone").doesNotContain(secret);
    }

    @ParameterizedTest
    @CsvSource({"ann, 403", "sam, 403", "orla, 403", "olga, 200"})
    void metrics_byToken_areForOperators(String name, int status) {
        HttpResponse<String> answer =
                server.send(server.request("/metrics").header("Authorization", "Bearer " + guarded.token(name)));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body().contains("jvm_")).isEqualTo(status == 200);
    }

    /** Prometheus sends the header; a browser would send the cookie, which proves nothing to a request for metrics. */
    @Test
    void metrics_byCookieOrTwoTokens_areRefused() {
        assertThat(Browser.loggedIn("olga").get("/metrics").statusCode()).isEqualTo(401);
        HttpRequest.Builder twice = server.request("/metrics")
                .header("Authorization", "Bearer " + guarded.token("olga"))
                .header("Authorization", "Bearer " + guarded.token("ann"));
        assertThat(server.send(twice).statusCode()).isEqualTo(401);
    }

    @Test
    void home_sessions_areThoseOfThePrincipal() {
        Browser ann = Browser.loggedIn("ann");
        Browser bob = Browser.loggedIn("bob");
        String id = ann.newSession();

        // The list may be as old as half its period.
        await().forever().until(() -> ann.get("/api/home").body().contains(id));
        await().forever()
                .until(() -> Browser.loggedIn("olga").get("/api/home").body().contains(id));
        assertThat(bob.get("/api/home").body()).doesNotContain(id);
        JsonNode home = ServedPage.json(Browser.loggedIn("sam").get("/api/home"));
        assertThat(home.has("sessions")).isFalse();
        assertThat(home.has("tournaments")).isTrue();
    }

    @Test
    void session_ofAnother_doesNotExist() {
        Browser bob = Browser.loggedIn("bob");
        String path = "/api/sessions/" + Browser.loggedIn("ann").newSession();
        String none = "/api/sessions/" + "0".repeat(32);

        for (String rest : List.of("", "/position", "/overlay?show=score&move=0", "/record")) {
            HttpResponse<String> refused = bob.get(path + rest);
            assertThat(refused.statusCode()).as(rest).isEqualTo(404);
            assertThat(reason(refused)).isEqualTo(reason(bob.get(none + rest)));
        }
        HttpResponse<String> move = bob.post(path + "/moves", "{\"action\":12,\"move_number\":0}");
        assertThat(move.statusCode()).isEqualTo(404);
        HttpRequest.Builder stream =
                server.request(path + "/live").header("Cookie", bob.cookie()).header("Accept", "text/event-stream");
        assertThat(server.send(stream).body()).contains("event: gone").doesNotContain("stones");
        assertThat(Browser.loggedIn("sam").get(path).statusCode()).isEqualTo(403);
    }

    /** The owner and an operator have streams of their own, which are counted together. */
    @Test
    void watching_principalsOfAGame_areCountedTogether() {
        String path = "/api/sessions/" + Browser.loggedIn("ann").newSession() + "/live";
        CompletableFuture<Stream<String>> first = Browser.loggedIn("ann").stream(path);
        CompletableFuture<Stream<String>> second = Browser.loggedIn("olga").stream(path);

        try (Stream<String> lines = first.join();
                Stream<String> others = second.join()) {
            assertThat(lines.anyMatch(line -> line.contains("{\"count\":2}"))).isTrue();
            assertThat(others.anyMatch(line -> line.contains("{\"count\":2}"))).isTrue();
        }
    }

    /** One principal once could have all streams. A spectator has 16 by default. */
    @Test
    void live_ofOnePrincipal_areWithinItsQuota() {
        Browser sam = Browser.loggedIn("sam");
        List<Stream<String>> open = new ArrayList<>();
        try {
            for (int count = 0; count < 16; count++) {
                Stream<String> lines = sam.stream("/api/ladder/live").join();
                open.add(lines);
                assertThat(lines.anyMatch(line -> line.equals("event: state"))).isTrue();
            }
            try (Stream<String> refused = sam.stream("/api/ladder/live").join()) {
                assertThat(refused.anyMatch(line -> line.equals("event: full"))).isTrue();
            }
            try (Stream<String> other =
                    Browser.loggedIn("ann").stream("/api/ladder/live").join()) {
                assertThat(other.anyMatch(line -> line.equals("event: state"))).isTrue();
            }
        } finally {
            open.forEach(Stream::close);
        }
    }

    @Test
    void session_ofTheSamePrincipal_isPlayedFromAnotherBrowser() {
        String path = "/api/sessions/" + Browser.loggedIn("ann").newSession();

        HttpResponse<String> move = Browser.loggedIn("ann").post(path + "/moves", "{\"action\":12,\"move_number\":0}");

        assertThat(move.statusCode()).isEqualTo(200);
    }

    @Test
    void record_ofASession_namesThePersonByItsLogin() {
        Browser ann = Browser.loggedIn("ann");

        HttpResponse<String> record = ann.get("/api/sessions/" + ann.newSession() + "/record");

        assertThat(record.body()).contains("PB[ann]", "PW[greedy]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sam"})
    void change_byASpectator_isRefused(String name) {
        HttpResponse<String> refused = Browser.loggedIn(name).post("/api/sessions", GAME);

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(reason(refused)).isEqualTo("PERMISSION_DENIED");
    }

    @Test
    void cancel_byWhoeverIsNoOperator_isRefused() {
        for (String name : List.of("ann", "orla", "sam")) {
            assertThat(reason(Browser.loggedIn(name).post("/api/tournaments/abc/cancel", "{}")))
                    .isEqualTo("PERMISSION_DENIED");
        }
        assertThat(Browser.loggedIn("olga")
                        .post("/api/tournaments/abc/cancel", "{}")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void change_withoutCsrfToken_isRefused() {
        Browser ann = Browser.loggedIn("ann");

        HttpResponse<String> refused = server.post("/api/sessions", GAME, "Cookie", ann.cookie());

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(reason(refused)).isEqualTo("CSRF_TOKEN_NEEDED");
    }

    @Test
    void change_withTheCsrfTokenOfAnotherLogin_isRefused() {
        Browser ann = Browser.loggedIn("ann");
        Browser otherTab = Browser.loggedIn("ann");

        Browser mixed = new Browser(ann.cookie(), otherTab.csrf());

        assertThat(reason(mixed.post("/api/sessions", GAME))).isEqualTo("CSRF_TOKEN_NEEDED");
        assertThat(reason(mixed.post("/api/logout", "{}"))).isEqualTo("CSRF_TOKEN_NEEDED");
        assertThat(ann.get("/api/home").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "https://127.0.0.1:1", "http://{host}", "https://{host}.evil"})
    void change_fromAForeignOrigin_isRefused(String origin) {
        Browser ann = Browser.loggedIn("ann");
        String sent = origin.replace("{host}", server.address("").substring("https://".length()));

        HttpResponse<String> refused = server.post(
                "/api/sessions",
                GAME,
                "Cookie",
                ann.cookie(),
                PageAuthorization.CSRF_HEADER,
                ann.csrf(),
                "Origin",
                sent);

        assertThat(reason(refused)).isEqualTo("FOREIGN_ORIGIN");
        assertThat(reason(logIn(guarded.token("bob"), "Origin", sent))).isEqualTo("FOREIGN_ORIGIN");
    }

    /** A form of another site can send only these types without asking the server first. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void login_asAFormSendsIt_isRefused(String type) {
        HttpRequest.Builder request = server.request("/api/login")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"" + guarded.token("bob") + "\"}"));

        assertThat(server.send(request).statusCode()).isEqualTo(415);
    }

    @Test
    void cookie_afterLogOut_countsForNothing() {
        Browser ann = Browser.loggedIn("ann");

        HttpResponse<String> left = ann.post("/api/logout", "{}");

        assertThat(left.headers().firstValue("Set-Cookie").orElseThrow()).contains("=;", "Max-Age=0");
        assertThat(ann.get("/api/home").statusCode()).isEqualTo(401);
        assertThat(ann.post("/api/sessions", GAME).statusCode()).isEqualTo(401);
        assertThat(ServedPage.json(ann.get("/api/login")).has("principal")).isFalse();
    }

    /** Somebody sets a cookie in the browser before the victim logs in, and knows it afterwards. */
    @Test
    void login_withACookieOfSomebodyElse_getsANewOneAndEndsTheOld() {
        Browser attacker = Browser.loggedIn("bob");
        String invented = attacker.cookie().substring(0, attacker.cookie().indexOf('=')) + "=" + "A".repeat(43);

        Browser onOld = Browser.of(logIn(guarded.token("ann"), "Cookie", attacker.cookie()));
        Browser onInvented = Browser.of(logIn(guarded.token("ann"), "Cookie", invented));

        assertThat(onOld.cookie()).isNotEqualTo(attacker.cookie());
        assertThat(onInvented.cookie()).isNotEqualTo(invented);
        assertThat(attacker.get("/api/home").statusCode()).isEqualTo(401);
        assertThat(new Browser(invented, "").get("/api/home").statusCode()).isEqualTo(401);
        assertThat(onOld.get("/api/home").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tengen_wrong", "nothing", "a.b.c"})
    void login_wrongToken_isRefusedAndNotRepeated(String token) {
        HttpResponse<String> refused = logIn(token);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(refused.body()).isEqualTo(logIn("tengen_other").body());
    }

    @Test
    void login_ofARevokedToken_endsWithIt() throws IOException {
        Browser bob = Browser.loggedIn("bob");
        assertThat(bob.get("/api/home").statusCode()).isEqualTo(200);
        try {
            guarded.allowAllBut("bob");

            await().forever().until(() -> bob.get("/api/home").statusCode() == 401);
        } finally {
            guarded.allowAllBut("nobody");
            await().forever().until(() -> logIn(guarded.token("bob")).statusCode() == 200);
        }
    }

    /** A program sends its token with each request, so it needs neither a cookie nor a CSRF token. */
    @Test
    void change_withABearerToken_isMade() {
        HttpResponse<String> made =
                server.post("/api/sessions", GAME, "Authorization", "Bearer " + guarded.token("ann"));

        assertThat(made.statusCode()).isEqualTo(200);
    }

    @Test
    void cookie_besideAWrongBearerToken_doesNotHelp() {
        Browser ann = Browser.loggedIn("ann");

        HttpResponse<String> refused = server.send(
                server.request("/api/home").header("Cookie", ann.cookie()).header("Authorization", "Bearer tengen_x"));

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    @Test
    void pageToken_withAuthentication_isRefused() {
        PageSettings settings = new PageSettings(Optional.of("a-token-of-the-tests"), 4);

        assertThatThrownBy(() -> PageAuthorization.of(
                        guarded.authenticator(), settings.token(), System::nanoTime, new HttpAudit(Optional.empty())))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("log in with the token of a principal")
                .hasMessageNotContaining("a-token-of-the-tests");
    }
}
