package dev.tengen.hostile;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that visits one door of the HTTP port again and again: the page, OpenEnv or MCP. Most requests are valid;
 * others have broken bodies, hostile texts, foreign hosts and origins, ids of others, or no end. Streams and sockets
 * are dropped.
 */
final class HostileHttp implements Runnable {
    private static final Pattern ID = Pattern.compile("\"(?:session|session_id|game_session)\":\"([^\"]{8,64})\"");
    private static final int MAX_REQUEST_COUNT = 40;
    private static final int MAX_PAUSE_MS = 20;
    private static final int MAX_LINGER_MS = 1_500;
    private static final int MCP_ERROR_AFTER = 3;

    private static final List<String> PAGE_READS = List.of(
            "/",
            "/api/login",
            "/api/info",
            "/api/choices?width=9&height=9&rules=chinese",
            "/api/home",
            "/api/ladder",
            "/api/tournaments?from=0&count=20",
            "/metrics",
            "/health",
            "/ready",
            "/api/sessions/ID",
            "/api/sessions/ID/position",
            "/api/sessions/ID/overlay?show=score&move=0",
            "/api/sessions/ID/overlay?show=legal&move=0",
            "/api/sessions/ID/overlay?show=races&move=0",
            "/api/sessions/ID/variation?variation=0-1.2",
            "/api/sessions/ID/record",
            "/api/sessions/ID/record?variations=0-1.2_0-3",
            "/api/ladder/players/TEXT",
            "/api/tournaments/TEXT",
            "/api/tournaments?from=0&count=20&name=TEXT",
            "/api/tournaments/TEXT/games?from=0&count=50",
            "/api/tournaments/TEXT/games/1/record",
            "/TEXT",
            "/api/../../etc/passwd");

    private static final List<String> STREAMS = List.of("/api/sessions/ID/live", "/api/home/live", "/api/ladder/live");

    private static final List<String> GAME_OPTIONS = List.of(
            "{}",
            "{\"size\":5,\"seed\":3}",
            "{\"size\":9,\"opponent\":\"random\",\"show_legal\":true,\"episode_id\":\"TEXT\"}",
            "{\"size\":3,\"color\":\"both\",\"max_moves\":6}",
            "{\"task\":\"race\",\"seed\":4}",
            "{\"size\":19,\"handicap\":5,\"rules\":\"japanese\"}");

    private static final List<String> TOOLS = List.of(
            "\"new_game\",\"arguments\":{\"size\":5}",
            "\"play_move\",\"arguments\":{\"move\":\"C3\"}",
            "\"play_move\",\"arguments\":{\"move\":\"TEXT\"}",
            "\"pass_turn\",\"arguments\":{}",
            "\"undo\",\"arguments\":{}",
            "\"show_board\",\"arguments\":{}",
            "\"legal_moves\",\"arguments\":{}",
            "\"game_record\",\"arguments\":{}",
            "\"score\",\"arguments\":{}");

    private final MixLoad load;
    private final String token;
    private final KnownValues known;
    private final MixDoor door;
    private final Random random;
    private final JsonMutator mutator;

    /**
     * Creates a client of {@code door}.
     *
     * @param token the token that it sends; empty for none
     */
    HostileHttp(MixLoad load, String token, MixDoor door, Random random) {
        this.load = load;
        this.token = token;
        known = load.known(token);
        this.door = door;
        this.random = random;
        mutator = new JsonMutator(random);
    }

