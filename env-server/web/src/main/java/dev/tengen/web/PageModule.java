package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
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
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page as a module of a server. It serves the root of the HTTP port, and JSON below {@code /api}.
 *
 * <p>{@link PageAuthorization} decides who may read and change what.
 */
public final class PageModule implements ServerModule {
    private static final int MAX_HOMES = 100;
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
    private final LadderApi ladder;
    private final PageHandlers handlers;

    /** The lists of the home view, built once for all browsers of a principal that ask within half a period. */
    private final LoadingCache<Principal, Home> homes = Caffeine.newBuilder()
            .maximumSize(MAX_HOMES)
            .expireAfterWrite(LIST_PERIOD.dividedBy(2))
            .build(this::newHome);

    private PageModule(PageSettings settings, ServerContext context, Optional<Arena> arena) {
        this.context = context;
        HttpAudit audit = new HttpAudit(context.audit());
        authorization = PageAuthorization.of(browsers(context), settings.token(), Ticker.systemTicker(), audit);
        sessions = new SessionApi(context.sessions());
        streams = new EventStreams(
                context.timer(), settings.maxListenerCount(), context.calls(), context.quotas(), context::budget);
        handlers = new PageHandlers(context.calls(), new PageAnalyses(context), authorization, streams, audit);
        this.arena = arena.map(known -> new ArenaRoutes(known, handlers, streams, context.quotas()));
        ladder = new LadderApi(arena, streams, context.port());
    }

    /** Returns the lists of the home view, for which callers wait while another one reads them. */
    private Home home(Principal reader) {
        return FairExecutor.block(() -> homes.get(reader));
    }

    /** Returns what finds the principals of browsers: that of the server, and the tokens of spectators' seats. */
    private static Authenticator browsers(ServerContext context) {
        Authenticator server = context.authenticator();
        if (server.equals(Authenticator.NONE)) {
            return server;
        }
        Authenticator seats = context.sessions().seatAuthenticator();
        Authenticator spectators = credentials -> seats.authenticate(credentials)
                .filter(holder -> holder.seat()
                        .filter(seat -> seat.place() == Seat.Place.SPECTATOR)
                        .isPresent());
        return new AuthenticatorChain(List.of(spectators, server));
    }

    /** Returns a factory of the page for a server without an arena. */
    public static ServerModule.Factory factory(PageSettings settings) {
        return factory(settings, Optional::empty);
    }

    /**
     * Returns a factory of the page. It calls {@code arena} when it creates the page; empty for a server without an
     * arena.
     */
    public static ServerModule.Factory factory(PageSettings settings, Supplier<Optional<Arena>> arena) {
        return context -> new PageModule(settings, context, arena.get());
    }

    @Override
    public void register(FeatureRegistry registry) {
        if (context.hasHttp()) {
            registry.register(Feature.on(Feature.PAGE, authorization.kind()));
        }
    }

    @Override
    public void addRoutes(RoutesConfig routes) {
        routes.before(PageModule::addHeaders);
        StaticFiles.addRoutes(routes);
        routes.get("/api/login", handlers.json(authorization::state));
        routes.post(
                "/api/login",
                handlers.json(
                        call -> authorization.logIn(call, PageHandlers.text(PageHandlers.body(call), "token", ""))));
        routes.post("/api/logout", handlers.json(authorization::logOut));
        routes.get("/api/info", handlers.read(PagePermission.SEE_SERVER, (call, reader) -> info(reader)));
        routes.get(
                "/api/choices",
                handlers.read(PagePermission.SEE_SERVER, (call, reader) -> GameChoices.of(call, opponents())));
        routes.get("/api/home", handlers.read(PagePermission.SEE_SERVER, (call, reader) -> home(reader)));
        routes.get(
                "/api/home/live", handlers.stream(PagePermission.SEE_SERVER, (call, reader) -> new LiveHome(reader)));
        routes.post(
                "/api/sessions",
                handlers.create(
                        PagePermission.CREATE_SESSION,
                        (call, player) -> sessions.create(player, NewGameRequest.of(call)),
                        SessionApi.NewSession::session));
        routes.post("/api/sessions/{id}/undo", handlers.change(PagePermission.UNDO_SESSION, (call, player) -> {
            sessions.undo(player, call.pathParam("id"), UndoRequest.of(call));
            return Map.of();
        }));
        routes.post("/api/sessions/{id}/dead", handlers.change(PagePermission.PROPOSE_DEAD_STONES, (call, player) -> {
            sessions.proposeDead(player, call.pathParam("id"), DeadStonesRequest.of(call));
            return Map.of();
        }));
        handlers.addGameRoutes(routes, "/api/sessions/{id}", call -> call.pathParam("id"), sessions);
        arena.ifPresent(part -> part.addRoutes(routes));
        routes.get("/api/ladder", handlers.read(PagePermission.SEE_LADDER, (call, reader) -> ladder.state()));
        routes.get("/api/ladder/live", handlers.stream(PagePermission.SEE_LADDER, (call, reader) -> ladder.live()));
        routes.get(
                "/api/ladder/players/{player}",
                handlers.read(
                        PagePermission.SEE_LADDER,
                        (call, reader) -> ladder.player(PathKey.name("player", call.pathParam("player")))));
    }

