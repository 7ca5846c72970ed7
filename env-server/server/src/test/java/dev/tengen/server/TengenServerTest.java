package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.SearchServiceGrpc;
import dev.tengen.proto.v1.TreeServiceGrpc;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.channelz.v1.ChannelzGrpc;
import io.grpc.channelz.v1.GetServersRequest;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TengenServerTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                EnvironmentServiceGrpc.SERVICE_NAME,
                BatchServiceGrpc.SERVICE_NAME,
                TreeServiceGrpc.SERVICE_NAME,
                SearchServiceGrpc.SERVICE_NAME
            })
    void health_runningServer_isServing(String service) {
        assertThat(HealthGrpc.newBlockingStub(SERVER.channel())
                        .check(HealthCheckRequest.newBuilder()
                                .setService(service)
                                .build())
                        .getStatus())
                .isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void start_portInUse_throws() {
        ServerConfig taken =
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", SERVER.server().port());

        assertThatThrownBy(() -> TengenServer.start(taken)).isInstanceOf(IOException.class);
    }

    @Test
    void start_hostThatIsNotThere_throws() {
        ServerConfig elsewhere = ServerConfig.DEFAULT.withInsecureNetwork().listeningAt("no.such.host.invalid", 0);

        assertThatThrownBy(() -> TengenServer.start(elsewhere)).isInstanceOf(IOException.class);
    }

    @Test
    void start_httpPortInUse_throwsAndStopsAgain() throws Exception {
        ServerConfig withHttp = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0);
        try (TengenServer first = TengenServer.start(withHttp)) {
            int taken = first.httpEndpoint().orElseThrow().port();

            assertThatThrownBy(() -> TengenServer.start(withHttp.withHttp("127.0.0.1", taken)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void channelz_whereOthersCanReachTheServer_isNotThere() throws Exception {
        try (TengenServer open = TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("0.0.0.0", 0).withInsecureNetwork())) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", open.port())
                    .usePlaintext()
                    .build();

            Failure failure = Failure.of(
                    () -> ChannelzGrpc.newBlockingStub(channel).getServers(GetServersRequest.getDefaultInstance()));

            assertThat(failure.code()).isEqualTo(Status.Code.UNIMPLEMENTED);
            channel.shutdownNow();
        }
    }

    @Test
    void channelz_loopback_describesTheServer() {
        assertThat(ChannelzGrpc.newBlockingStub(SERVER.channel())
                        .getServers(GetServersRequest.getDefaultInstance())
                        .getServerList())
                .isNotEmpty();
    }
}
