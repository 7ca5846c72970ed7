package dev.tengen.server;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.batch.LaneQuota;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.ConcurrencyLimiter;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.identity.ReloadStatus;
import dev.tengen.server.log.AccessLog;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.metrics.ServerMetrics;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.search.PositionSearches;
import dev.tengen.server.search.SearchHost;
import dev.tengen.server.search.SelfPlays;
import dev.tengen.server.service.SlowReaders;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tls.ServerTls;
import dev.tengen.server.tracing.ServerTracing;
import dev.tengen.server.tree.Forests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The parts of a server, assembled from its configuration: what its services and modules use. They belong to
 * {@link TengenServer}, which closes them in its order.
 */
final class ServerParts {
    /**
     * Maximum length of an answer of a stream, without the rows of ended episodes: 65,536 lanes of 19x19 in one
     * encoding.
     */
    static final long MAX_ANSWER_BYTES = 64L << 20;

    final ServerConfig config;
    final Optional<ServerTls> tls;
    final Transport transport;
    final Optional<ServerMetrics> metrics;
    final Engines engines;
    final Sessions sessions;
    final MemoryBudget budget;
    final Quotas quotas;
    final AuditLog audit = new AuditLog();
    final Optional<AccessLog> accessLog;
    final Optional<ServerTracing> tracing;
    final RowExecutor rowExecutor = new RowExecutor();
    final CallPools pools = new CallPools(rowExecutor);
    final ConcurrencyLimiter limiter =
            new ConcurrencyLimiter(Runtime.getRuntime().availableProcessors());
    final ScheduledExecutorService timer = newTimer();
    final DrainHooks drainHooks = new DrainHooks();
    final SlowReaders slowReaders;
    final Batches batches;
    final Optional<BatchJournals> batchJournals;
    final Forests forests;
    final SelfPlays selfPlays;
    final PositionSearches positionSearches;
    final Analyses analyses;
    final List<ServerModule> modules;

    /**
     * Assembles the parts.
     *
     * @param port returns the TCP port for clients once the server has started
     * @param httpEndpoint returns the endpoint for HTTP while it is open
     * @throws IOException if a file of {@code config} cannot be used
     */
    ServerParts(
            ServerConfig config,
            Optional<ServerTls> tls,
            Optional<AccessLog> accessLog,
            List<ServerModule.Factory> factories,
            IntSupplier port,
            Supplier<Optional<Endpoint.Tcp>> httpEndpoint)
            throws IOException {
        this.config = config;
        this.tls = tls;
        this.accessLog = accessLog;
        tracing = config.tracing().map(settings -> new ServerTracing(settings, Version.current()));
        transport = new Transport(config.endpoint(), config.connectionLimits(), httpEndpoint);
        slowReaders = new SlowReaders(timer, config.connectionLimits().slowReaderLimit());
        metrics = config.http().map(endpoint -> new ServerMetrics());
        ActivityListener listener = metrics.map(ServerMetrics::activityListener).orElse(ActivityListener.NONE);
        budget = config.memoryLimits().newBudget();
        FatalErrors.nameBudget(budget.totalBytes(MemoryArea.HEAP), budget.totalBytes(MemoryArea.DIRECT));
        quotas = Quotas.open(config.quotas(), budget.totalBytes(MemoryArea.HEAP));
        engines = new Engines(config.engineLimits());
        sessions = newSessions(listener);
        batchJournals = config.batchJournals().map(factory -> factory.open(metrics.map(ServerMetrics::registry)));
        LaneQuota lanes = new LaneQuota(config.maxLaneCount());
        batches = new Batches(lanes, MAX_ANSWER_BYTES, rowExecutor, drainHooks, listener, budget);
        forests = new Forests(config.forestLimits(), MAX_ANSWER_BYTES, rowExecutor, drainHooks, listener, budget);
        SearchHost searchHost = new SearchHost(
                ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES, MAX_ANSWER_BYTES, rowExecutor, drainHooks, listener, budget);
        selfPlays = new SelfPlays(lanes, searchHost);
        positionSearches = new PositionSearches(forests, searchHost);
        analyses = new Analyses(config.analysisLimits(), budget);
        ServerContext context = new ServerContext(
                sessions,
                engines,
                config.authenticator(),
                callAudit(),
                quotas,
                new HttpCalls(pools.newHttpCalls(), budget),
                analyses,
                timer,
                metrics.map(ServerMetrics::registry),
                port);
        modules = factories.stream().map(factory -> factory.create(context)).toList();
        metrics.ifPresent(this::bind);
    }

    /** Returns the timer of all parts whose tasks are short and never block. */
    private static ScheduledExecutorService newTimer() {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(
                1,
                new ThreadFactoryBuilder()
                        .setNameFormat("tengen-timer")
                        .setDaemon(true)
                        .build());
        made.setRemoveOnCancelPolicy(true);
        return made;
    }

    /** Returns the sessions, with those of the store if there is one. */
    private Sessions newSessions(ActivityListener listener) {
        Optional<SessionStore> store = config.sessionStore()
                .map(factory -> factory.open(engines.factories(), metrics.map(ServerMetrics::registry)));
        return new Sessions(
                config.sessionLimits(), Ticker.systemTicker(), listener, engines, pools, budget, quotas, store);
    }

    private void bind(ServerMetrics meters) {
        meters.bind(sessions, engines, batches, forests, analyses);
        meters.bindMemory(budget);
        meters.bindReserved(sessions, config.sessionLimits().maxSessionCount(), batches, config.maxLaneCount(), budget);
        meters.bindQuotas(quotas);
        List<ReloadStatus> reloads = new ArrayList<>(config.authenticator().reloads());
        tls.ifPresent(files -> reloads.addAll(files.reloads()));
        reloads.addAll(quotas.reloads());
        meters.bindReloads(reloads);
        meters.bindLimiter(limiter);
        meters.bindConnections(transport.connections(), ConnectionLimiter::openCount, ConnectionLimiter::refusedCount);
        meters.bindNetty(transport.workers(), transport.allocator());
        accessLog.ifPresent(log -> meters.bindAccessLog(log, AccessLog::writtenCount, AccessLog::droppedCount));
    }

    /** Returns what is written about who did what; empty on a server without authentication. */
    Optional<AuditLog> callAudit() {
        return config.isAuthenticated() ? Optional.of(audit) : Optional.empty();
    }

    /** Returns whether sessions or batches are stored. */
    boolean hasStore() {
        return sessions.storeKind().isPresent() || batchJournals.isPresent();
    }
}
