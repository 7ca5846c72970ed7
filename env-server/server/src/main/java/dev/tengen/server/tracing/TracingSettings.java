package dev.tengen.server.tracing;

import dev.tengen.base.InvalidValueException;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a server sends its traces, and which.
 *
 * @param endpoint the address of a collector that speaks OTLP over HTTP, such as http://localhost:4318/v1/traces
 * @param sampleRatio the share of traces that are recorded among those that begin at the server: 0 to 1. A client that
 *     sends a trace context decides for its own
 */
public record TracingSettings(URI endpoint, double sampleRatio) {
    /** The path of traces, which collectors serve. */
    private static final String TRACES_PATH = "/v1/traces";

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if the endpoint is not an address of HTTP, or the ratio is out of range
     */
    public TracingSettings {
        String scheme = String.valueOf(endpoint.getScheme());
        boolean isHttp = scheme.equals("http") || scheme.equals("https");
        if (!isHttp || endpoint.getHost() == null) {
            throw notAnAddress(endpoint.toString());
        }
        if (!(sampleRatio >= 0 && sampleRatio <= 1)) {
            throw InvalidValueException.not("tracing_sample_ratio", sampleRatio, "0 to 1");
        }
    }

    /**
     * Returns settings with the address in {@code text}. Without a path, it gets that of traces, {@value #TRACES_PATH}.
     *
     * @throws InvalidValueException if the text is not an address of HTTP, or the ratio is out of range
     */
    public static TracingSettings of(String text, double sampleRatio) {
        try {
            URI endpoint = new URI(text);
            String path = String.valueOf(endpoint.getPath());
            return new TracingSettings(
                    path.isEmpty() || path.equals("/") ? endpoint.resolve(TRACES_PATH) : endpoint, sampleRatio);
        } catch (URISyntaxException e) {
            throw notAnAddress(text);
        }
    }

    private static InvalidValueException notAnAddress(String text) {
        return InvalidValueException.not(
                "tracing_endpoint", "\"" + text + "\"", "an address such as http://localhost:4318");
    }
}
