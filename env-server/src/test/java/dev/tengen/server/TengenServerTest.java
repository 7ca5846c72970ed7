package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
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
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TengenServerTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static ServerReflectionResponse reflect(ServerReflectionRequest request) throws Exception {
        CompletableFuture<ServerReflectionResponse> answer = new CompletableFuture<>();
        StreamObserver<ServerReflectionRequest> requests = ServerReflectionGrpc.newStub(SERVER.channel())
                .serverReflectionInfo(new StreamObserver<>() {
                    @Override
                    public void onNext(ServerReflectionResponse response) {
                        answer.complete(response);
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }

                    @Override
                    public void onCompleted() {}
                });
        requests.onNext(request);
        requests.onCompleted();
        return answer.get(10, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                EnvironmentServiceGrpc.SERVICE_NAME,
                BatchServiceGrpc.SERVICE_NAME,
                TreeServiceGrpc.SERVICE_NAME
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
    void reflection_listOfServices_namesThemAll() throws Exception {
        ServerReflectionResponse answer =
                reflect(ServerReflectionRequest.newBuilder().setListServices("").build());

        assertThat(answer.getListServicesResponse().getServiceList().stream().map(ServiceResponse::getName))
                .containsExactlyInAnyOrder(
                        "tengen.v1.EnvironmentService",
                        "tengen.v1.BatchService",
                        "tengen.v1.TreeService",
                        "tengen.v1.AnalysisService",
                        "grpc.health.v1.Health",
                        "grpc.reflection.v1.ServerReflection",
                        "grpc.channelz.v1.Channelz");
    }

    @Test
    void reflection_environmentService_answersWithItsFile() throws Exception {
        ServerReflectionResponse answer = reflect(ServerReflectionRequest.newBuilder()
                .setFileContainingSymbol(EnvironmentServiceGrpc.SERVICE_NAME)
                .build());

        assertThat(answer.getFileDescriptorResponse().getFileDescriptorProtoList())
                .as("its file and those it imports")
                .hasSize(6)
                .first()
                .satisfies(file -> assertThat(file.toStringUtf8()).contains("tengen/v1/environment.proto"));
    }

    @Test
    void start_portInUse_throws() {
        ServerConfig taken =
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", SERVER.server().port());

        assertThatThrownBy(() -> TengenServer.start(taken)).isInstanceOf(IOException.class);
    }

    @Test
    void start_hostThatIsNotThere_throws() {
        ServerConfig elsewhere = ServerConfig.DEFAULT.listeningAt("no.such.host.invalid", 0);

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
        try (TengenServer open = TengenServer.start(ServerConfig.DEFAULT.listeningAt("0.0.0.0", 0))) {
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
