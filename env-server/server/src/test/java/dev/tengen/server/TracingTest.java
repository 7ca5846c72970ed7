package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.tengen.base.InvalidValueException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TraceReceiver;
import dev.tengen.server.tracing.TracingSettings;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The spans that a collector gets of a server. */
class TracingTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String SAMPLED = "01";
    private static final String NOT_SAMPLED = "00";

    private TraceReceiver receiver;

    @BeforeEach
    void listen() throws IOException {
        receiver = new TraceReceiver();
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    private RunningServer server(double sampleRatio) {
        return RunningServer.with(ServerConfig.DEFAULT.withTracing(receiver.settings(sampleRatio)))
                .start();
    }

    /** Returns the channel of a client in a trace, with {@link #PARENT} as its span. */
    private static Channel traced(RunningServer server, String flags) {
        Metadata headers = new Metadata();
        headers.put(
                Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER),
                "00-" + TRACE + "-" + PARENT + "-" + flags);
        return ClientInterceptors.intercept(server.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    private static ByteString hex(String digits) {
        return ByteString.copyFrom(HexFormat.of().parseHex(digits));
    }

    private static List<Span> named(List<Span> spans, String name) {
        return spans.stream().filter(span -> span.getName().equals(name)).toList();
    }

    @Test
    void game_ofAClientWithATrace_isASpanForEachCallBelowTheClients() {
        try (RunningServer server = server(0)) {
            EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(traced(server, SAMPLED));
            String session = Calls.open(stub, Calls.square(3));
            stub.reset(Calls.reset(session).build());
            Calls.play(stub, session, 4, 9, 9);
        }

        assertThat(receiver.spans(5)).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(hex(TRACE));
            assertThat(span.getParentSpanId()).isEqualTo(hex(PARENT));
            assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_OK);
            assertThat(span.getEndTimeUnixNano()).isGreaterThan(span.getStartTimeUnixNano());
        });
        assertThat(receiver.spans())
                .extracting(Span::getName)
                .containsExactly(
                        "Recv.tengen.v1.EnvironmentService.CreateSession",
                        "Recv.tengen.v1.EnvironmentService.Reset",
                        "Recv.tengen.v1.EnvironmentService.Step",
                        "Recv.tengen.v1.EnvironmentService.Step",
                        "Recv.tengen.v1.EnvironmentService.Step");
        assertThat(receiver.received().get(0).getResource().getAttributesList())
                .anyMatch(attribute -> attribute.getKey().equals("service.instance.id")
                        && attribute.getValue().getStringValue().matches("[0-9a-f-]{36}"))
                .anyMatch(attribute -> attribute.getKey().equals("service.name")
                        && attribute.getValue().getStringValue().equals("tengen"));
    }

    @Test
    void batch_messages_areASpanEachAndLanesAreNone() {
        int laneCount = 64;
        try (RunningServer server = server(1)) {
            BatchCall batch = BatchCall.open(
                    server.channel(),
                    OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(Calls.square(5)));
            batch.receive();
            for (int i = 0; i < 3; i++) {
                batch.step(new int[laneCount]);
                batch.receive();
            }
            batch.halfClose();
            batch.awaitEnd();
        }

        List<Span> spans = receiver.spans(5);
        List<Span> calls = named(spans, "Recv.tengen.v1.BatchService.Run");
        List<Span> messages = named(spans, "tengen.v1.BatchService.Run.message");
        assertThat(calls).hasSize(1);
        assertThat(messages).hasSize(4).allSatisfy(message -> {
            assertThat(message.getParentSpanId()).isEqualTo(calls.get(0).getSpanId());
            assertThat(message.getAttributesList())
                    .extracting(attribute -> attribute.getKey())
                    .containsExactlyInAnyOrder("rpc.message.id", "rpc.request.size", "rpc.response.size");
        });
        assertThat(spans).hasSize(5);
    }

    @Test
    void error_ofACall_isACodeWithoutItsText() {
        String id = "0123456789abcdef0123456789abcdef";
        try (RunningServer server = server(1)) {
            Failure.of(() -> Calls.describe(server.stub(), id));
        }

        assertThat(receiver.spans(1)).singleElement().satisfies(span -> {
            assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(span.getStatus().getMessage()).isEqualTo("NOT_FOUND");
        });
        assertThat(receiver.received().toString()).doesNotContain(id);
    }

    @Test
    void calls_notSampledByServerOrClient_haveNoSpan() {
        try (RunningServer server = server(0)) {
            Calls.open(server.stub(), Calls.square(3));
        }
        try (RunningServer server = server(1)) {
            Calls.open(EnvironmentServiceGrpc.newBlockingStub(traced(server, NOT_SAMPLED)), Calls.square(3));
        }

        assertThat(receiver.spans()).isEmpty();
    }

    @Test
    @Tag("full")
    void calls_collectorThatIsGone_succeed() {
        receiver.close();

        try (RunningServer server = server(1)) {
            String session = Calls.open(server.stub(), Calls.square(3));
            assertThat(Calls.describe(server.stub(), session).getSpec().getWidth())
                    .isEqualTo(3);
        }
    }

    @Test
    void settings_endpoints_areCompletedAndChecked() {
        assertThat(TracingSettings.of("http://collector:4318", 1).endpoint())
                .hasToString("http://collector:4318/v1/traces");
        assertThat(TracingSettings.of("https://collector/otlp", 1).endpoint()).hasToString("https://collector/otlp");
        assertThatThrownBy(() -> TracingSettings.of("collector:4318", 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("tracing_endpoint \"collector:4318\" is not an address");
        assertThatThrownBy(() -> TracingSettings.of("http://a b", 1)).hasMessageContaining("is not an address");
        assertThatThrownBy(() -> TracingSettings.of("http://collector", 1.5))
                .hasMessage("tracing_sample_ratio 1.5 is not 0 to 1");
        assertThatThrownBy(() -> TracingSettings.of("http://collector", Double.NaN))
                .hasMessage("tracing_sample_ratio NaN is not 0 to 1");
    }
}
