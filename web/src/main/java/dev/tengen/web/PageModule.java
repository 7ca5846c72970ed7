package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.google.common.base.Suppliers;
import dev.tengen.analysis.Overlays;
import dev.tengen.arena.host.Arena;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.Version;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page as a module of a server. It serves the root of the HTTP port, and JSON below {@code /api}.
 *
 * <p>Everyone who reaches the port may read; {@link PageAuthorization} decides who may change anything.
 */
public final class PageModule implements ServerModule {
    private static final int THREAD_COUNT = 8;
    private static final int MAX_WAITING = 128;
    private static final Duration LIST_PERIOD = Duration.ofSeconds(1);

    /** No content from elsewhere, nothing inline, no frames. */
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final ServerContext context;
    private final PageAuthorization authorization;
    private final SessionApi sessions;
    private final EventStreams streams;
    private final Optional<ArenaRoutes> arena;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREAD_COUNT,
            THREAD_COUNT,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            EventStreams.threads("page"));
    private final PageHandlers handlers;

    /** The lists of the home view, built once for all browsers that ask within half a period. */
    private final Supplier<Home> home =
            Suppliers.memoizeWithExpiration(this::newHome, LIST_PERIOD.toMillis() / 2, TimeUnit.MILLISECONDS);

    private PageModule(PageSettings settings, ServerContext context, Optional<Arena> arena) {
        this.context = context;
        authorization = new PageAuthorization(settings.token());
        sessions = new SessionApi(context.sessions(), principal(context));
        streams = new EventStreams(settings.maxListenerCount());
        handlers = new PageHandlers(threads, authorization, streams);
        this.arena = arena.map(known -> new ArenaRoutes(known, handlers, streams));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns the principal of all browsers. Without authentication it sees every session. With authentication, browsers prove no
     * principal, so it sees only the sessions that were created at the page.
     */
    private static Principal principal(ServerContext context) {
        return context.authenticator() == Authenticator.NONE
                ? Principal.LOCAL
                : new Principal(Principal.LOCAL.name(), Role.AGENT);
    }

    /** Returns a factory of the page for a server without an arena. */
    public static ServerModule.Factory factory(PageSettings settings) {
        return factory(settings, Optional::empty);
    }

    /** Returns a factory of the page. It calls {@code arena} when it creates the page; empty for a server without an arena. */
    public static ServerModule.Factory factory(PageSettings settings, Supplier<Optional<Arena>> arena) {
        return context -> new PageModule(settings, context, arena.get());
    }

    @Override
    public void register(FeatureRegistry registry) {
        if (context.hasHttp()) {
            registry.register(Feature.on(Feature.PAGE, authorization.isTokenNeeded() ? "token" : "local"));
        }
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(PageModule::addHeaders);
        StaticFiles.addRoutes(routes);
        routes.get("/api/info", handlers.json(this::info));
        routes.get("/api/home", handlers.json(call -> home.get()));
        routes.sse("/api/home/live", client -> streams.open(client, LiveHome::new));
        routes.post("/api/sessions", handlers.change(call -> sessions.create(NewGameRequest.of(call))));
        routes.post("/api/sessions/{id}/undo", handlers.change(call -> {
            sessions.undo(call.pathParam("id"), UndoRequest.of(call));
            return Map.of();
        }));
        handlers.addGameRoutes(routes, "/api/sessions/{id}", call -> call.pathParam("id"), sessions);
        arena.ifPresent(part -> part.addRoutes(routes));
    }

    private static void addHeaders(Context call) {
        call.header("Content-Security-Policy", CONTENT_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    /** The lists of the home view; those of the arena are null without an arena. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Home(
            SessionApi.SessionList sessions,
            @Nullable List<TournamentApi.Summary> tournaments,
            @Nullable List<TournamentApi.LiveGameJson> games,
            @Nullable List<TournamentApi.AgentJson> agents) {}

    private Home newHome() {
        Optional<TournamentApi> tournaments = arena.map(ArenaRoutes::tournaments);
        return new Home(
                sessions.list(),
                tournaments.map(TournamentApi::list).orElse(null),
                tournaments.map(TournamentApi::liveGames).orElse(null),
                tournaments.map(TournamentApi::agents).orElse(null));
    }

    /** What the server offers, and what this browser may do. */
    private record Info(
            String version,
            boolean mayChange,
            boolean isTokenNeeded,
            List<Choice> players,
            List<Choice> presets,
            List<EncodingJson> encodings,
            List<AnalysisJson> analyses) {}

    private record Choice(String name, String summary) {}

    private record EncodingJson(String name, List<String> planes) {}

    private record AnalysisJson(String name, String meaning) {}

    private Info info(Context call) {
        Stream<PlayerFactory> players =
                Stream.concat(Players.listed().stream(), context.engines().factories().stream());
        return new Info(
                Version.current(),
                authorization.mayChange(call),
                authorization.isTokenNeeded(),
                players.map(player -> new Choice(player.playerName(), player.summary()))
                        .toList(),
                Arrays.stream(RulesPreset.values())
                        .map(preset -> new Choice(preset.presetName(), preset.summary()))
                        .toList(),
                Encodings.specs().stream()
                        .map(spec -> new EncodingJson(
                                spec.name(),
                                spec.planes().stream()
                                        .map(EncodingSpec.Feature::name)
                                        .toList()))
                        .toList(),
                Overlays.specs().stream()
                        .map(spec -> new AnalysisJson(spec.name(), spec.meaning()))
                        .toList());
    }

    @Override
    public void drain() {
        streams.drain();
    }

    @Override
    public void close() {
        streams.close();
        threads.shutdownNow();
    }

    /** The lists of the home view, which are polled: sessions open and close without an event. */
    private final class LiveHome implements StateSource {
        @Override
        public Optional<Object> state() {
            return Optional.of(home.get());
        }

        @Override
        public Runnable watch(Runnable changed) {
            return streams.repeat(changed, LIST_PERIOD);
        }
    }
}
