package dev.tengen.server.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/**
 * Exports spans with the codes of errors alone. The text of an error repeats what the client sent, such as ids of
 * sessions, which give access.
 */
final class StatusCodeExporter implements SpanExporter {
    private final SpanExporter exporter;

    StatusCodeExporter(SpanExporter exporter) {
        this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        return exporter.export(
                spans.stream().map(StatusCodeExporter::withoutText).toList());
    }

    private static SpanData withoutText(SpanData span) {
        StatusData status = span.getStatus();
        int end = status.getDescription().indexOf(':');
        return end < 0
                ? span
                : new WithStatus(
                        span,
                        StatusData.create(
                                status.getStatusCode(), status.getDescription().substring(0, end)));
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }

    /** A span with another status. */
    private static final class WithStatus extends DelegatingSpanData {
        private final StatusData status;

        WithStatus(SpanData span, StatusData status) {
            super(span);
            this.status = status;
        }

        @Override
        public StatusData getStatus() {
            return status;
        }
    }
}
