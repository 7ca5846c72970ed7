package dev.tengen.server.tracing;

import io.grpc.ServerBuilder;
import io.grpc.opentelemetry.GrpcOpenTelemetry;
import io.grpc.opentelemetry.InternalGrpcOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The traces of a server: a span for each gRPC call, and the spans of its parts. The trace context of the client (W3C,
 * the header {@code traceparent}) is the parent.
 *
 * <p>Spans wait in a bounded queue for the thread that sends them, so that calls never wait for the collector. Spans
 * that find the queue full are dropped. Thread-safe.
 */
public final class ServerTracing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTracing.class);
    private static final String SCOPE = "dev.tengen.server";
    private static final Duration SEND_DELAY = Duration.ofSeconds(1);
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(10);
    private static final int CLOSE_SECONDS = 5;

    private final OpenTelemetrySdk sdk;

    /** Starts to collect spans, as {@code settings} say, for a server of {@code version}. */
    public ServerTracing(TracingSettings settings, String version) {
        // A new one for each start: the SDK recommends a random UUID, and addresses repeat.
        String instance = UUID.randomUUID().toString();
        LOG.info("Sending traces to {} with service.instance.id {}", settings.endpoint(), instance);
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.endpoint().toString())
                .setTimeout(SEND_TIMEOUT)
                .setCompression("gzip")
                .build();
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .setResource(Resource.getDefault()
                        .merge(Resource.create(Attributes.of(
                                AttributeKey.stringKey("service.name"),
                                "tengen",
                                AttributeKey.stringKey("service.version"),
                                version,
                                AttributeKey.stringKey("service.instance.id"),
                                instance))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampleRatio())))
                .addSpanProcessor(BatchSpanProcessor.builder(new StatusCodeExporter(exporter))
                        .setScheduleDelay(SEND_DELAY)
                        .build())
                .build();
        sdk = OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    /** Returns what makes spans. */
    public Tracer tracer() {
        return sdk.getTracer(SCOPE);
    }

    /**
     * Adds what makes the spans of calls. It belongs before all interceptors of {@code builder} that are not for spans,
     * so that they run outside, and the method of a service has the span of its call as the current one.
     */
    public void configure(ServerBuilder<?> builder) {
        GrpcOpenTelemetry.Builder calls =
                GrpcOpenTelemetry.newBuilder().sdk(sdk).disableAllMetrics();
        InternalGrpcOpenTelemetry.enableTracing(calls, true);
        calls.build().configureServerBuilder(builder);
    }

    /** Sends the spans that wait, for at most {@value #CLOSE_SECONDS} seconds. */
    @Override
    public void close() {
        sdk.getSdkTracerProvider().shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