    @Override
    public void run() {
        while (!load.isOver(token)) {
            try (RawHttp1 connection = new RawHttp1(load.server().httpPort())) {
                visit(connection);
                load.rest();
            } catch (IOException e) {
                load.tally().http(name("closed"), 0); // The server closes connections whose requests it refuses.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void visit(RawHttp1 connection) throws IOException, InterruptedException {
        Visit visit = new Visit(connection);
        switch (door) {
            case PAGE -> {
                if (happens(15)) {
                    visit.stream();
                } else {
                    repeat(visit::page);
                }
            }
            case OPENENV -> {
                if (happens(30)) {
                    visit.socket();
                } else {
                    repeat(visit::openEnv);
                }
            }
            case MCP -> visit.mcp();
            default -> throw new IllegalStateException(door + " is not on the HTTP port");
        }
    }

    /** A part of a visit. */
    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    private void repeat(Action action) throws IOException, InterruptedException {
        for (int count = 1 + random.nextInt(MAX_REQUEST_COUNT); count > 0 && !load.isOver(token); count--) {
            action.run();
            Thread.sleep(random.nextInt(MAX_PAUSE_MS));
            load.rest();
        }
    }

    private boolean happens(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private String name(String what) {
        return door.name().toLowerCase(java.util.Locale.ROOT) + " " + what;
    }

    private String sessionId() {
        return happens(5)
                ? "0123456789abcdef0123456789abcdef"
                : known.session(random).map(KnownValues.Session::id).orElse("unknown");
    }

    /**
     * Returns a JSON text that is broken now and then. "TEXT" and "ID" in it become a text of a client and a session.
     */
    private String body(String template) {
        String text = template.replace("ID", sessionId())
                .replace("TEXT", new String(JsonStringEncoder.getInstance().quoteAsString(text())));
        return happens(20) ? mutator.mutated(text) : text;
    }

    private String text() {
        return happens(40) ? HostileText.any(random) : "a name";
    }

    /** Requests on one connection, by one principal. */
    private final class Visit {
        private final RawHttp1 connection;
        private final List<String> headers = new ArrayList<>();

        Visit(RawHttp1 connection) {
            this.connection = connection;
            if (!token.isEmpty()) {
                headers.add("Authorization: Bearer " + token);
            }
            if (happens(10)) {
                headers.add("User-Agent: \u001b[31m\u202E" + HostileText.FORGED_LINE);
            }
            if (happens(4)) {
                headers.add("Origin: http://evil.example");
            }
            if (happens(2)) {
                headers.add("Host: evil.example");
            }
        }

        private RawHttp1.Answer request(String route, String method, String path, String body) throws IOException {
            return request(route, method, path, headers, body);
        }

        private RawHttp1.Answer request(String route, String method, String path, List<String> sent, String body)
                throws IOException {
            load.tally().sent();
            if (happens(1)) {
                connection.send(connection.head(method, path, sent, 1_000) + "{"); // The body never ends.
                throw new IOException("the client has left");
            }
            RawHttp1.Answer answer = connection.request(method, path, sent, happens(1) ? "x".repeat(1 << 20) : body);
            load.tally().http(name(route), answer.status(), path + " " + body);
            Matcher id = ID.matcher(answer.body());
            if (id.find()) {
                known.addSession(new KnownValues.Session(id.group(1), 9, 9), random);
            }
            if (answer.headers().getOrDefault("connection", "").equalsIgnoreCase("close")) {
                throw new IOException("the server closes the connection");
            }
            return answer;
        }

        private String path(String template) {
            return template.replace("ID", sessionId())
                    .replace("TEXT", URLEncoder.encode(text(), StandardCharsets.UTF_8));
        }

        void page() throws IOException {
            if (happens(60)) {
                String route = any(PAGE_READS);
                request("GET " + route, "GET", path(route), "");
                return;
            }
            switch (random.nextInt(6)) {
                case 0 ->
                    request(
                            "create",
                            "POST",
                            "/api/sessions",
                            body(
                                    "{\"width\":5,\"height\":5,\"color\":\"black\",\"rules\":\"chinese\",\"opponent\":\"random\"}"));
                case 1 ->
                    request(
                            "undo",
                            "POST",
                            path("/api/sessions/ID/undo"),
                            body("{\"move_count\":1,\"move_number\":1}"));
                case 2 ->
                    request(
                            "dead",
                            "POST",
                            path("/api/sessions/ID/dead"),
                            body("{\"points\":[1,2],\"move_number\":1}"));
                case 3 -> request("log in", "POST", "/api/login", body("{\"token\":\"TEXT\"}"));
                case 4 -> request("log out", "POST", "/api/logout", body("{}"));
                default ->
                    request("move", "POST", path("/api/sessions/ID/moves"), body("{\"action\":3,\"move_number\":0}"));
            }
        }

        /** Opens a stream of events and reads none of them. */
        void stream() throws IOException, InterruptedException {
            load.tally().sent();
            String route = any(STREAMS);
            RawHttp1.Answer answer = connection.request("GET", path(route), headers, "");
            load.tally().http(name("GET " + route), answer.status());
            Thread.sleep(random.nextInt(MAX_LINGER_MS));
        }

        void openEnv() throws IOException {
            String with = happens(60) ? ",\"session_id\":\"ID\"" : "";
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    String options = any(GAME_OPTIONS);
                    String separator = options.equals("{}") && !with.isEmpty() ? with.substring(1) : with;
                    request(
                            "POST /reset",
                            "POST",
                            "/reset",
                            body(options.substring(0, options.length() - 1) + separator + "}"));
                }
                case 2, 3 -> request("POST /step", "POST", "/step", body("{\"action\":{\"move\":\"C3\"}" + with + "}"));
                case 4 -> request("GET /state", "GET", path("/state?session_id=ID"), "");
                case 5 ->
                    request(
                            "POST /mcp",
                            "POST",
                            "/mcp",
                            body(
                                    "{\"jsonrpc\":\"2.0\",\"id\":\"TEXT\",\"method\":\"openenv/session/create\",\"params\":{}}"));
                case 6 ->
                    request(
                            "POST /mcp",
                            "POST",
                            "/mcp",
                            body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\""
                                    + any(List.of("tools/list", "openenv/session/close", "TEXT"))
                                    + "\",\"params\":{\"session_id\":\"ID\"}}"));
                default ->
                    request(
                            "GET",
                            "GET",
                            any(List.of("/metadata", "/schema", "/list_environments", "/tengen/splits")),
                            "");
            }
        }

        /** Plays on a WebSocket, and drops it now and then. */
        void socket() throws IOException, InterruptedException {
            boolean isEpisode = happens(70);
            String path = isEpisode ? happens(30) ? path("/ws?session_id=ID") : "/ws" : "/mcp";
            load.tally().sent();
            if (!connection.upgrade(path, headers)) {
                load.tally().http(name("upgrade"), 400);
                return;
            }
            load.tally().http(name("upgrade"), 200);
            for (int count = random.nextInt(MAX_REQUEST_COUNT); count > 0 && !load.isOver(token); count--) {
                load.tally().sent();
                connection.sendFrame(
                        happens(2) ? random.nextInt(16) : 1, message(isEpisode).getBytes(StandardCharsets.UTF_8));
                if (happens(80)) {
                    connection.readFrame();
                    load.tally().http(name("message"), 200);
                }
            }
            if (happens(30)) {
                Thread.sleep(random.nextInt(MAX_LINGER_MS));
            }
        }

        private String message(boolean isEpisode) {
            if (happens(2)) {
                return "x".repeat(random.nextInt(10_000));
            }
            if (!isEpisode) {
                return body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":" + any(TOOLS)
                        + "}}");
            }
            return body(
                    switch (random.nextInt(4)) {
                        case 0 -> "{\"type\":\"reset\",\"data\":" + any(GAME_OPTIONS) + "}";
                        case 1 -> "{\"type\":\"state\"}";
                        case 2 -> "{\"type\":\"TEXT\"}";
                        default ->
                            "{\"type\":\"step\",\"data\":{\"move\":\"C3\",\"metadata\":{\"request_id\":\"TEXT\"}}}";
                    });
        }

