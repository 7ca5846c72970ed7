package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** The HTTP responses of a server. */
public final class Scrape {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Scrape() {}

    /** Requests {@code path}. */
    public static HttpResponse<String> get(RunningServer server, String path) throws IOException, InterruptedException {
        return get(server.server(), path);
    }

    private static HttpResponse<String> get(TengenServer server, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.httpEndpoint().orElseThrow() + path);
        return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns every metric by its name with labels. */
    public static Map<String, Double> metrics(RunningServer server) throws IOException, InterruptedException {
        return metrics(server.server());
    }

    /**
     * Waits until the metrics named in {@code expected} have these values. The last call is counted a moment after its
     * client has the answer.
     */
    public static void awaitMetrics(RunningServer server, Map<String, Double> expected) {
        await().forever().untilAsserted(() -> {
            Map<String, Double> scraped = metrics(server);
            scraped.keySet().retainAll(expected.keySet());
            assertThat(scraped).isEqualTo(expected);
        });
    }

    /** Returns every metric by its name with labels. */
    public static Map<String, Double> metrics(TengenServer server) throws IOException, InterruptedException {
        Map<String, Double> metrics = new HashMap<>();
        get(server, "/metrics")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> {
                    int space = line.lastIndexOf(' ');
                    metrics.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
                });
        return metrics;
    }
}
