package dev.tengen.arena.service;

import dev.tengen.arena.host.AgentNames;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.ArenaListener;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.server.ServerContext;
import dev.tengen.server.ServerModule;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.info.ArenaLimits;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import dev.tengen.server.quota.Quotas;
import io.grpc.ServerServiceDefinition;
import java.util.List;
import java.util.Optional;

/**
 * The arena of a server: {@code tengen.v1.ArenaService}. It resumes the tournaments of the previous server process, and
 * stops them so that the next one can resume them.
 */
public final class ArenaModule implements ServerModule {
    private final Arena arena;
    private final AgentAdmission admission;
    private final StoreCallExecutor executor = new StoreCallExecutor();
    private final DrainHooks drainHooks = new DrainHooks();
    private final Quotas quotas;

    private ArenaModule(Arena arena, Quotas quotas, boolean hasAuthentication) {
        this.arena = arena;
        this.quotas = quotas;
        AgentNames names = hasAuthentication ? arena.storedAgentNames() : AgentNames.ANY;
        admission = arena.ladder()
                .map(ladder -> new AgentAdmission(
                        names,
                        executor,
                        (profile, principal) -> ladder.admit(profile, hasAuthentication ? principal.name() : "")))
                .orElse(hasAuthentication ? new AgentAdmission(names, executor) : AgentAdmission.ANY);
    }

    /**
     * Opens the arena of a server and resumes its tournaments.
     *
     * @throws dev.tengen.base.InvalidValueException if the URL of {@code settings} is not valid
     * @throws dev.tengen.store.StoreException if the store cannot be read and written
     */
    public static ArenaModule open(ArenaSettings settings, ServerContext context) {
        Optional<ArenaMetrics> metrics = context.meters().map(ArenaMetrics::new);
        ArenaListener listener = metrics.isPresent() ? metrics.get() : ArenaListener.NONE;
        Arena arena = Arena.open(settings, context.engines(), listener);
        metrics.ifPresent(gauges -> gauges.watch(arena));
        arena.resumeAll();
        return new ArenaModule(arena, context.quotas(), !context.authenticator().equals(Authenticator.NONE));
    }

    public Arena arena() {
        return arena;
    }

    @Override
    public List<ServerServiceDefinition> services() {
        return List.of(new ArenaService(arena, admission, executor, drainHooks, quotas).bindService());
    }

    @Override
    public void register(FeatureRegistry registry) {
        ArenaSettings settings = arena.settings();
        registry.register(Feature.on(Feature.ARENA));
        registry.register(Feature.on(Feature.STORAGE, arena.storageKind()));
        registry.setArenaLimits(new ArenaLimits(
                settings.agents().maxCount(),
                settings.agents().reconnect(),
                settings.maxTournamentCount(),
                settings.maxGameCount(),
                StoreCallExecutor.MAX_QUEUED_COUNT));
    }

    /** Stops the tournaments first: games that agents lose when their streams end must not count. */
    @Override
    public void drain() {
        arena.tournaments().stop();
        drainHooks.runAll();
    }

    @Override
    public void close() {
        executor.close();
        arena.close();
    }
}