        /** Opens a session of MCP and plays in it. Half of the sessions are never closed. */
        void mcp() throws IOException, InterruptedException {
            RawHttp1.Answer opened = request(
                    "initialize",
                    "POST",
                    McpMessages.PATH,
                    body(
                            "{\"jsonrpc\":\"2.0\",\"id\":\"TEXT\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                                    + (happens(10) ? "\"TEXT\"" : "\"2025-06-18\"")
                                    + ",\"capabilities\":{\"experimental\":{\"a\":{},\"TEXT\":{}}},"
                                    + "\"clientInfo\":{\"name\":\"TEXT\",\"version\":\"TEXT\"}}}"));
            Optional<String> session = Optional.ofNullable(opened.headers().get("mcp-session-id"));
            session.ifPresent(id -> known.add(KnownValues.Kind.MCP_SESSION, id, random));
            List<String> sent = new ArrayList<>(headers);
            String id = session.filter(own -> happens(90))
                    .or(() -> known.any(KnownValues.Kind.MCP_SESSION, String.class, random))
                    .orElse("unknown");
            sent.add("Mcp-Session-Id: " + id);
            int refusals = 0;
            for (int count = random.nextInt(MAX_REQUEST_COUNT); count > 0 && !load.isOver(token); count--) {
                String method =
                        any(List.of("tools/list", "ping", "notifications/initialized", "tools/call", "tools/call"));
                String number = method.startsWith("notifications") ? "" : "\"id\":" + count + ",";
                String parameters = method.equals("tools/call") ? "{\"name\":" + any(TOOLS) + "}" : "{}";
                RawHttp1.Answer answer = request(
                        method,
                        "POST",
                        McpMessages.PATH,
                        sent,
                        body("{\"jsonrpc\":\"2.0\"," + number + "\"method\":\"" + method + "\",\"params\":" + parameters
                                + "}"));
                refusals += answer.status() >= 400 ? 1 : 0;
                if (refusals > MCP_ERROR_AFTER) {
                    return;
                }
                Thread.sleep(random.nextInt(MAX_PAUSE_MS));
            }
            if (happens(50)) {
                request("DELETE", "DELETE", McpMessages.PATH, sent, "");
            }
        }
    }
}
