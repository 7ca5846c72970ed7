package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.identity.AuthorizationTable;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.javalin.config.RoutesConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A module is added to a server, and ends with it. */
class ServerModuleTest {
    private static final String SERVICE = "test.EchoService";

    private static final MethodDescriptor<HealthCheckRequest, HealthCheckRequest> ECHO =
            MethodDescriptor.<HealthCheckRequest, HealthCheckRequest>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Echo"))
                    .setRequestMarshaller(ProtoUtils.marshaller(HealthCheckRequest.getDefaultInstance()))
                    .setResponseMarshaller(ProtoUtils.marshaller(HealthCheckRequest.getDefaultInstance()))
                    .build();

    private final EchoModule module = new EchoModule(true);

    @Test
    void start_withModule_servesItsCallsAndRoutesUntilClosed() throws Exception {
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0);
        try (TengenServer server = TengenServer.start(config, List.of(), List.of(context -> module))) {
            ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                    .usePlaintext()
                    .build();
            HealthCheckRequest request =
                    HealthCheckRequest.newBuilder().setService(SERVICE).build();
            assertThat(ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, request))
                    .isEqualTo(request);
            assertThat(HealthGrpc.newBlockingStub(channel).check(request).getStatus())
                    .isEqualTo(ServingStatus.SERVING);
            channel.shutdownNow();
            assertThat(page(server.httpEndpoint().orElseThrow() + "/echo")).isEqualTo("echo");
            assertThat(module.events).isEmpty();
        }

        assertThat(module.events).containsExactly("drain", "close");
    }

    @Test
    void start_withAnRpcWithoutARow_fails() {
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0);

        assertThatThrownBy(() -> TengenServer.start(config, List.of(), List.of(context -> new EchoModule(false))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("RPCs without a row in the authorization table: [test.EchoService/Echo]");
    }

    private static String page(String address) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + address)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static final class EchoModule implements ServerModule {
        private final List<String> events = new ArrayList<>();
        private final boolean isKnown;

        EchoModule(boolean isKnown) {
            this.isKnown = isKnown;
        }

        @Override
        public List<ServerServiceDefinition> services() {
            return List.of(ServerServiceDefinition.builder(SERVICE)
                    .addMethod(ECHO, ServerCalls.asyncUnaryCall((request, observer) -> {
                        observer.onNext(request);
                        observer.onCompleted();
                    }))
                    .build());
        }

        @Override
        public List<AuthorizationTable.Row> authorization() {
            return isKnown ? List.of(AuthorizationTable.ofOperators(ECHO.getFullMethodName())) : List.of();
        }

        @Override
        public void addRoutes(RoutesConfig routes) {
            routes.get("/echo", call -> call.result("echo"));
        }

        @Override
        public void drain() {
            events.add("drain");
        }

        @Override
        public void close() {
            events.add("close");
        }
    }
}
