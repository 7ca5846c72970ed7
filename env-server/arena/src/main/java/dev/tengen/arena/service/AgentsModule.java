package dev.tengen.arena.service;

import dev.tengen.arena.convert.AgentConverter;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.AgentNames;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSettings;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.ListAgentsRequest;
import dev.tengen.proto.v1.ListAgentsResponse;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.server.ServerModule;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.info.ArenaLimits;
import dev.tengen.server.info.FeatureRegistry;
import dev.tengen.server.service.CallContext;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.StreamObserver;
import java.util.List;

/**
 * The part of {@code tengen.v1.ArenaService} for agents, without tournaments: the RPCs {@code Play} and
 * {@code ListAgents}. Used by programs that run tournaments themselves.
 */
public final class AgentsModule implements ServerModule {
    private final AgentRegistry agents;
    private final TimeSource time;
    private final AgentAdmission admission;
    private final StoreCallExecutor executor = new StoreCallExecutor();
    private final DrainHooks drainHooks = new DrainHooks();

    /** Creates a module for {@code agents} with {@code names}, whose clocks use {@code time}. */
    public AgentsModule(AgentRegistry agents, AgentNames names, TimeSource time) {
        this.agents = agents;
        this.time = time;
        admission = names.equals(AgentNames.ANY) ? AgentAdmission.ANY : new AgentAdmission(names, executor);
    }

    /** Returns the response that lists the agents. */
    static ListAgentsResponse list(AgentRegistry agents) {
        ListAgentsResponse.Builder response = ListAgentsResponse.newBuilder();
        agents.list().forEach(status -> response.addAgents(AgentConverter.agent(status)));
        return response.build();
    }

    /** Returns the service with the two methods for agents alone. The server reports the others as disabled. */
    @Override
    public List<ServerServiceDefinition> services() {
        ServerServiceDefinition service = new Service().bindService();
        ServiceDescriptor descriptor = ServiceDescriptor.newBuilder(
                        service.getServiceDescriptor().getName())
                .setSchemaDescriptor(service.getServiceDescriptor().getSchemaDescriptor())
                .addMethod(ArenaServiceGrpc.getPlayMethod())
                .addMethod(ArenaServiceGrpc.getListAgentsMethod())
                .build();
        ServerServiceDefinition.Builder agentsOnly = ServerServiceDefinition.builder(descriptor);
        for (MethodDescriptor<?, ?> method : descriptor.getMethods()) {
            agentsOnly.addMethod(service.getMethod(method.getFullMethodName()));
        }
        return List.of(agentsOnly.build());
    }

    @Override
    public void register(FeatureRegistry registry) {
        AgentSettings settings = agents.settings();
        registry.setArenaLimits(new ArenaLimits(settings.maxCount(), settings.reconnect(), 0, 0, 0));
    }

    @Override
    public void drain() {
        drainHooks.runAll();
    }

    @Override
    public void close() {
        executor.close();
    }

    private final class Service extends ArenaServiceGrpc.ArenaServiceImplBase {
        @Override
        public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> observer) {
            return AgentStream.open(agents, admission, CallContext.current().principal(), drainHooks, time, observer);
        }

        @Override
        public void listAgents(ListAgentsRequest request, StreamObserver<ListAgentsResponse> observer) {
            observer.onNext(list(agents));
            observer.onCompleted();
        }
    }
}
