package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.tls.PrivateAuthority;
import dev.tengen.server.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and servers that do not agree on TLS: one sentence says what to do, and nobody waits. */
@Tag("full")
class ConnectionFaultTest {
    /** Longer than any of the tests may take: an error comes at once. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    @TempDir
    private static Path folder;

    private static TengenServer plain;
    private static TengenServer encrypted;

    @BeforeAll
    static void start() throws IOException {
        PrivateAuthority authority = new PrivateAuthority();
        Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
        Files.writeString(folder.resolve("other.pem"), new PrivateAuthority().certificatePem());
        authority.server(List.of("localhost")).write(folder.resolve("server.pem"), folder.resolve("server-key.pem"));
        plain = TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0));
        encrypted = TengenServer.start(ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withHttp("127.0.0.1", 0)
                .withTls(new TlsFiles(
                        folder.resolve("server.pem"), folder.resolve("server-key.pem"), Optional.empty())));
    }

    @AfterAll
    static void stop() {
        plain.close();
        encrypted.close();
    }

    private static ConnectionSecurity trusting(String file) {
        return ConnectionSecurity.tls().withAuthorities(folder.resolve(file));
    }

    private static void check(String address, ConnectionSecurity security, String sentence) {
        try (TengenClient client = TengenClient.connect(address, Duration.ofSeconds(3), security)) {
            assertThatThrownBy(client::serverInfo)
                    .isInstanceOf(TengenException.class)
                    .hasMessageContaining(sentence);
            assertThatThrownBy(() -> client.awaitReady(WAIT))
                    .isInstanceOf(TengenException.class)
                    .hasMessageContaining(sentence);
        }
    }

    /** The server closes the connection, often without an alert, so this is a guess. */
    @Test
    void call_withoutTlsToAServerWithIt_saysSo() {
        check("localhost:" + encrypted.port(), ConnectionSecurity.NONE, "set TENGEN_CA");
    }

    @Test
    void call_withTlsToAServerWithoutIt_saysSo() {
        check(
                "localhost:" + plain.port(),
                trusting("ca.pem"),
                "this client uses TLS and the server does not; unset TENGEN_CA");
    }

    @Test
    void call_toAServerOfAnotherAuthorityOrName_saysSo() {
        check("localhost:" + encrypted.port(), trusting("other.pem"), "does not trust the certificate of the server");
        check("127.0.0.1:" + encrypted.port(), trusting("ca.pem"), "it is not for this address");
    }

    @Test
    void call_toTheHttpPort_namesTheOther() {
        int port = plain.httpEndpoint().orElseThrow().port();

        check("localhost:" + port, ConnectionSecurity.NONE, "connect to the port for clients");
    }

    @Test
    void call_toTheHttpPortWithTls_namesTheOther() {
        int port = encrypted.httpEndpoint().orElseThrow().port();

        check("localhost:" + port, trusting("ca.pem"), "connect to the port for clients");
    }

    @Test
    void call_withTls_isAnswered() {
        try (TengenClient client =
                TengenClient.connect("localhost:" + encrypted.port(), Duration.ofSeconds(30), trusting("ca.pem"))) {
            assertThat(client.awaitReady(WAIT).serverInfo().version()).isNotEmpty();
        }
    }
}
