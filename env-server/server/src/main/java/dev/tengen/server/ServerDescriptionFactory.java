package dev.tengen.server;

import dev.tengen.player.MonteCarlo;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.FeatureRegistry;
import dev.tengen.server.info.ServerDescription;
import dev.tengen.server.info.ServiceStatus;
import dev.tengen.server.info.StreamLimits;
import dev.tengen.server.info.ThinkingLimits;
import dev.tengen.server.service.BatchService;
import dev.tengen.server.service.ContractService;
import java.util.List;
import java.util.Optional;

/** Creates the description of a server from its configuration and its modules. */
final class ServerDescriptionFactory {
    private ServerDescriptionFactory() {}

    /**
     * Returns the description.
     *
     * @param sessionStoreKind the kind of the store of sessions, if there is one
     * @param batchJournalKind the kind of the store of journals, if there is one
     * @param services the status of every service of the contract
     * @param modules the modules, which register their own features
     * @param streamLimits the limits of streams
     */
    static ServerDescription create(
            ServerConfig config,
            Optional<String> sessionStoreKind,
            boolean isSessionStoreShared,
            Optional<String> batchJournalKind,
            CallPools pools,
            List<ServiceStatus> services,
            List<ServerModule> modules,
            StreamLimits streamLimits) {
        FeatureRegistry registry = new FeatureRegistry();
        registerOwn(registry, config);
        registry.register(sessionStoreKind
                .map(kind -> Feature.on(Feature.DURABLE_SESSIONS, kind))
                .orElseGet(() -> Feature.off(
                        Feature.DURABLE_SESSIONS, "Start the server with --store URL (TENGEN_SERVE_STORE).")));
        registry.register(Feature.of(
                Feature.SESSION_TAKEOVER,
                isSessionStoreShared,
                "Start the server with --store URL of a PostgreSQL database, and --advertise HOST:PORT"
                        + " (TENGEN_SERVE_STORE, TENGEN_SERVE_ADVERTISE)."));
        registry.register(batchJournalKind
                .filter(kind -> config.enabledServices().batches())
                .map(kind -> Feature.on(Feature.DURABLE_BATCHES, kind))
                .orElseGet(() -> Feature.off(Feature.DURABLE_BATCHES, BatchService.HOW_TO_ENABLE_JOURNALS)));
        modules.forEach(module -> module.register(registry));
        return new ServerDescription(
                services,
                registry.features(),
                streamLimits,
                thinkingLimits(config, pools),
                config.engineLimits().engines(),
                registry.arenaLimits());
    }

    private static void registerOwn(FeatureRegistry registry, ServerConfig config) {
        EnabledServices enabled = config.enabledServices();
        registry.register(Feature.of(Feature.BATCHES, enabled.batches(), ContractService.BATCH.howToEnable()));
        registry.register(Feature.of(Feature.TREES, enabled.trees(), ContractService.TREE.howToEnable()));
        registry.register(Feature.of(Feature.SEARCHES, enabled.searches(), ContractService.SEARCH.howToEnable()));
        registry.register(Feature.of(Feature.ANALYSES, enabled.analyses(), ContractService.ANALYSIS.howToEnable()));
        registry.register(Feature.off(Feature.ARENA, ContractService.ARENA.howToEnable()));
        registry.register(new Feature(Feature.STORAGE, false, "memory", ContractService.ARENA.howToEnable()));
        registry.register(Feature.of(
                Feature.AUTHENTICATION,
                config.isAuthenticated(),
                "Start the server with --tokens FILE, and --tls-certificate FILE and --tls-key FILE (TENGEN_SERVE_TOKENS,"
                        + " TENGEN_SERVE_TLS_CERTIFICATE, TENGEN_SERVE_TLS_KEY)."));
        registry.register(Feature.of(
                Feature.ENGINES,
                !config.engineLimits().engines().isEmpty(),
                "Start the server with --engine NAME=COMMAND, once for each engine."));
        registry.register(Feature.of(
                Feature.HTTP,
                config.http().isPresent(),
                "Start the server with --http-port PORT (TENGEN_SERVE_HTTP_PORT)."));
        registry.register(
                Feature.off(
                        Feature.OPENENV,
                        "Start the server with --openenv and --http-port PORT (TENGEN_SERVE_OPENENV, TENGEN_SERVE_HTTP_PORT)."));
        registry.register(Feature.off(
                Feature.PAGE, "Start the server with `tengen serve` and --http-port PORT (TENGEN_SERVE_HTTP_PORT)."));
    }

    private static ThinkingLimits thinkingLimits(ServerConfig config, CallPools pools) {
        return new ThinkingLimits(
                MonteCarlo.MAX_PLAYOUT_COUNT,
                BatchConverter.MAX_PLAYOUT_COUNT,
                pools.players().maxCallCount(),
                pools.players().threadCount(),
                config.engineLimits().maxCount(),
                config.engineLimits().maxCountEach(),
                config.analysisLimits().maxWaitingCount());
    }
}
