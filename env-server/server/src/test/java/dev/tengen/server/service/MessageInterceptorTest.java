package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RawCall;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageInterceptorTest {
    private static final int LIMIT = 1000;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withMaxRequestBytes(LIMIT));

    /** Returns a request of {@code length} bytes with an unknown field. */
    private static GetServerInfoRequest request(int length) {
        int overhead = 4; // Two bytes of tag, two of length.
        UnknownFieldSet.Field field = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(new byte[length - overhead]))
                .build();
        return GetServerInfoRequest.newBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().addField(100, field).build())
                .build();
    }

    @Test
    void call_requestAsLongAsAllowed_isAnswered() {
        GetServerInfoRequest request = request(LIMIT);

        assertThat(request.getSerializedSize()).isEqualTo(LIMIT);
        assertThatCode(() -> SERVER.stub().getServerInfo(request)).doesNotThrowAnyException();
    }

    @Test
    void call_requestAByteLonger_isRejected() {
        Failure failure = Failure.of(() -> SERVER.stub().getServerInfo(request(LIMIT + 1)));

        assertThat(failure.reason()).contains("MESSAGE_TOO_LARGE");
        assertThat(failure.description()).isEqualTo("request of 1001 bytes is outside [0, 1000]");
    }

    @Test
    void getServerInfo_anyTime_reportsTheLimit() {
        assertThat(Calls.serverInfo(SERVER.stub()).getLimits().getMaxRequestBytes())
                .isEqualTo(LIMIT);
    }

    /**
     * The same bytes did the same in the services of gRPC itself, as health and reflection, after that of ours had been
     * fixed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"grpc.health.v1.Health/Check", "grpc.channelz.v1.Channelz/GetServers"})
    void callOfStandardService_bytesThatAreNoMessage_isRejectedWithAReason(String method) {
        Failure failure = Failure.of(() -> RawCall.callMethod(SERVER.channel(), method, new byte[] {0x0F}));

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("INVALID_VALUE");
    }

    /**
     * Bytes that are no message once got the status UNKNOWN "Application error processing RPC", without a reason, and
     * left a stack trace in the log each time.
     */
    @Test
    void call_bytesThatAreNoMessage_isRejectedWithAReason() {
        Failure failure = Failure.of(() -> RawCall.call(SERVER.channel(), "Step", new byte[] {0x0F}));

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(failure.description())
                .isEqualTo("no request of tengen.v1.EnvironmentService/Step: "
                        + "Protocol message tag had invalid wire type.");
    }

    /**
     * An error that repeats a long value once filled more than the 8 KiB of headers that clients accept. The client
     * closed the connection, and all its other calls failed with INTERNAL.
     */
    @Test
    void callOfHealth_nameOfManyBytes_failsAloneAndShortly() {
        String name = "\uD83D\uDC7E".repeat(LIMIT / 4 - 10);

        Failure failure = Failure.of(() -> HealthGrpc.newBlockingStub(SERVER.channel())
                .check(HealthCheckRequest.newBuilder().setService(name).build()));

        assertThat(failure.code()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(failure.description()).hasSizeLessThan(LIMIT).endsWith("...");
    }

    @Test
    void call_afterARejectedOne_isAnsweredOnTheSameConnection() {
        String session = open(SERVER.stub(), square(9));
        Failure.of(() -> RawCall.call(SERVER.channel(), "Step", new byte[] {0x0F}));
        Failure.of(() -> SERVER.stub().getServerInfo(request(LIMIT + 1)));

        assertThat(describe(SERVER.stub(), session).getSessionId()).isEqualTo(session);
    }

    /**
     * The handler of a stream whose request was rejected once sent an answer that was on its way, and closed the call
     * again when the client cancelled. Each failed with IllegalStateException.
     */
    @Test
    void stream_rejectedThenAnsweredAndCancelled_isClosedOnce() {
        StrictCall call = new StrictCall();
        ServerCallHandler<RunRequest, RunResponse> handler =
                (checked, headers) -> new ServerCall.Listener<RunRequest>() {
                    @Override
                    public void onCancel() {
                        checked.sendHeaders(new Metadata());
                        checked.sendMessage(RunResponse.getDefaultInstance());
                        checked.close(Status.CANCELLED, new Metadata());
                    }
                };
        ServerCall.Listener<RunRequest> listener = new MessageInterceptor(LIMIT, LIMIT, MemoryBudget.unlimited())
                .interceptCall(call, new Metadata(), handler);

        listener.onMessage(RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setActions(ByteString.copyFrom(new byte[LIMIT + 1])))
                .build());
        listener.onCancel();

        assertThat(call.closes).hasSize(1);
        assertThat(call.closes.get(0).getDescription()).contains("is outside [0, " + LIMIT + "]");
    }

    /** A call that fails when it is used after its end, like those of gRPC. */
    private static final class StrictCall extends ServerCall<RunRequest, RunResponse> {
        private final List<Status> closes = new ArrayList<>();

        private void requireOpen() {
            if (!closes.isEmpty()) {
                throw new IllegalStateException("the call is closed");
            }
        }

        @Override
        public void request(int messageCount) {}

        @Override
        public void sendHeaders(Metadata headers) {
            requireOpen();
        }

        @Override
        public void sendMessage(RunResponse message) {
            requireOpen();
        }

        @Override
        public void close(Status status, Metadata trailers) {
            requireOpen();
            closes.add(status);
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public MethodDescriptor<RunRequest, RunResponse> getMethodDescriptor() {
            return BatchServiceGrpc.getRunMethod();
        }
    }
}
