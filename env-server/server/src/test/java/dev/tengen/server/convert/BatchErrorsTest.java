package dev.tengen.server.convert;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of a batch with every kind of bad input: how the stream ends, and that no lane is left open. */
class BatchErrorsTest {
    private static final int MAX_LANES = 60_000;
    private static final int TRANSPORT_LIMIT = 16 << 20;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withMaxLaneCount(MAX_LANES));

    /**
     * A row of the table.
     *
     * @param condition what is wrong
     * @param request what is sent
     * @param isOpen whether a batch of four lanes of 9x9 is open before
     * @param expected how the stream ends
     */
    record Row(String condition, RunRequest request, boolean isOpen, ExpectedError expected) {
        @Override
        public String toString() {
            return condition + ": " + expected;
        }
    }

    private static ByteString zeros(int count) {
        return ByteString.copyFrom(new byte[count]);
    }

    static Stream<Row> rows() {
        return ErrorFile.rows("batch-service")
                .map(row -> new Row(
                        row.condition(),
                        row.mergeInto(RunRequest.newBuilder()).build(),
                        row.section().equals("a batch is open"),
                        row.expected()));
    }

    private static EnvironmentSpec.Builder withAgreement() {
        return square(9).setRules(Rules.newBuilder().setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AGREEMENT));
    }

    private static RunRequest padded(int length) {
        UnknownFieldSet.Field content = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(zeros(length))
                .build();
        return RunRequest.newBuilder()
                .setUnknownFields(
                        UnknownFieldSet.newBuilder().addField(1000, content).build())
                .build();
    }

    @AfterEach
    void everyTest_leavesNoLane() {
        SERVER.awaitNoLanes();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void run_badInput_endsTheStreamForTheReason(Row row) {
        try (BatchCall call = new BatchCall(SERVER.channel())) {
            if (row.isOpen()) {
                OpenBatch.Builder open = OpenBatch.newBuilder()
                        .setLaneCount(4)
                        .addSpecs(withAgreement())
                        .addSpecs(square(9))
                        .addSpecs(square(9))
                        .addSpecs(withAgreement());
                call.send(RunRequest.newBuilder().setOpen(open).build());
                call.receive();
            }

            call.send(row.request());

            row.expected().requireIn(Failure.of(call.failure()));
        }
    }

    @Test
    void open_noPlaceLeft_saysWhenToTryAgain() {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(50_000).addSpecs(square(1));
        try (BatchCall first = BatchCall.open(SERVER.channel(), open)) {
            first.receive();

            BatchCall second = BatchCall.open(SERVER.channel(), open);

            ExpectedError.of(Reason.TOO_MANY_LANES)
                    .with("field", "lane_count")
                    .with("value", 50_000)
                    .with("allowed", "[1, 10000]")
                    .withRetryAfter(1)
                    .requireIn(Failure.of(second.failure()));
            assertThat(SERVER.server().openLaneCount()).isEqualTo(50_000);
        }
    }

    /** The transport ends such a stream without a reason, and maybe before the client has received a status. */
    @Test
    void request_tooLongForTheTransport_endsTheStream() {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(4).addSpecs(square(9));
        try (BatchCall call = BatchCall.open(SERVER.channel(), open)) {
            call.receive();

            call.send(padded(TRANSPORT_LIMIT));

            assertThat(call.awaitEnd().getCode()).isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED);
        }
    }

    @Test
    void request_longerThanOtherCallsMayBe_isTaken() {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(4).addSpecs(square(9));
        try (BatchCall call = BatchCall.open(SERVER.channel(), open)) {
            call.receive();
            call.send(padded(4 << 20).toBuilder()
                    .setStep(StepBatch.newBuilder().setActions(ints(1, 2, 3, 4)))
                    .build());

            assertThat(call.receive().getStates().getActions()).isEqualTo(ints(1, 2, 3, 4));
        }
    }
}
