package dev.tengen.gateway.openenv;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.gateway.ServedGateway;
import dev.tengen.gateway.TestSocket;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clients that leave while their opponent thinks, which would take it a minute. Its search ends, so their move is not
 * played.
 */
class LeavingClientTest {
    private static final String OPTIONS =
            "{\"size\":19,\"opponent\":\"monte-carlo:playouts=1000000\",\"color\":\"black\",\"seed\":1}";

    private static ServedGateway gateway;

    @BeforeAll
    static void start() {
        gateway = ServedGateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Returns the number of moves of a session, after the call on it that runs. */
    private static int moveNumber(String session) {
        JsonNode state = ServedGateway.json(gateway.get("/state?session_id=" + session));
        return state.at("/observation/move_number").asInt(-1);
    }

    @Test
    void step_socketDrops_isCancelled() {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset(OPTIONS);
            String session = socket.state().path("session_id").asText();

            socket.send("{\"type\":\"step\",\"data\":{\"move\":\"D4\"}}");
            socket.drop();

            assertThat(moveNumber(session)).isZero();
        }
    }

    @Test
    void step_connectionCloses_isCancelled() throws IOException {
        try (TestSocket socket = gateway.socket("/ws")) {
            socket.reset(OPTIONS);
            String session = socket.state().path("session_id").asText();
            String body = "{\"session_id\":\"" + session + "\",\"action\":{\"move\":\"D4\"}}";

            try (Socket client =
                    new Socket("127.0.0.1", gateway.address("http", "/").getPort())) {
                String request = "POST /step HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body;
                client.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            }

            assertThat(moveNumber(session)).isZero();
        }
    }
}
