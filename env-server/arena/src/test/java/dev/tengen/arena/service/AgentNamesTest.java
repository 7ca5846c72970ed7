package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose the names of agents are. */
class AgentNamesTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** The token of a test is the name of the principal. */
    private static final Authenticator NAMES =
            credentials -> credentials.bearerToken().map(token -> new Principal(token, Role.AGENT));

    @TempDir
    private Path folder;

    private ServedArena arena;

    @BeforeEach
    void start() {
        start(ServerConfig.DEFAULT.withAuthenticator(NAMES));
    }

    private void start(ServerConfig config) {
        arena = ServedArena.start(folder, new AgentSettings(10, Duration.ofSeconds(10)), config);
    }

    private void restart(ServerConfig config) {
        arena.close();
        start(config);
    }

    @AfterEach
    void stop() {
        arena.close();
    }

    private Channel channelOf(String principal) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + principal);
        return ClientInterceptors.intercept(arena.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private void joinAndLeave(Channel channel, String name) {
        try (RawAgent agent = RawAgent.join(channel, request(name), RawAgent.Policy.SILENT)) {
            assertThat(agent.awaitJoined()).as(name).isNotEmpty();
        }
        await().forever().until(() -> !arena.arena().agents().isConnected(name));
    }

    private static JoinArena request(String name) {
        return JoinArena.newBuilder().setName(name).setMaxGameCount(1).build();
    }

    private Status refusal(String principal, String name) {
        try (RawAgent agent = RawAgent.join(channelOf(principal), request(name), RawAgent.Policy.SILENT)) {
            return Status.fromThrowable(agent.awaitEnd());
        }
    }

    @Test
    void join_underTheNameOfAnother_isRefusedAlsoAfterARestart() {
        joinAndLeave(channelOf("ann"), "bot");
        restart(ServerConfig.DEFAULT.withAuthenticator(NAMES));

        Status refused = refusal("bob", "bot");

        assertThat(refused.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(refused.getDescription())
                .contains("the agent name \"bot\" belongs to another principal; choose another name")
                .doesNotContain("ann");
        joinAndLeave(channelOf("ann"), "bot");
    }

    @Test
    void join_underAReleasedName_isAllowed() {
        joinAndLeave(channelOf("ann"), "bot");

        assertThat(arena.arena().store().agentNames().release("bot")).isTrue();

        joinAndLeave(channelOf("bob"), "bot");
        assertThat(refusal("ann", "bot").getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    /** Everybody who reaches such a server is the same principal. */
    @Test
    void join_withoutAuthentication_takesNoName() {
        restart(ServerConfig.DEFAULT);
        joinAndLeave(arena.channel(), "bot");

        restart(ServerConfig.DEFAULT.withAuthenticator(NAMES));

        assertThat(arena.arena().store().agentNames().list()).isEmpty();
        joinAndLeave(channelOf("ann"), "bot");
    }
}
