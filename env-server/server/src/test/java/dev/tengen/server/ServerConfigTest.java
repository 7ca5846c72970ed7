package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.tls.TlsFiles;
import dev.tengen.server.tracing.TracingSettings;
import dev.tengen.server.tree.ForestLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {
    private static ServerConfig config(int port, int sessionCount, long idleMillis, int maxRequestBytes) {
        return ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", port)
                .withSessionLimits(new SessionLimits(sessionCount, Duration.ofMillis(idleMillis)))
                .withMaxRequestBytes(maxRequestBytes);
    }

    @Test
    void constructor_leastValues_areTaken() {
        assertThatCode(() -> config(0, 1, 1, 1)).doesNotThrowAnyException();
    }

    @Test
    void constructor_greatestValues_areTaken() {
        assertThatCode(() -> config(65_535, Integer.MAX_VALUE, Long.MAX_VALUE, 16 << 20))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void constructor_portOutside_throws(int port) {
        assertThatThrownBy(() -> config(port, 1, 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("port " + port + " is outside [0, 65535]");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void constructor_noPlaceForASession_throws(int count) {
        assertThatThrownBy(() -> config(0, count, 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_session_count " + count + " is not 1 or more");
    }

    @Test
    void constructor_noPlaceForANodeOrATree_throws() {
        assertThatThrownBy(() -> ServerConfig.DEFAULT.withForestLimits(new ForestLimits(0, 1)))
                .hasMessage("max_node_count 0 is not 1 or more");
        assertThatThrownBy(() -> ServerConfig.DEFAULT.withForestLimits(new ForestLimits(1, -1)))
                .hasMessage("max_tree_count -1 is not 1 or more");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void constructor_noIdleTime_throws(long millis) {
        assertThatThrownBy(() -> config(0, 1, millis, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("idle_timeout_ms " + millis + " is not 1 or more");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void constructor_noRequestAllowed_throws(int bytes) {
        assertThatThrownBy(() -> config(0, 1, 1, bytes))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_request_bytes " + bytes + " is outside [1, 16777216]");
    }

    /**
     * GetServerInfo once promised requests of any configured length, although the transport rejected those above 16
     * MiB.
     */
    @Test
    void constructor_longerRequestsThanTheTransportTakes_throws() {
        assertThatThrownBy(() -> config(0, 1, 1, (16 << 20) + 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_request_bytes 16777217 is outside [1, 16777216]");
    }

    @Test
    void withDrainLimit_negative_throws() {
        assertThatThrownBy(() -> ServerConfig.DEFAULT.withDrainLimit(Duration.ofMillis(-1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("drain_limit_ms -1 is not 0 or more");
    }

    @Test
    void default_endpoint_isLocal() {
        assertThat(ServerConfig.DEFAULT.endpoint().isLocal()).isTrue();
        assertThat(ServerConfig.DEFAULT.http()).isEmpty();
    }

    @Test
    void changes_oneAfterAnother_keepTheRest() {
        SessionLimits limits = new SessionLimits(7, Duration.ofSeconds(8));
        EngineLimits engines = new EngineLimits(List.of(EngineSpec.of("gnugo", "gnugo --mode gtp")), 2, 3);
        AnalysisLimits analyses = new AnalysisLimits(12, 13, 14, Duration.ofSeconds(15), 16);

        MemoryLimits memory = new MemoryLimits(17, 19, Map.of(MemoryKind.LANE, 18));

        ConnectionLimits connections = new ConnectionLimits(19, 20, 21, Duration.ofSeconds(22));

        TlsFiles tls = new TlsFiles(Path.of("server.pem"), Path.of("server-key.pem"), Optional.empty());

        Authenticator authenticator = credentials -> Optional.empty();

        SessionStore.Factory store = (known, meters) -> {
            throw new AssertionError("not opened");
        };
        BatchJournals.Factory journals = meters -> {
            throw new AssertionError("not opened");
        };
        TracingSettings tracing = TracingSettings.of("http://collector:4318", 0.25);

        ServerConfig config = config(1, 2, 3, 4)
                .withDrainLimit(Duration.ofSeconds(5))
                .withHttp("::1", 6)
                .withSessionLimits(limits)
                .withMaxLaneCount(9)
                .withForestLimits(new ForestLimits(10, 11))
                .withEngineLimits(engines)
                .withAnalysisLimits(analyses)
                .withEnabledServices(new EnabledServices(false, true, true, false))
                .withMemoryLimits(memory)
                .withConnectionLimits(connections)
                .withAuthenticator(authenticator)
                .withTls(tls)
                .withInsecureNetwork()
                .withQuotas(Path.of("quotas"))
                .withSessionStore(store)
                .withBatchJournals(journals)
                .withAccessLog(new AccessLogTarget.File(Path.of("calls")))
                .withTracing(tracing)
                .listeningAt(Path.of("/run/tengen.sock"));

        assertThat(config)
                .isEqualTo(new ServerConfig(
                        new Endpoint.Unix(Path.of("/run/tengen.sock")),
                        Optional.of(new HttpSettings(new Endpoint.Tcp("::1", 6), Set.of())),
                        limits,
                        9,
                        new ForestLimits(10, 11),
                        4,
                        Duration.ofSeconds(5),
                        engines,
                        analyses,
                        new EnabledServices(false, true, true, false),
                        memory,
                        connections,
                        authenticator,
                        Optional.of(tls),
                        true,
                        Optional.of(Path.of("quotas")),
                        Optional.of(store),
                        Optional.of(journals),
                        Optional.of(new AccessLogTarget.File(Path.of("calls"))),
                        Optional.of(tracing)));
    }
}
