package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.InvalidValueException;
import dev.tengen.server.session.SessionLimits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {
    private static ServerConfig config(int port, int sessionCount, long idleMillis, int maxRequestBytes) {
        return new ServerConfig(
                "127.0.0.1", port, new SessionLimits(sessionCount, Duration.ofMillis(idleMillis)), maxRequestBytes);
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

    /** GetServerInfo once promised requests of any length that was asked for, when the transport cut them at 16 MiB. */
    @Test
    void constructor_longerRequestsThanTheTransportTakes_throws() {
        assertThatThrownBy(() -> config(0, 1, 1, (16 << 20) + 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_request_bytes 16777217 is outside [1, 16777216]");
    }

    @Test
    void default_host_isLoopback() throws UnknownHostException {
        assertThat(InetAddress.getByName(ServerConfig.DEFAULT.host()).isLoopbackAddress())
                .isTrue();
    }

    @Test
    void listeningAt_otherPlace_keepsTheRest() {
        ServerConfig config = config(1, 2, 3, 4);

        assertThat(config.listeningAt("::1", 5))
                .isEqualTo(new ServerConfig("::1", 5, config.sessionLimits(), config.maxRequestBytes()));
    }

    @Test
    void withSessionLimits_others_keepsTheRest() {
        SessionLimits limits = new SessionLimits(7, Duration.ofSeconds(8));

        assertThat(config(1, 2, 3, 4).withSessionLimits(limits)).isEqualTo(new ServerConfig("127.0.0.1", 1, limits, 4));
    }
}
