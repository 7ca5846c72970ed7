package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.InvalidValueException;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections beyond the limits are closed, and others are not. */
@Tag("full")
class ConnectionLimitsTest {
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static RunningServer server(int maxCount, int maxCountPerAddress) {
        return RunningServer.with(ServerConfig.DEFAULT
                        .withHttp("127.0.0.1", 0)
                        .withConnectionLimits(
                                new ConnectionLimits(maxCount, maxCountPerAddress, 100, Duration.ofSeconds(60))))
                .start();
    }

    /** Connects from a loopback address, and returns whether the server keeps the connection and sends its settings. */
    private boolean isKept(RunningServer server, String from) throws IOException {
        Socket socket =
                new Socket(InetAddress.getByName("127.0.0.1"), server.server().port(), InetAddress.getByName(from), 0);
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        try {
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
            return false;
        }
    }

    @Test
    void connect_moreThanTheServerAllows_isClosed() throws IOException {
        try (RunningServer server = server(2, 2)) {
            assertThat(isKept(server, "127.0.0.1")).isTrue();
            assertThat(isKept(server, "127.0.0.2")).isTrue();
            assertThat(isKept(server, "127.0.0.3")).isFalse();
        }
    }

    @Test
    void connect_moreFromOneAddress_isClosedAndOthersAreNot() throws Exception {
        try (RunningServer server = server(10, 1)) {
            assertThat(isKept(server, "127.0.0.1")).isTrue();
            assertThat(isKept(server, "127.0.0.1")).isFalse();
            assertThat(isKept(server, "127.0.0.2")).isTrue();

            assertThat(Scrape.metrics(server))
                    .containsEntry("tengen_connections_open", 2.0)
                    .containsEntry("tengen_connections_refused_total", 1.0);
        }
    }

    @Test
    void connect_afterAnotherHasClosed_isKept() throws IOException {
        try (RunningServer server = server(10, 1)) {
            assertThat(isKept(server, "127.0.0.1")).isTrue();
            sockets.get(0).close();

            await().forever().until(() -> isKept(server, "127.0.0.1"));
        }
    }

    @Test
    void limits_zero_throw() {
        assertThatThrownBy(() -> new ConnectionLimits(0, 1, 1, Duration.ofSeconds(1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_connection_count 0 is not 1 or more");
        assertThatThrownBy(() -> new ConnectionLimits(1, 0, 1, Duration.ofSeconds(1)))
                .hasMessage("max_connection_count_per_address 0 is not 1 or more");
        assertThatThrownBy(() -> new ConnectionLimits(1, 1, 0, Duration.ofSeconds(1)))
                .hasMessage("max_calls_per_connection 0 is not 1 or more");
        assertThatThrownBy(() -> new ConnectionLimits(1, 1, 1, Duration.ZERO))
                .hasMessage("slow_reader_limit_ms 0 is not 1 or more");
    }
}
