package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.analysis.Overlays;
import dev.tengen.arena.host.Arena;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.Encodings;
import dev.tengen.player.PlayerMaker;
import dev.tengen.player.Players;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.Version;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The page, as a part of a server. It answers at the root of the HTTP port, and with JSON below {@code /api}.
 *
 * <p>Everybody who reaches the port may look; {@link PageAuthorization} says who may change anything.
 */
public final class PageModule implements ServerModule {
    private static final int THREAD_COUNT = 8;
    private static final int MAX_WAITING = 128;
    private static final Duration LIST_PERIOD = Duration.ofSeconds(1);

    /** Nothing from elsewhere, nothing in line, in no frame. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final ServerContext context;
    private final PageAuthorization access;
    private final HumanSessions play;
    private final SessionApi sessions;
    private final EventStreams live;
    private final Optional<ArenaRoutes> arena;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREAD_COUNT, THREAD_COUNT, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), task -> {
                Thread thread = new Thread(task, "page");
                thread.setDaemon(true);
                return thread;
            });
    private final PageHandlers calls = new PageHandlers(threads);

    private ObjectNode home = JsonNodeFactory.instance.objectNode();
    private long homeNanos;

    private PageModule(PageSettings settings, ServerContext context, Optional<Arena> arena) {
        this.context = context;
        access = new PageAuthorization(settings.token());
        play = new HumanSessions(context.sessions());
        sessions = new SessionApi(context.sessions(), play);
        live = new EventStreams(settings.maxListenerCount());
        this.arena = arena.map(known -> new ArenaRoutes(known, calls, access, live));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns what makes the page of a server without an arena. */
    public static ServerModule.Factory maker(PageSettings settings) {
        return maker(settings, Optional::empty);
    }

    /** Returns what makes the page of a server whose arena, if it has one, is asked for when the page is made. */
    public static ServerModule.Factory maker(PageSettings settings, Supplier<Optional<Arena>> arena) {
        return context -> new PageModule(settings, context, arena.get());
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(PageModule::addHeaders);
        new StaticFiles().addRoutes(routes);
        routes.get("/api/info", calls.json(this::info));
        routes.get("/api/home", calls.json(call -> home()));
        routes.sse("/api/home/live", client -> live.open(client, LiveHome::new));
        addSessionRoutes(routes);
        arena.ifPresent(part -> part.addRoutes(routes));
    }

    private void addSessionRoutes(RoutesConfig routes) {
        String session = "/api/sessions/{id}";
        routes.get(session, calls.json(call -> GameJson.of(sessions.shown(id(call)))));
        routes.get(session + "/position", calls.json(call -> GameJson.position(sessions.shown(id(call)))));
        routes.get(session + "/look", calls.json(call -> OverlayJson.of(sessions.shown(id(call)), call)));
        routes.get(session + "/record", calls.record(call -> sessions.record(id(call)), PageModule::id));
        routes.sse(session + "/live", client -> live.open(client, () -> sessions.live(id(client))));
        routes.post("/api/sessions", calls.json(call -> {
            access.requireChange(call);
            return play.begin(NewGameRequest.of(call));
        }));
        routes.post(session + "/moves", calls.json(call -> {
            access.requireChange(call);
            return play.play(id(call), MoveRequest.of(call));
        }));
    }

    private static String id(Context call) {
        return call.pathParam("id");
    }

    private static String id(SseClient client) {
        return client.ctx().pathParam("id");
    }

    private static void addHeaders(Context call) {
        call.header("Content-Security-Policy", CONTENT_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    /** Returns the lists of the first page; they are made anew once in a while, however many look. */
    private synchronized ObjectNode home() {
        long now = System.nanoTime();
        if (home.isEmpty() || now - homeNanos >= LIST_PERIOD.toNanos() / 2) {
            home = newHome();
            homeNanos = now;
        }
        return home;
    }

    private ObjectNode newHome() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("sessions", sessions.list());
        arena.ifPresent(part -> part.addTo(json));
        return json;
    }

    private ObjectNode info(Context call) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("version", Version.current())
                .put("mayChange", access.mayChange(call))
                .put("isTokenNeeded", access.isTokenNeeded());
        ArrayNode players = json.putArray("players");
        Players.listed().forEach(player -> addPlayer(player, players));
        context.engines().makers().forEach(engine -> addPlayer(engine, players));
        ArrayNode presets = json.putArray("presets");
        for (RulesPreset preset : RulesPreset.values()) {
            presets.addObject().put("name", preset.presetName()).put("summary", preset.summary());
        }
        ArrayNode encodings = json.putArray("encodings");
        Encodings.specs().forEach(spec -> addEncoding(spec, encodings));
        ArrayNode analyses = json.putArray("analyses");
        Overlays.specs()
                .forEach(spec -> analyses.addObject().put("name", spec.name()).put("meaning", spec.meaning()));
        return json;
    }

    private static void addPlayer(PlayerMaker player, ArrayNode players) {
        players.addObject().put("name", player.playerName()).put("summary", player.summary());
    }

    private static void addEncoding(EncodingSpec spec, ArrayNode encodings) {
        ArrayNode planes = encodings.addObject().put("name", spec.name()).putArray("planes");
        spec.planes().forEach(plane -> planes.add(plane.name()));
    }

    @Override
    public void drain() {
        live.drain();
    }

    @Override
    public void close() {
        live.close();
        threads.shutdownNow();
    }

    /** The lists of the first page, which are looked at again and again: sessions come and go without a word. */
    private final class LiveHome implements StateSource {
        @Override
        public Optional<JsonNode> state() {
            return Optional.of(home());
        }

        @Override
        public Runnable watch(Runnable changed) {
            return live.repeat(changed, LIST_PERIOD);
        }
    }
}