    private static void addHeaders(Context call) {
        call.header("Content-Security-Policy", CONTENT_POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cache-Control", "no-store");
    }

    /** The lists of the home view; null for what the server does not have, or the reader may not see. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Home(
            SessionApi.@Nullable SessionList sessions,
            @Nullable List<TournamentApi.Summary> tournaments,
            @Nullable Integer tournamentCount,
            @Nullable List<TournamentApi.LiveGameJson> games,
            @Nullable List<ArenaGameApi.EndedGame> endedGames,
            @Nullable List<TournamentApi.AgentJson> agents) {}

    private Home newHome(Principal reader) {
        Optional<TournamentApi> tournaments = arena.map(ArenaRoutes::tournaments);
        Optional<TournamentApi> listed =
                tournaments.filter(part -> PagePermission.LIST_TOURNAMENTS.isGrantedTo(reader));
        return new Home(
                PagePermission.LIST_SESSIONS.isGrantedTo(reader) ? sessions.list(reader) : null,
                listed.map(TournamentApi::newest).orElse(null),
                listed.map(TournamentApi::count).orElse(null),
                tournaments
                        .filter(part -> PagePermission.SEE_GAME.isGrantedTo(reader))
                        .map(TournamentApi::liveGames)
                        .orElse(null),
                arena.filter(part -> PagePermission.SEE_GAME.isGrantedTo(reader))
                        .map(part -> part.games().ended())
                        .orElse(null),
                tournaments
                        .filter(part -> PagePermission.LIST_AGENTS.isGrantedTo(reader))
                        .map(TournamentApi::agents)
                        .orElse(null));
    }

    /** What the server offers. */
    private record Info(
            String version,
            List<Choice> players,
            List<StrengthJson> strengths,
            List<Choice> presets,
            List<EncodingJson> encodings,
            List<AnalysisJson> analyses,
            boolean hasLadder) {}

    private record Choice(String name, String summary) {}

    private record StrengthJson(String name, String opponent, String summary) {}

    private record EncodingJson(String name, List<String> planes) {}

    private record AnalysisJson(String name, String meaning) {}

    private Info info(Principal reader) {
        return new Info(
                Version.current(),
                players()
                        .map(player -> new Choice(player.playerName(), player.summary()))
                        .toList(),
                Arrays.stream(Strength.values())
                        .map(strength -> new StrengthJson(
                                strength.displayName(), strength.player().playerName(), strength.summary()))
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
                        .toList(),
                ladder.isPresent() && PagePermission.SEE_LADDER.isGrantedTo(reader));
    }

    /** Returns the players, and those of the strengths that are not among them. */
    private Stream<PlayerFactory> opponents() {
        return Stream.concat(players(), Arrays.stream(Strength.values()).map(Strength::player))
                .distinct();
    }

    private Stream<PlayerFactory> players() {
        return Stream.concat(Players.listed().stream(), context.engines().factories().stream());
    }

    @Override
    public void drain() {
        streams.drain();
    }

    @Override
    public void close() {
        streams.close();
    }

    /** The lists of the home view, which are polled: sessions open and close without an event. */
    private final class LiveHome implements StateSource {
        private final Principal reader;

        LiveHome(Principal reader) {
            this.reader = reader;
        }

        @Override
        public Object key() {
            return List.of("home", reader);
        }

        @Override
        public Optional<Object> state() {
            return Optional.of(home(reader));
        }

        @Override
        public Runnable watch(Runnable changed) {
            return streams.repeat(changed, LIST_PERIOD);
        }
    }
}
