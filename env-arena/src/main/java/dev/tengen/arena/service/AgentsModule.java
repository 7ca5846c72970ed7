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
 * The part of {@code tengen.v1.ArenaService} for agents, without tournaments: the RPCs {@code Play} and {@code ListAgents}. Used by
 * programs that run tournaments themselves.
 */
public final class AgentsModule implements ServerModule {
    private final AgentRegistry agents;
    private final TimeSource time;
    private final DrainHooks drainHooks = new DrainHooks();

    /** Creates a module for {@code agents}, whose clocks use {@code time}. */
    public AgentsModule(AgentRegistry agents, TimeSource time) {
        this.agents = agents;
        this.time = time;
    }

    /** Returns the response that lists the agents. */
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
