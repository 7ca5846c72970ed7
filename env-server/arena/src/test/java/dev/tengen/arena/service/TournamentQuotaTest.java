package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.ArenaServiceGrpc.ArenaServiceBlockingStub;
import dev.tengen.proto.v1.CreateTournamentRequest;
import dev.tengen.proto.v1.TournamentSpec;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.Failure;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quota of tournaments. */
class TournamentQuotaTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** Takes each token as the name of an orchestrator. */
    private static final Authenticator NAMES =
            credentials -> credentials.bearerToken().map(token -> new Principal(token, Role.ORCHESTRATOR));

    @TempDir
    private Path folder;

    private static ArenaServiceBlockingStub stub(ServedArena arena, String principal) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + principal);
        return ArenaServiceGrpc.newBlockingStub(
                ClientInterceptors.intercept(arena.channel(), MetadataUtils.newAttachHeadersInterceptor(headers)));
    }

    private static void create(ArenaServiceBlockingStub stub, TournamentSpec spec) {
        var unused = stub.createTournament(
                CreateTournamentRequest.newBuilder().setSpec(spec).build());
    }

    /** A tournament that waits for an agent that does not come. */
    private static TournamentSpec waiting(String name) {
        return Specs.roundRobin(name, 1, "absent", "random=random").build();
    }

    @Test
    void createTournament_beyondTheQuota_isRefusedUntilOneEnds() throws IOException {
        Path quotas = Files.writeString(folder.resolve("quotas"), "ann tournaments=1\n");
        ServerConfig config = ServerConfig.DEFAULT.withAuthenticator(NAMES).withQuotas(quotas);
        try (ServedArena arena = ServedArena.start(folder, new AgentSettings(10, Duration.ofSeconds(10)), config)) {
            ArenaServiceBlockingStub ann = stub(arena, "ann");
            create(ann, waiting("first"));

            Failure refused = Failure.of(() -> create(ann, waiting("second")));

            assertThat(refused.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(refused.reason()).contains("QUOTA_EXCEEDED");
            assertThat(refused.description()).startsWith("the quota tournaments of this principal is 1, of which 0");
            assertThat(arena.arena().views().list(0, 10)).hasSize(1);
            create(ann, waiting("first")); // The same tournament again takes nothing.
            create(stub(arena, "bob"), waiting("third"));
            arena.arena().tournaments().cancel("first");
            await().forever().untilAsserted(() -> create(ann, waiting("second")));
        }
    }
}
