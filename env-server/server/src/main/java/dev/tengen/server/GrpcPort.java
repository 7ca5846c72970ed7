package dev.tengen.server;

import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.convert.InfoConverter;
import dev.tengen.server.execution.EventLoopQueue;
import dev.tengen.server.identity.AuthenticatorChain;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.info.ServerDescription;
import dev.tengen.server.info.ServiceStatus;
import dev.tengen.server.info.StreamLimits;
import dev.tengen.server.metrics.ServerMetrics;
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
import dev.tengen.server.service.SearchService;
import dev.tengen.server.service.TreeService;
import dev.tengen.server.tls.ServerTls;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The port of a server for gRPC: the services of the contract that are on, those of the modules, health and reflection,
 * behind the interceptors of every call. If only this machine can reach the port, it also serves channelz, which
 * describes every connection.
 */
final class GrpcPort {
    private static final int CHANNELZ_PAGE_SIZE = 100;

    /** Where Linux has a file system in memory. */
    private static final Path SHARED_FOLDER = Path.of("/dev/shm");

    private final ServerParts parts;

    /** The names of all services but the standard ones. */
    private final Set<String> serviceNames = new HashSet<>();

    private final CallRecorder calls;
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;

    /** Creates a port, which does not listen yet. Calls pass through {@code interceptors}, the last one first. */
    GrpcPort(ServerParts parts, List<ServerInterceptor> interceptors) {
        this.parts = parts;
        calls = new CallRecorder(serviceNames, parts.accessLog, parts.callAudit());
        server = build(interceptors);
    }

    /** Returns the server of gRPC. */
    Server server() {
        return server;
    }

    /** Returns the count of calls in flight that count; those of the standard services do not. */
    int inFlightCount() {
        return calls.inFlightCount();
    }

    /** Sets the status of the health service, of each service and of all together. */
    void setServing(boolean isServing) {
        ServingStatus status = isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
        serviceNames.forEach(service -> health.setStatus(service, status));
    }

    /** Takes no more calls, and shows that from now on. */
    void shutdown() {
        health.enterTerminalState();
        server.shutdown();
    }

    /** Returns the server. Of its interceptors, the one added last runs first. */
    private Server build(List<ServerInterceptor> interceptors) {
        ServerBuilder<?> builder = parts.transport
                .newServer(parts.tls.map(ServerTls::credentials).orElseGet(InsecureServerCredentials::create))
                // Every call here is short and bounded, and a hop to another thread costs more than the call.
                .directExecutor()
                .maxInboundMessageSize(ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES)
                .addTransportFilter(ClientConnection.filter())
                .addStreamTracerFactory(new RequestBuffers(parts.budget));
        List<ServerServiceDefinition> services = services();
        builder.fallbackHandlerRegistry(new DisabledMethodRegistry(services));
        for (ServerServiceDefinition service : services) {
            serviceNames.add(service.getServiceDescriptor().getName());
            builder.addService(MalformedRequest.tolerateIn(service));
        }
        standardServices().forEach(service -> builder.addService(MalformedRequest.tolerateIn(service.bindService())));
        parts.tracing.ifPresent(traces -> traces.configure(builder));
        builder.intercept(new MessageInterceptor(
                parts.config.maxRequestBytes(), ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES, parts.budget));
        interceptors.forEach(builder::intercept);
        builder.intercept(policy(services));
        parts.metrics.map(ServerMetrics::callMeters).ifPresent(builder::intercept);
        return builder.build();
    }

    /** Returns what finds principals, and records, queues or refuses their calls. */
    private PolicyInterceptor policy(List<ServerServiceDefinition> services) {
        // Seats first: a call with the token of a seat is one of the seat, regardless of what else the caller could
        // prove.
        Authentication authentication = new Authentication(
                new AuthenticatorChain(List.of(parts.sessions.seatAuthenticator(), parts.config.authenticator())),
                parts.transport.workers(),
                parts.audit);
        boolean isLimited =
                parts.config.isAuthenticated() || parts.config.quotas().isPresent();
        return new PolicyInterceptor(
                calls,
                authentication,
                authorization(services),
                isLimited ? Optional.of(parts.quotas) : Optional.empty(),
                new CallQueue(serviceNames, parts.limiter, new EventLoopQueue.Group(parts.transport.workers())));
    }

    /** Returns who may make which call. Throws {@link IllegalStateException} if an RPC of a service has no row. */
    private AuthorizationTable authorization(List<ServerServiceDefinition> services) {
        AuthorizationTable table = AuthorizationTable.CONTRACT.with(parts.modules.stream()
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
        if (parts.config.endpoint().isLocal()) {
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
        EnabledServices enabled = parts.config.enabledServices();
        List<ServerServiceDefinition> services = new ArrayList<>();
        if (enabled.batches()) {
            services.add(traced(new BatchService(
                    parts.batches, parts.batchJournals, sharedFolder(), parts.slowReaders, parts.quotas)));
        }
        if (enabled.trees()) {
            services.add(traced(new TreeService(parts.forests, parts.sessions, parts.slowReaders, parts.quotas)));
        }
        if (enabled.searches()) {
            services.add(traced(new SearchService(
                    parts.selfPlays, parts.positionSearches, parts.sessions, parts.slowReaders, parts.quotas)));
        }
        if (enabled.analyses()) {
            services.add(new AnalysisService(parts.sessions, parts.analyses, parts.quotas).bindService());
        }
        parts.modules.forEach(module -> services.addAll(module.services()));
        services.add(new EnvironmentService(
                        parts.sessions,
                        InfoConverter.serverInfo(
                                Version.current(),
                                InfoConverter.limits(
                                        parts.config.sessionLimits(),
                                        parts.config.maxRequestBytes(),
                                        parts.config.maxLaneCount(),
                                        parts.config.forestLimits(),
                                        parts.config.analysisLimits()),
                                parts.engines.factories(),
                                description(ContractService.statuses(services))))
                .bindService());
        return services;
    }

    /** Returns {@code service}, whose streams answer each request with one message, with a span for each request. */
    private ServerServiceDefinition traced(BindableService service) {
        return parts.tracing
                .map(traces -> ServerInterceptors.intercept(service, new MessageSpanInterceptor(traces.tracer())))
                .orElseGet(service::bindService);
    }

    /** Returns the folder of files in memory by which batches share it with clients on this machine. */
    private Optional<Path> sharedFolder() {
        return Optional.of(SHARED_FOLDER)
                .filter(folder -> parts.config.endpoint().isLocal() && Files.isWritable(folder));
    }

    private ServerDescription description(List<ServiceStatus> services) {
        ConnectionLimits limits = parts.config.connectionLimits();
        StreamLimits streamLimits = new StreamLimits(
                ServerConfig.TRANSPORT_MAX_MESSAGE_BYTES,
                ServerParts.MAX_ANSWER_BYTES,
                ServerParts.MAX_ANSWER_BYTES,
                limits.maxCallsPerConnection(),
                limits.maxConnectionCount(),
                limits.maxConnectionCountPerAddress(),
                limits.slowReaderLimit());
        return ServerDescriptionFactory.create(
                parts.config,
                parts.sessions.storeKind(),
                parts.sessions.isStoreShared(),
                parts.batchJournals.map(BatchJournals::kind),
                parts.pools,
                services,
                parts.modules,
                streamLimits);
    }
}
