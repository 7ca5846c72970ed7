package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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

    /** A server whose database was down took 42 to 54 s to stop, because each store was closed after the other. */
    @Test
    void close_moduleThatWaitsForItsStore_endsWithoutIt() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch isClosing = new CountDownLatch(2);
        ServerModule stuck = new ServerModule() {
            @Override
            public void drain() {
                await();
            }

            @Override
            public void close() {
                await();
            }

            private void await() {
                isClosing.countDown();
                Uninterruptibles.awaitUninterruptibly(answer);
            }
        };
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withDrainLimit(Duration.ofMillis(10));
        TengenServer server = TengenServer.start(config, List.of(), List.of(context -> stuck, context -> module));

        server.close();

        assertThat(isClosing.getCount()).isZero();
        assertThat(module.events).containsExactly("drain", "close");
        answer.countDown();
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
        private final List<String> events = Collections.synchronizedList(new ArrayList<>());
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
