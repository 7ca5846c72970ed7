package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.gateway.game.GatewayJson;
import dev.tengen.gateway.game.GatewaySession;
import dev.tengen.gateway.game.GatewaySessions;
import dev.tengen.gateway.http.JsonRpcException;
import dev.tengen.gateway.http.JsonRpcResponses;
import dev.tengen.gateway.tool.GameTool;
import dev.tengen.gateway.tool.GameTools;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A server of the Model Context Protocol for one client, which has started this process and talks to it over standard
 * input and output. The game is in this process. Messages are answered one after another.
 */
public final class StandardStreams {
    /** The maximum length of a message, in bytes. */
    static final int MAX_MESSAGE_BYTES = 1 << 20;

    private static final Duration IDLE_TIMEOUT = Duration.ofDays(7);

    /** The present game, and the one that a reset makes before the present one ends. */
    private static final int MAX_SESSIONS = 2;

    private final InputStream input;
    private final OutputStream output;
    private final McpProtocol protocol;
    private final McpProtocol.GameCaller caller;

    private StandardStreams(InputStream input, OutputStream output, GatewaySessions sessions, GatewaySession session) {
        this.input = new BufferedInputStream(input);
        this.output = output;
        protocol =
                new McpProtocol(new GameTools(sessions, (who, work) -> CompletableFuture.completedFuture(work.get())));
        caller = tool -> new GameTool.Caller(Principal.LOCAL, () -> session, new CallToken(session));
    }

    /**
     * Serves the client until {@code input} ends. A line that is no message is answered with an error, and the next one
     * is read; blank lines are skipped.
     *
     * @param input the messages of the client, one a line
     * @param output gets the messages of the server, and nothing else may be written to it
     * @throws IOException if a stream fails
     */
    public static void serve(InputStream input, OutputStream output) throws IOException {
        GatewaySessions sessions = new GatewaySessions(new Sessions(
                new SessionLimits(MAX_SESSIONS, IDLE_TIMEOUT), Ticker.systemTicker(), ActivityListener.NONE));
        GatewaySession session = sessions.open(Principal.LOCAL, false);
        try {
            new StandardStreams(input, output, sessions, session).run();
        } finally {
            sessions.close(session);
        }
    }

    private void run() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isEnd = false;
        while (!isEnd) {
            line.reset();
            int next = input.read();
            while (next >= 0 && next != '\n') {
                if (line.size() <= MAX_MESSAGE_BYTES) { // One byte more shows that the line is too long.
                    line.write(next);
                }
                next = input.read();
            }
            isEnd = next < 0;
            Optional<ObjectNode> response = answer(line.toByteArray());
            if (response.isPresent()) {
                output.write((response.get() + "\n").getBytes(StandardCharsets.UTF_8));
                output.flush();
            }
        }
    }

    /** Returns the response to a line; empty if it needs none. */
    private Optional<ObjectNode> answer(byte[] line) {
        if (isBlank(line)) {
            return Optional.empty();
        }
        McpMessage message;
        try {
            if (line.length > MAX_MESSAGE_BYTES) {
                throw JsonRpcException.invalidRequest("it is longer than " + MAX_MESSAGE_BYTES + " bytes");
            }
            message = McpMessage.read(GatewayJson.parse(line).orElseThrow(JsonRpcException::notJson));
        } catch (JsonRpcException e) {
            return Optional.of(JsonRpcResponses.error(e));
        }
        return message.isRequest()
                ? Optional.of(protocol.answer(message, caller).join())
                : Optional.empty();
    }

    /** Returns whether there is nothing but white space and the byte order mark, with which some programs begin. */
    private static boolean isBlank(byte[] line) {
        return new String(line, StandardCharsets.UTF_8).replace("\ufeff", "").isBlank();
    }
}
