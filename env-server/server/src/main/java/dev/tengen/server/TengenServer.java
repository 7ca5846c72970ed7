package dev.tengen.server;

import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.batch.Batches;
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.ConcurrencyLimiter;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.EventLoopQueue;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpPort;
import dev.tengen.server.http.Monitoring;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.ReloadStatus;
import dev.tengen.server.info.ServerDescription;
import dev.tengen.server.info.ServiceStatus;
import dev.tengen.server.info.StreamLimits;
import dev.tengen.server.log.AccessLog;
import dev.tengen.server.log.AuditLog;
import dev.tengen.server.log.TransportLogFilter;
import dev.tengen.server.metrics.ServerMetrics;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.service.AnalysisService;
import dev.tengen.server.service.Authentication;
import dev.tengen.server.service.BatchService;
import dev.tengen.server.service.CallQueue;
import dev.tengen.server.service.CallRecorder;
import dev.tengen.server.service.ClientConnection;
import dev.tengen.server.service.ContractService;
import dev.tengen.server.service.DisabledMethodRegistry;
import dev.tengen.server.service.EnvironmentService;
import dev.tengen.server.service.MalformedRequest;
import dev.tengen.server.service.MessageInterceptor;
import dev.tengen.server.service.MessageSpanInterceptor;
import dev.tengen.server.service.PolicyInterceptor;
import dev.tengen.server.service.RequestBuffers;
import dev.tengen.server.service.SlowReaders;
import dev.tengen.server.service.TreeService;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.tls.ServerTls;
import dev.tengen.server.tracing.ServerTracing;
import dev.tengen.server.tree.Forests;
import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.ChannelzService;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server: the environment, batch, tree and analysis services, those of its modules, health and reflection on one
 * endpoint, and metrics and health over HTTP on another if it is configured. If only this machine can reach the endpoint, it
 * also serves channelz, which describes every connection.
 */
