package dev.tengen.arena.service;

import dev.tengen.arena.convert.AgentConverter;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.ListAgentsRequest;
import dev.tengen.proto.v1.ListAgentsResponse;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.server.ServerModule;
import dev.tengen.server.execution.DrainHooks;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.StreamObserver;
import java.util.List;

/**
 * Where agents join when tournaments are the matter of somebody else: of {@code tengen.v1.ArenaService} the RPCs {@code Play} and
 * {@code ListAgents}, and none about tournaments.
 */
public final class AgentsModule implements ServerModule {
    private final AgentRegistry agents;
    private final TimeSource time;
    private final DrainHooks drainHooks = new DrainHooks();

    /** Makes a place to join {@code agents}, whose clocks go by {@code time}. */
    public AgentsModule(AgentRegistry agents, TimeSource time) {
        this.agents = agents;
        this.time = time;
    }

    /** Returns the agents as the service lists them. */
    static ListAgentsResponse list(AgentRegistry agents) {
        ListAgentsResponse.Builder response = ListAgentsResponse.newBuilder();
        agents.list().forEach(status -> response.addAgents(AgentConverter.agent(status)));
        return response.build();
    }

    @Override
    public List<ServerServiceDefinition> services() {
        return List.of(new Service().bindService());
    }

    @Override
    public void drain() {
        drainHooks.runAll();
    }

    private final class Service extends ArenaServiceGrpc.ArenaServiceImplBase {
        @Override
        public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> observer) {
            return AgentStream.open(agents, drainHooks, time, observer);
        }

        @Override
        public void listAgents(ListAgentsRequest request, StreamObserver<ListAgentsResponse> observer) {
            observer.onNext(list(agents));
            observer.onCompleted();
        }
    }
}
