package dev.tengen.server.testing;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tengen.server.tracing.TracingSettings;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/** A collector of traces on a free loopback port, which keeps what it receives. */
public final class TraceReceiver implements AutoCloseable {
    private final List<ResourceSpans> received = new CopyOnWriteArrayList<>();
    private final HttpServer http;

    /** Starts to listen. */
    public TraceReceiver() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/v1/traces", this::receive);
        http.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
            received.addAll(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList());
        }
        byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Returns settings with which a server sends its traces here. */
    public TracingSettings settings(double sampleRatio) {
        return TracingSettings.of("http://127.0.0.1:" + http.getAddress().getPort(), sampleRatio);
    }

    /** Waits until {@code count} spans have come, and returns them. */
    public List<Span> spans(int count) {
        await().forever().until(() -> spans().size() >= count);
        return spans();
    }

    /** Returns the spans that have come, in the order of their ends. */
    public List<Span> spans() {
        return received.stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    /** Returns what has come: the spans, with what they are of. */
    public List<ResourceSpans> received() {
        return received;
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
