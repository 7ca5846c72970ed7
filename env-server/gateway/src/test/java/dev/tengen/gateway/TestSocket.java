package dev.tengen.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A WebSocket of a client, with its answers as JSON. */
public final class TestSocket implements AutoCloseable {
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final WebSocket socket;

    private TestSocket(ServedGateway gateway, String path, String... headers) {
        WebSocket.Builder builder = gateway.http().newWebSocketBuilder();
        for (int index = 0; index < headers.length; index += 2) {
            builder.header(headers[index], headers[index + 1]);
        }
        socket = builder.buildAsync(gateway.address("ws", path), new Receiver()).join();
    }

    static TestSocket open(ServedGateway gateway, String path, String... headers) {
        return new TestSocket(gateway, path, headers);
    }

    private final class Receiver implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            text.append(data);
            if (isLast) {
                answers.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            closed.complete(status);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            closed.complete(-1);
        }
    }

    /** Sends {@code message}. */
    public void send(String message) {
        socket.sendText(message, true).join();
    }

    /** Returns the next answer. */
    public JsonNode answer() {
        try {
            String answer = answers.poll(5, TimeUnit.MINUTES);
            if (answer == null) {
                throw new AssertionError("no answer within 30 seconds");
            }
            return ServedGateway.json(answer);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends {@code message}, and returns the answer. */
    public JsonNode ask(String message) {
        send(message);
        return answer();
    }

    /** Starts an episode with {@code options}, and returns the data of the answer. */
    public JsonNode reset(String options) {
        return ask("{\"type\":\"reset\",\"data\":" + options + "}").path("data");
    }

    /** Plays {@code move}, and returns the data of the answer. */
    public JsonNode step(String move) {
        return ask("{\"type\":\"step\",\"data\":{\"move\":\"" + move + "\"}}").path("data");
    }

    /** Returns the state. */
    public JsonNode state() {
        return ask("{\"type\":\"state\"}").path("data");
    }

    /** Returns the code of an error. */
    public static String code(JsonNode answer) {
        return answer.path("data").path("code").asText();
    }

    /** Returns the status with which the server closes the socket. */
    public int closeStatus() {
        return closed.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Drops the connection without a word. */
    public void drop() {
        socket.abort();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
