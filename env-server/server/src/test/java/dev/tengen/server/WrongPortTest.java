package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.testing.RawHttp;
import dev.tengen.server.tls.PrivateAuthority;
import dev.tengen.server.tls.TlsFiles;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that speak HTTP/1.1 on the port of gRPC got frames of HTTP/2, which curl calls "Received HTTP/0.9". */
class WrongPortTest {
    private static final String BODY = "{\"reason\":\"GRPC_PORT\",\"message\":\"this is the port for clients of gRPC,";

    @TempDir
    private static Path folder;

    private static TengenServer server;

    @BeforeAll
    static void start() throws IOException {
        server = TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String answer(TengenServer at, String request) throws IOException {
        try (RawHttp connection = new RawHttp(at.port()).send(request)) {
            return connection.readAll();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void request_ofHttp1_namesThePortForIt(String method) throws IOException {
        int http = server.httpEndpoint().orElseThrow().port();

        String answer = answer(server, method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n")
                .contains(BODY, "the page, metrics and the gateway are at the HTTP port, " + http + "\"}");
    }

    /** The response arrives although the server has not read the body when it answers. */
    @Test
    void request_withALongBody_isAnswered() throws IOException {
        String body = "x".repeat(100_000);

        String answer =
                answer(server, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + body);

        assertThat(answer).contains(BODY);
    }

    @Test
    void request_byteByByte_isAnswered() throws IOException {
        try (RawHttp connection = new RawHttp(server.port())) {
            for (char each : "GET / HTTP/1.1\r\n\r\n".toCharArray()) {
                connection.send(String.valueOf(each));
            }
            assertThat(connection.readAll()).contains(BODY);
        }
    }

    @Test
    void request_serverWithoutHttp_saysHowToHaveIt() throws IOException {
        try (TengenServer plain = TengenServer.start(ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0))) {
            assertThat(answer(plain, "GET / HTTP/1.1\r\n\r\n"))
                    .contains(BODY, "this server has no HTTP port; start it with --http-port");
        }
    }

    @Test
    void request_withoutTlsToAServerWithIt_isAnswered() throws IOException {
        Path certificate = folder.resolve("server.pem");
        Path key = folder.resolve("server-key.pem");
        PrivateAuthority authority = new PrivateAuthority();
        Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
        authority.server(List.of("localhost")).write(certificate, key);
        ServerConfig config = ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withTls(new TlsFiles(certificate, key, Optional.empty()));

        try (TengenServer encrypted = TengenServer.start(config)) {
            assertThat(answer(encrypted, "GET / HTTP/1.1\r\n\r\n")).contains(BODY);
        }
    }

    /** What is no request of HTTP/1.1 goes to gRPC, which closes the connection. */
    @Test
    void otherBytes_goToGrpc() throws IOException {
        String answer = answer(server, "GARBAGE-WITHOUT-A-METHOD");

        assertThat(answer).isNotEmpty().doesNotContain("HTTP/1.1", "GRPC_PORT");
    }

    /** A client that waits for the server gets what gRPC sends first: SETTINGS, the frame of type 4. */
    @Test
    @Tag("long")
    void silence_isLeftToGrpc() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            assertThat(socket.getInputStream().readNBytes(9)).contains(4, Index.atIndex(3));
        }
    }
}
