package dev.tengen.server.service;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.testing.LocalCalls;
import dev.tengen.server.testing.ServedEnvironment;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of environments, fulfilled by the service and its interceptor without a network. */
class InProcessContractTest implements EnvironmentContract {
    private static final String NAME = InProcessServerBuilder.generateName();
    private static Server server;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws IOException {
        Sessions sessions =
                new Sessions(ServerConfig.DEFAULT.sessionLimits(), Ticker.systemTicker(), ActivityListener.NONE);
        EnvironmentService service = new EnvironmentService(sessions, GetServerInfoResponse.getDefaultInstance());
        server = InProcessServerBuilder.forName(NAME)
                .intercept(LocalCalls.interceptor())
                .directExecutor()
                .addService(MalformedRequest.tolerateIn(service.bindService()))
                .intercept(new MessageInterceptor(ServerConfig.DEFAULT.maxRequestBytes(), 16 << 20, sessions.budget()))
                .build()
                .start();
        channel = InProcessChannelBuilder.forName(NAME).directExecutor().build();
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new ServedEnvironment(EnvironmentServiceGrpc.newBlockingStub(channel), spec, seed);
    }
}
