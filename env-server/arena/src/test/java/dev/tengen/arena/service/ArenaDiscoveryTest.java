package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.host.AgentNames;
import dev.tengen.arena.host.AgentRegistry;
import dev.tengen.arena.host.AgentSettings;
import dev.tengen.proto.v1.ArenaLimits;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.FeatureInfo;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.ListAgentsRequest;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ServiceInfo;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.convert.StatusConverter;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers with an arena, or a part of one, say that they offer. */
class ArenaDiscoveryTest {
    private static GetServerInfoResponse info(Channel channel) {
        return EnvironmentServiceGrpc.newBlockingStub(channel).getServerInfo(GetServerInfoRequest.getDefaultInstance());
    }

    private static ServiceInfo arena(GetServerInfoResponse info) {
        return info.getServicesList().stream()
                .filter(service -> service.getName().equals("tengen.v1.ArenaService"))
                .findFirst()
                .orElseThrow();
    }

    private static FeatureInfo feature(GetServerInfoResponse info, String name) {
        return info.getFeaturesList().stream()
                .filter(feature -> feature.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void serverInfo_arena_hasServiceFeaturesAndLimits(@TempDir Path folder) {
        AgentSettings agents = new AgentSettings(600, Duration.ofSeconds(7));
        try (ServedArena server = ServedArena.start(folder, agents, ServerConfig.DEFAULT)) {
            GetServerInfoResponse info = info(server.channel());

            assertThat(arena(info))
                    .isEqualTo(ServiceInfo.newBuilder()
                            .setName("tengen.v1.ArenaService")
                            .setIsEnabled(true)
                            .build());
            assertThat(feature(info, "arena").getIsEnabled()).isTrue();
            assertThat(feature(info, "storage"))
                    .isEqualTo(FeatureInfo.newBuilder()
                            .setName("storage")
                            .setIsEnabled(true)
                            .setKind("sqlite")
                            .build());
            assertThat(info.getArenaLimits())
                    .isEqualTo(ArenaLimits.newBuilder()
                            .setMaxAgentCount(600)
                            .setAgentReconnectMs(7000)
                            .setMaxTournamentCount(8)
                            .setMaxArenaGameCount(4096)
                            .setMaxWaitingCallCount(1024)
                            .build());
        }
    }

    /** Programs that run a tournament themselves serve agents alone. */
    @Test
    void serverInfo_agentsAlone_namesTheRpcsThatAreOff() throws Exception {
        AgentRegistry agents =
                new AgentRegistry(new AgentSettings(5, Duration.ofSeconds(3)), new SystemTimeSource(), nanos -> {});
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0);
        try (TengenServer server = TengenServer.start(
                config,
                List.of(),
                List.of(context -> new AgentsModule(agents, AgentNames.ANY, new SystemTimeSource())))) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                    .usePlaintext()
                    .build();
            var stub = ArenaServiceGrpc.newBlockingStub(channel);
            GetServerInfoResponse info = info(channel);

            StatusRuntimeException off = catchThrowableOfType(
                    StatusRuntimeException.class,
                    () -> stub.listTournaments(ListTournamentsRequest.getDefaultInstance()));

            assertThat(arena(info).getIsEnabled()).isTrue();
            assertThat(arena(info).getDisabledRpcsList())
                    .containsExactly(
                            "CreateTournament",
                            "ListTournaments",
                            "GetTournament",
                            "GetStandings",
                            "ListArenaGames",
                            "GetArenaGame",
                            "CancelTournament",
                            "WatchTournament",
                            "GetLadder");
            assertThat(arena(info).getHowToEnable()).contains("--arena FILE");
            assertThat(feature(info, "arena").getIsEnabled()).isFalse();
            assertThat(info.getArenaLimits())
                    .isEqualTo(ArenaLimits.newBuilder()
                            .setMaxAgentCount(5)
                            .setAgentReconnectMs(3000)
                            .build());
            assertThat(stub.listAgents(ListAgentsRequest.getDefaultInstance()).getAgentsCount())
                    .isZero();
            assertThat(off.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
            assertThat(off.getTrailers().get(StatusConverter.REASON_TRAILER)).isEqualTo("SERVICE_DISABLED");
            channel.shutdownNow();
        }
    }
}
