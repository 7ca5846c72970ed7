package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelsTest {
    @TempDir
    private Path folder;

    @Test
    void client_atUnixSocket_plays() throws Exception {
        Path socket = folder.resolve("tengen.sock");
        try (TengenServer server = TengenServer.start(ServerConfig.DEFAULT.listeningAt(socket));
                TengenClient client = TengenClient.connect("unix:" + socket);
                TengenSession session = client.createSession(SessionSpec.of(9, 9))) {
            assertThat(session.step(40).moveNumber()).isEqualTo(1);
            assertThat(session.async().step(41).get().moveNumber()).isEqualTo(2);
            assertThat(server.openSessionCount()).isEqualTo(1);
        }
    }

    @Test
    void to_badAddress_saysWhatToWrite() {
        assertThatThrownBy(() -> Channels.to("::1:22001"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has IPv6 without brackets; write [::1]:22001");
        assertThatThrownBy(() -> Channels.to("unix:/" + "x".repeat(120)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a path of 121 bytes, and a Unix socket allows 107");
    }

    @Test
    void client_noSocketThere_saysThatTheServerCannotBeReached() {
        try (TengenClient client = TengenClient.connect("unix:" + folder.resolve("none"))) {
            assertThatThrownBy(client::serverInfo)
                    .isInstanceOfSatisfying(
                            TengenException.class,
                            error -> assertThat(error.status()).isEqualTo("UNAVAILABLE"));
        }
    }

    @Test
    void keepAlive_default_noticesASilentConnectionWithin30Seconds() {
        Channels.KeepAlive chosen = Channels.KeepAlive.DEFAULT;

        assertThat(chosen.period()).isGreaterThanOrEqualTo(Duration.ofSeconds(10)); // The server allows no shorter one.
        assertThat(chosen.period().plus(chosen.timeout())).isLessThanOrEqualTo(Duration.ofSeconds(30));
    }
}
