package dev.tengen.server.testing;

import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** What a server tells over HTTP. */
public final class Scrape {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Scrape() {}

    /** Asks for {@code path}. */
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