public final class TengenServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TengenServer.class);

    /** Maximum length of an answer of a stream, without the rows of ended episodes: 65,536 lanes of 19x19 in one encoding. */
    private static final long MAX_ANSWER_BYTES = 64L << 20;

    private static final int CHANNELZ_PAGE_SIZE = 100;
    /** The least time of a shutdown in seconds, so that a store gets what waits for it even if calls may take no time. */
    private static final int MIN_DRAIN_SECONDS = 2;

    /** What a step of a shutdown gets if the time is over: it ends at once, unless it waits for something. */
    private static final long A_MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** One part in so many of the time of a shutdown is for the stores alone. */
    private static final int STORE_SHARE = 4;

    private static final int DRAIN_POLL_MILLIS = 50;

    private final ServerConfig config;
    private final Optional<ServerTls> tls;
    private final Transport transport;
    private final Optional<SocketFile> socketFile;
    private final Optional<ServerMetrics> metrics;
    private final Engines engines;
    private final Sessions sessions;
    private final MemoryBudget budget;
    private final Quotas quotas;
    private final AuditLog audit = new AuditLog();
    private final Optional<AccessLog> accessLog;
    private final Optional<ServerTracing> tracing;
    private final RowExecutor rowExecutor = new RowExecutor();
    private final CallPools pools = new CallPools(rowExecutor);
    private final ConcurrencyLimiter limiter =
            new ConcurrencyLimiter(Runtime.getRuntime().availableProcessors());
    private final ScheduledExecutorService timer = newTimer();
    private final DrainHooks drainHooks = new DrainHooks();
    private final SlowReaders slowReaders;
    private final Batches batches;
    private final Optional<BatchJournals> batchJournals;
    private final Forests forests;
    private final Analyses analyses;
    private final List<ServerModule> modules;

    /** The names of all services but the standard ones. */
    private final Set<String> serviceNames = new HashSet<>();

    private final CallRecorder calls;
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;
    private final HealthMonitor monitor;
    private volatile @Nullable HttpPort http;
    private boolean isListening;

    /** Whether the server has started. One that cannot listen has nothing to drain, and logs nothing of it. */
    private boolean isOpen;

    private boolean isClosed;

    private TengenServer(
            ServerConfig config,
            Optional<ServerTls> tls,
            Optional<AccessLog> accessLog,
            List<ServerInterceptor> interceptors,
            List<ServerModule.Factory> factories)
            throws IOException {
        this.config = config;
        this.tls = tls;
        this.accessLog = accessLog;
        tracing = config.tracing().map(settings -> new ServerTracing(settings, Version.current()));
        transport = new Transport(config.endpoint(), config.connectionLimits(), this::httpEndpoint);
        slowReaders = new SlowReaders(timer, config.connectionLimits().slowReaderLimit());
        socketFile = config.endpoint() instanceof Endpoint.Unix unix
                ? Optional.of(new SocketFile(unix.path()))
                : Optional.empty();
        metrics = config.http().map(endpoint -> new ServerMetrics());
        ActivityListener listener = metrics.map(ServerMetrics::activityListener).orElse(ActivityListener.NONE);
        budget = config.memoryLimits().newBudget();
        FatalErrors.nameBudget(budget.totalBytes(MemoryArea.HEAP), budget.totalBytes(MemoryArea.DIRECT));
        quotas = Quotas.open(config.quotas(), budget.totalBytes(MemoryArea.HEAP));
        engines = new Engines(config.engineLimits());
        sessions = newSessions(listener);
        batchJournals = config.batchJournals().map(factory -> factory.open(metrics.map(ServerMetrics::registry)));
        batches = new Batches(config.maxLaneCount(), MAX_ANSWER_BYTES, rowExecutor, drainHooks, listener, budget);
        forests = new Forests(config.forestLimits(), MAX_ANSWER_BYTES, rowExecutor, drainHooks, listener, budget);
        analyses = new Analyses(config.analysisLimits(), budget);
        ServerContext context = new ServerContext(
                sessions,
                engines,
                config.authenticator(),
                config.isAuthenticated() ? Optional.of(audit) : Optional.empty(),
                quotas,
                new HttpCalls(pools.newHttpCalls(), budget),
                analyses,
                timer,
                metrics.map(ServerMetrics::registry),
                this::port);
        modules = factories.stream().map(factory -> factory.create(context)).toList();
        calls = new CallRecorder(
                serviceNames, accessLog, config.isAuthenticated() ? Optional.of(audit) : Optional.empty());
        server = build(interceptors);
        monitor = new HealthMonitor(
                timer, transport.threads(), List.of(rowExecutor::stalledNanos, pools::stalledNanos), this::setServing);
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

    /** Returns the server. Of its interceptors, the one added last runs first. */
    private Server build(List<ServerInterceptor> interceptors) {
        ServerBuilder<?> builder = transport
                .newServer(tls.map(ServerTls::credentials).orElseGet(InsecureServerCredentials::create))
                // Every call here is short and bounded, and a hop to another thread costs more than the call.
                .directExecutor()
                .maxInboundMessageSize(ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES)
                .addTransportFilter(ClientConnection.filter())
                .addStreamTracerFactory(new RequestBuffers(budget));
        List<ServerServiceDefinition> services = services();
        builder.fallbackHandlerRegistry(new DisabledMethodRegistry(services));
        for (ServerServiceDefinition service : services) {
            serviceNames.add(service.getServiceDescriptor().getName());
            builder.addService(MalformedRequest.tolerateIn(service));
        }
        standardServices().forEach(service -> builder.addService(MalformedRequest.tolerateIn(service.bindService())));
        tracing.ifPresent(traces -> traces.configure(builder));
        builder.intercept(
                new MessageInterceptor(config.maxRequestBytes(), ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES, budget));
        interceptors.forEach(builder::intercept);
        builder.intercept(policy(services));
        metrics.map(ServerMetrics::callMeters).ifPresent(builder::intercept);
        return builder.build();
    }

    /** Returns what finds principals, and records, queues or refuses their calls. */
    private PolicyInterceptor policy(List<ServerServiceDefinition> services) {
        // Seats first: a call with the token of a seat is one of the seat, regardless of what else the caller could
        // prove.
        Authentication authentication = new Authentication(
                new AuthenticatorChain(List.of(sessions.seatAuthenticator(), config.authenticator())),
                transport.workers(),
                audit);
        boolean isLimited = config.isAuthenticated() || config.quotas().isPresent();
        return new PolicyInterceptor(
                calls,
                authentication,
                authorization(services),
                isLimited ? Optional.of(quotas) : Optional.empty(),
                new CallQueue(serviceNames, limiter, new EventLoopQueue.Group(transport.workers())));
    }

    /** Returns who may make which call. Throws {@link IllegalStateException} if an RPC of a service has no row. */
    private AuthorizationTable authorization(List<ServerServiceDefinition> services) {
        AuthorizationTable table = AuthorizationTable.CONTRACT.with(modules.stream()
                .flatMap(module -> module.authorization().stream())
                .toList());
        table.requireRows(
                Stream.concat(services.stream(), standardServices().stream().map(BindableService::bindService))
                        .flatMap(service -> service.getServiceDescriptor().getMethods().stream())
                        .map(MethodDescriptor::getFullMethodName)
                        .toList());
        return table;
    }

    /** Returns the services of gRPC itself. */
    private List<BindableService> standardServices() {
        List<BindableService> services = new ArrayList<>(
                List.of(health.getHealthService(), ProtoReflectionServiceV1.newInstance(), olderReflection()));
        if (config.endpoint().isLocal()) {
            services.add(ChannelzService.newInstance(CHANNELZ_PAGE_SIZE));
        }
        return services;
    }

    /** Returns reflection v1alpha, the only version that tools from before 2023, such as ghz, know. */
    @SuppressWarnings("deprecation")
    private static BindableService olderReflection() {
        return ProtoReflectionService.newInstance();
    }

    /** Returns the services that are on. */
    private List<ServerServiceDefinition> services() {
        EnabledServices enabled = config.enabledServices();
        List<ServerServiceDefinition> services = new ArrayList<>();
        if (enabled.batches()) {
            services.add(traced(new BatchService(batches, batchJournals, slowReaders, quotas)));
        }
        if (enabled.trees()) {
            services.add(traced(new TreeService(forests, sessions, slowReaders, quotas)));
        }
        if (enabled.analyses()) {
            services.add(new AnalysisService(sessions, analyses, quotas).bindService());
        }
        modules.forEach(module -> services.addAll(module.services()));
        services.add(new EnvironmentService(
                        sessions,
                        InfoConverter.serverInfo(
                                Version.current(),
                                InfoConverter.limits(
                                        config.sessionLimits(),
                                        config.maxRequestBytes(),
                                        config.maxLaneCount(),
                                        config.forestLimits(),
                                        config.analysisLimits()),
                                engines.factories(),
                                description(ContractService.statuses(services))))
                .bindService());
        return services;
    }

    /** Returns {@code service}, whose streams answer each request with one message, with a span for each request. */
    private ServerServiceDefinition traced(BindableService service) {
        return tracing.map(traces -> ServerInterceptors.intercept(service, new MessageSpanInterceptor(traces.tracer())))
                .orElseGet(service::bindService);
    }

    private ServerDescription description(List<ServiceStatus> services) {
        ConnectionLimits limits = config.connectionLimits();
        StreamLimits streamLimits = new StreamLimits(
                ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES,
                MAX_ANSWER_BYTES,
                MAX_ANSWER_BYTES,
                limits.maxCallsPerConnection(),
                limits.maxConnectionCount(),
                limits.maxConnectionCountPerAddress(),
                limits.slowReaderLimit());
        return ServerDescriptionFactory.create(
                config,
                sessions.storeKind(),
                sessions.isStoreShared(),
                batchJournals.map(BatchJournals::kind),
                pools,
                services,
                modules,
                streamLimits);
    }

    /**
     * Starts a server.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(ServerConfig config) throws IOException {
        return start(config, List.of());
    }

    /**
     * Starts a server whose calls pass through {@code interceptors}, the last one first.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(ServerConfig config, List<ServerInterceptor> interceptors) throws IOException {
        return start(config, interceptors, List.of());
    }

    /**
     * Starts a server with modules added to it.
     *
     * @throws IOException if it cannot listen on an endpoint of {@code config}, or use its files
     * @throws dev.tengen.base.InvalidValueException if others can reach an endpoint that is not secure
     */
    public static TengenServer start(
            ServerConfig config, List<ServerInterceptor> interceptors, List<ServerModule.Factory> modules)
            throws IOException {
        FatalErrors.install();
        TransportLogFilter.install();
        config.requireSecure();
        Optional<ServerTls> tls = config.tls().isPresent()
                ? Optional.of(ServerTls.open(config.tls().get()))
                : Optional.empty();
        Optional<AccessLog> accessLog = Optional.empty();
        TengenServer starting;
        try {
            accessLog = openAccessLog(config);
            starting = new TengenServer(config, tls, accessLog, interceptors, modules);
        } catch (IOException | RuntimeException | Error e) {
            tls.ifPresent(ServerTls::close);
            accessLog.ifPresent(AccessLog::close);
            throw e;
        }
        try {
            starting.open();
            return starting;
        } catch (IOException | RuntimeException | Error e) {
            starting.close();
            throw e;
        }
    }

    private static Optional<AccessLog> openAccessLog(ServerConfig config) throws IOException {
        if (config.accessLog().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(AccessLog.open(config.accessLog().get()));
        } catch (IOException e) {
            throw new IOException("cannot write the access log: " + e, e);
        }
    }

    private void open() throws IOException {
        listen();
        setServing(true);
        LOG.info("Listening on {}", endpoint());
        if (metrics.isPresent() && config.http().isPresent()) {
            http = openHttp(config.http().get(), metrics.get());
            LOG.info(
                    "Metrics and health on {}://{}",
                    tls.isPresent() ? "https" : "http",
                    httpEndpoint().orElseThrow());
        }
        isOpen = true;
    }

    /** Sets the status of the health service, of each service and of all together. */
    private void setServing(boolean isServing) {
        ServingStatus status = isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
        serviceNames.forEach(service -> health.setStatus(service, status));
    }

    private void listen() throws IOException {
        try {
            if (socketFile.isPresent()) {
                socketFile.get().removeAbandoned();
            }
            server.start();
            isListening = true;
        } catch (IOException e) {
            throw cannotListen(config.endpoint(), e);
        }
    }

    private HttpPort openHttp(HttpSettings settings, ServerMetrics meters) throws IOException {
        Endpoint.Tcp address = settings.endpoint();
        try {
            return HttpPort.open(
                    address.host(),
                    address.port(),
                    tls.map(ServerTls::httpContext),
                    settings.allowedHosts(),
                    budget,
                    new HttpAuthentication(config.authenticator()),
                    new Monitoring(meters::text, monitor::isReady, monitor::isAlive),
                    accessLog,
                    routes -> modules.forEach(module -> module.addRoutes(routes)));
        } catch (IOException e) {
            throw cannotListen(address, e);
        }
    }

    private static IOException cannotListen(Endpoint endpoint, IOException error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return new IOException("cannot listen on " + endpoint + ": " + cause.getMessage(), error);
    }

    /** Returns the endpoint for clients, with the actual port. */
    public Endpoint endpoint() {
        return config.endpoint() instanceof Endpoint.Tcp tcp
                ? new Endpoint.Tcp(tcp.host(), server.getPort())
                : config.endpoint();
    }

    /** Returns the endpoint for HTTP, with the actual port; empty without HTTP. */
    public Optional<Endpoint.Tcp> httpEndpoint() {
        HttpPort port = http;
        return port == null
                ? Optional.empty()
                : config.http()
                        .map(settings -> new Endpoint.Tcp(settings.endpoint().host(), port.port()));
    }

    /** Returns the TCP port for clients; -1 on a Unix domain socket. */
    public int port() {
        return server.getPort();
    }

    /** Returns the count of open sessions. */
    public int openSessionCount() {
        return sessions.openCount();
    }

    /** Returns how often principals exceeded their quota of {@code kind}. */
    public long quotaRefusalCount(QuotaKind kind) {
        return quotas.refusalCount(kind);
    }

    /** Returns the bytes that are reserved on behalf of clients. */
    public long reservedBytes() {
        return budget.reservedBytes();
    }

    /** Returns the count of engines that are opponents of open sessions. */
    public int engineCount() {
        return engines.opponentCount();
    }

    /** Returns the count of analyses that run or wait. */
    public int analysisCount() {
        return analyses.openCount();
    }

    /** Returns the count of open lanes of all batches. */
    public int openLaneCount() {
        return batches.openLaneCount();
    }

    /** Returns the count of nodes of all trees. */
    public long nodeCount() {
        return forests.nodeCount();
    }

    /** Returns the count of nodes that streams have reserved. */
    public int reservedNodeCount() {
        return forests.reservedNodeCount();
    }

    /** Returns the count of trees. */
    public int treeCount() {
        return forests.treeCount();
    }

    /** Waits until the server has stopped. */
    public void awaitTermination() throws InterruptedException {
        server.awaitTermination();
    }

    /**
     * Drains the server and stops it: takes no more calls, ends the streams of watchers, batches and trees, waits for calls in flight, and
     * writes what waits for a store. All of this together takes at most the configured time, or {@value #MIN_DRAIN_SECONDS} seconds if
     * that is longer, regardless of the stores.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (isOpen) {
            LOG.info("Draining {} calls", calls.inFlightCount());
        }
        long start = System.nanoTime();
        long limit = config.drainLimit().toNanos();
        long end = start + Math.max(limit, TimeUnit.SECONDS.toNanos(MIN_DRAIN_SECONDS));
        // A part of the time is left for the stores, even if calls take all that they may.
        long callsEnd = start + limit - (hasStore() ? limit / STORE_SHARE : 0);
        monitor.drain();
        health.enterTerminalState();
        server.shutdown();
        sessions.endWatching();
        drainHooks.runAll();
        try {
            drainStores(start + (end - start) / 2);
            drain(callsEnd, end);
        } catch (InterruptedException e) {
            LOG.warn("Interrupted while draining; cancelling {} calls", calls.inFlightCount());
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        release(end);
        if (isOpen) {
            LOG.info("Stopped");
        }
    }

    private boolean hasStore() {
        return sessions.storeKind().isPresent() || batchJournals.isPresent();
    }

    /** Lets other servers take the sessions, and ends the streams of the modules. */
    private void drainStores(long endNanos) throws InterruptedException {
        ShutdownSteps steps = new ShutdownSteps();
        steps.add("the sessions", sessions::drain);
        modules.forEach(module -> steps.add(module.getClass().getName(), module::drain));
        steps.run(endNanos);
    }

    /** Waits for the calls that count until {@code callsEnd}, and then cancels the remaining streams, which end until {@code end}. */
    private void drain(long callsEnd, long end) throws InterruptedException {
        // Clients that do not know yet may still start a call, so one look at the count is not enough.
        int idlePolls = 0;
        while (!server.awaitTermination(DRAIN_POLL_MILLIS, TimeUnit.MILLISECONDS)
                && idlePolls < 2
                && System.nanoTime() < callsEnd) {
            idlePolls = calls.inFlightCount() == 0 ? idlePolls + 1 : 0;
        }
        server.shutdownNow();
        if (!server.awaitTermination(Math.max(A_MOMENT_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            LOG.warn("{} calls have not ended", calls.inFlightCount());
        }
    }

    /** Closes what may wait for a store: first the HTTP port, whose requests use the rest. Each of the two gets a moment at least. */
    private void closeStores(long end) {
        long half = System.nanoTime() + Math.max(0, end - System.nanoTime()) / 2;
        HttpPort open = http;
        if (open != null) {
            closeUntil(half, steps -> steps.add("the HTTP port", open::close));
        }
        metrics.ifPresent(ServerMetrics::close);
        closeUntil(end, this::addStores);
    }

    private void addStores(ShutdownSteps steps) {
        modules.forEach(module -> steps.add(module.getClass().getName(), module::close));
        batchJournals.ifPresent(journals -> steps.add("the journals of batches", journals::close));
        steps.add("the sessions", sessions::close);
    }

    private static void closeUntil(long end, Consumer<ShutdownSteps> added) {
        ShutdownSteps steps = new ShutdownSteps();
        added.accept(steps);
        try {
            steps.run(Math.max(end, System.nanoTime() + A_MOMENT_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release(long end) {
        monitor.close();
        slowReaders.close();
        closeStores(end);
        timer.shutdownNow();
        rowExecutor.close();
        pools.close();
        engines.close();
        analyses.close();
        transport.close();
        tls.ifPresent(ServerTls::close);
        quotas.close();
        accessLog.ifPresent(AccessLog::close);
        tracing.ifPresent(ServerTracing::close);
        try {
            if (isListening && socketFile.isPresent()) {
                socketFile.get().remove();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
