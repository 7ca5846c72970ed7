package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.server.identity.Role;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.IdentityServer;
import dev.tengen.server.testing.IdentityServer.Proof;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the access log of a server has of calls, and what it never has. */
class AccessLogCallsTest {
    private static final String ENVIRONMENT = "\"method\":\"tengen.v1.EnvironmentService/";

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("calls");
    }

    private ServerConfig config() {
        return ServerConfig.DEFAULT.withAccessLog(new AccessLogTarget.File(file()));
    }

    @Test
    void calls_ofPrincipalsAndStrangers_areLoggedWithoutSecrets() throws Exception {
        IdentityServer server = new IdentityServer(config());
        server.beforeAll(null);
        String token = server.token("owner", Role.ORCHESTRATOR);
        CreateSessionResponse session;
        try {
            EnvironmentServiceBlockingStub owner =
                    EnvironmentServiceGrpc.newBlockingStub(server.channel("owner", Role.ORCHESTRATOR, Proof.TOKEN));
            session = owner.createSession(
                    Calls.create(Calls.square(3)).setWithPlayerSeats(true).build());
            StepRequest pass = Calls.step(session.getSessionId(), 9).build();
            owner.reset(Calls.reset(session.getSessionId()).build());
            owner.step(pass);
            Failure.of(() -> EnvironmentServiceGrpc.newBlockingStub(server.channel("me", Role.AGENT, Proof.TOKEN))
                    .step(pass));
            Failure.of(() -> EnvironmentServiceGrpc.newBlockingStub(server.channel("no-token-of-this-server"))
                    .step(pass));
        } finally {
            server.afterAll(null);
        }

        String id = session.getSessionId();
        String shown = "\"session\":\"" + id.substring(0, 8) + "\"";
        List<String> lines = Files.readAllLines(file());
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).contains("\"principal\":\"owner\"", ENVIRONMENT + "CreateSession\"", shown);
        assertThat(lines.get(2)).contains(ENVIRONMENT + "Step\",\"status\":\"OK\"", shown, "\"peer\":\"127.0.0.1\"");
        assertThat(lines.get(3)).contains("\"principal\":\"me\"", "NOT_FOUND", "\"reason\":\"SESSION_NOT_FOUND\"");
        assertThat(lines.get(4)).contains("UNAUTHENTICATED").doesNotContain("principal");
        assertThat(Files.readString(file()))
                .doesNotContain(id)
                .doesNotContain(token)
                .doesNotContain("no-token-of-this-server")
                .doesNotContain(session.getSeatTokens().getBlack());
    }

    @Test
    void streams_finishedAndCancelled_areALineEachWithTheirMessages() throws Exception {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(2).addSpecs(Calls.square(3));
        try (RunningServer server =
                RunningServer.with(config().withHttp("127.0.0.1", 0)).start()) {
            BatchCall finished = BatchCall.open(server.channel(), open);
            finished.receive();
            finished.step(0, 1);
            finished.receive();
            finished.halfClose();
            finished.awaitEnd();
            BatchCall cancelled = BatchCall.open(server.channel(), open);
            cancelled.receive();
            cancelled.close();
            server.awaitNoLanes();
            Scrape.awaitMetrics(
                    server, Map.of("tengen_access_log_lines_total", 2.0, "tengen_access_log_dropped_total", 0.0));
        }

        assertThat(Files.readAllLines(file()))
                .filteredOn(line -> !line.contains("\"method\":\"GET /metrics\",\"status\":\"200\""))
                .hasSize(2)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("\"status\":\"OK\"", "\"stream\":1,\"requests\":2,\"responses\":2"),
                        line -> assertThat(line).contains("\"status\":\"CANCELLED\"", "\"stream\":2,\"requests\":1"));
    }

    @Test
    void start_fileThatCannotBeWritten_fails() {
        ServerConfig unwritable = ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withAccessLog(new AccessLogTarget.File(folder.resolve("none/calls")));

        assertThatThrownBy(() -> TengenServer.start(unwritable))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write the access log", "none/calls");
    }
}
