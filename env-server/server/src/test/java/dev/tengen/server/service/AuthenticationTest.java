package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticationTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Principal ANN = new Principal("ann", Role.AGENT);
    private static final BlockingQueue<Principal> SEEN = new LinkedBlockingQueue<>();

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(
            ServerConfig.DEFAULT.withAuthenticator(AuthenticationTest::authenticate), new Recorder());

    private static Optional<Principal> authenticate(Credentials credentials) {
        return credentials.bearerToken().map(token -> {
            if (!token.equals("ann's token")) {
                throw CallException.of(Reason.UNAUTHENTICATED, "not ann's token");
            }
            return ANN;
        });
    }

    /** Records the principal that the service sees. */
    private static final class Recorder implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            if (!call.getMethodDescriptor().getFullMethodName().startsWith(HealthGrpc.SERVICE_NAME)) {
                SEEN.add(CallContext.current().principal());
            }
            return next.startCall(call, headers);
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private static EnvironmentServiceBlockingStub stub(String... headers) {
        Metadata metadata = new Metadata();
        List.of(headers).forEach(header -> metadata.put(AUTHORIZATION, header));
        return EnvironmentServiceGrpc.newBlockingStub(SERVER.channel())
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ann's token", "bearer ann's token", "BEARER  ann's token "})
    void call_withToken_isOfThePrincipal(String header) {
        stub(header).getServerInfo(GetServerInfoRequest.getDefaultInstance());

        assertThat(SEEN).containsExactly(ANN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "ann's token", "Basic YW5uOnRva2Vu", "Bearer anns token"})
    void call_withOtherHeader_isRefused(String header) {
        assertRefused(stub(header));
    }

    @Test
    void call_withoutHeader_isRefused() {
        assertRefused(stub());
    }

    /** A program on the way, such as a proxy, may have read the other one. */
    @Test
    void call_withTwoHeaders_isRefused() {
        assertRefused(stub("Bearer ann's token", "Bearer ann's token"));
    }

    private static void assertRefused(EnvironmentServiceBlockingStub stub) {
        assertThatThrownBy(() -> Calls.serverInfo(stub)).isInstanceOfSatisfying(StatusRuntimeException.class, error -> {
            assertThat(Failure.of(error).reason()).contains(Reason.UNAUTHENTICATED.name());
            assertThat(error.getStatus().getCode()).isEqualTo(Reason.UNAUTHENTICATED.code());
            assertThat(error.getStatus().getDescription())
                    .isEqualTo("the credentials are missing or not valid; send a valid token, as in"
                            + " \"authorization: Bearer TOKEN\", or connect with a client certificate");
        });
        assertThat(SEEN).isEmpty();
    }

    @Test
    void check_withoutCredentials_isAnswered() {
        assertThat(HealthGrpc.newBlockingStub(SERVER.channel())
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus())
                .isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void call_withoutAuthentication_isOfTheLocalPrincipal() {
        try (RunningServer open =
                RunningServer.with(ServerConfig.DEFAULT, new Recorder()).start()) {
            EnvironmentServiceGrpc.newBlockingStub(open.channel())
                    .getServerInfo(GetServerInfoRequest.getDefaultInstance());
        }

        assertThat(SEEN).containsExactly(Principal.LOCAL);
    }

    @Test
    void current_outsideOfACall_throws() {
        assertThatThrownBy(CallContext::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this thread handles no call of a principal");
    }
}
