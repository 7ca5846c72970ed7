package dev.tengen.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** A server with its gateway, at free loopback ports. */
public final class ServedGateway implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final TengenServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private ServedGateway(ServerConfig config, GatewaySettings settings) {
        try {
            server = TengenServer.start(
                    config.listeningAt("127.0.0.1", 0).withHttp("127.0.0.1", 0),
                    List.of(),
                    List.of(GatewayModule.factory(settings)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server with the default settings. */
    public static ServedGateway start() {
        return start(ServerConfig.DEFAULT, GatewaySettings.DEFAULT);
    }

    /** Starts a server. */
    public static ServedGateway start(ServerConfig config, GatewaySettings settings) {
        return new ServedGateway(config, settings);
    }

    /** Returns an address of the HTTP port. */
    public URI address(String scheme, String path) {
        return URI.create(scheme + "://" + server.httpEndpoint().orElseThrow() + path);
    }

    /** Returns the client of HTTP. */
    public HttpClient http() {
        return http;
    }

    /** Opens a socket. */
    public TestSocket socket(String path, String... headers) {
        return TestSocket.open(this, path, headers);
    }

    /** Sends a request. {@code headers} are names and values. */
    public HttpResponse<String> post(String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address("http", path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json");
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** Sends a request. {@code headers} are names and values. */
    public HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address("http", path)).GET();
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    /** Sends a request. {@code headers} are names and values. */
    public HttpResponse<String> delete(String path, String... headers) {
        return send(HttpRequest.newBuilder(address("http", path)).DELETE().headers(headers));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the body of {@code response} as JSON. */
    public static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    /** Returns {@code text} as JSON. */
    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /** Calls a method of JSON-RPC at {@code /mcp}. */
    public JsonNode rpc(String method, String params) {
        return json(
                post("/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"));
    }

    /** Returns a channel to the same server over gRPC, which the caller shuts down. */
    public ManagedChannel channel() {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.port())
                .usePlaintext()
                .build();
    }

    public TengenServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
