package dev.tengen.server.convert;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tengen.env.Tasks;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.LaneProposal;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
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

    private static Row opening(String condition, Consumer<OpenBatch.Builder> change, ExpectedError expected) {
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(4).addSpecs(square(9));
        change.accept(open);
        return new Row(
                "open " + condition, RunRequest.newBuilder().setOpen(open).build(), false, expected);
    }

    private static Row stepping(String condition, ByteString lanes, ByteString actions, ExpectedError expected) {
        StepBatch.Builder step = StepBatch.newBuilder().setLanes(lanes).setActions(actions);
        return new Row(
                "step " + condition, RunRequest.newBuilder().setStep(step).build(), true, expected);
    }

    private static Row resetting(String condition, ByteString lanes, ByteString seeds, ExpectedError expected) {
        ResetBatch.Builder reset = ResetBatch.newBuilder().setLanes(lanes).setSeeds(seeds);
        return new Row(
                "reset " + condition, RunRequest.newBuilder().setReset(reset).build(), true, expected);
    }

    private static ByteString zeros(int count) {
        return ByteString.copyFrom(new byte[count]);
    }

    static Stream<Row> rows() {
        return Stream.of(openings(), specs(), steps(), proposals(), resets(), streams())
                .flatMap(rows -> rows);
    }

    private static Stream<Row> openings() {
        ExpectedError count = ExpectedError.invalid("lane_count", 0, "[1, " + MAX_LANES + "]");
        return Stream.of(
                opening("without lanes", open -> open.setLaneCount(0), count),
                opening(
                        "with more lanes than there may be",
                        open -> open.setLaneCount(MAX_LANES + 1),
                        count.with("value", MAX_LANES + 1)),
                opening("with lanes beyond an int", open -> open.setLaneCount(-1), count.with("value", "4294967295")),
                opening(
                        "with rows too long together",
                        open -> open.setLaneCount(60_000)
                                .clearSpecs()
                                .addSpecs(square(25).addEncodings("alphazero-17")),
                        ExpectedError.invalid("lane_count", 60_000, "at most 46218 where a row is 1452 bytes long")),
                opening(
                        "with floats too long together",
                        open -> open.setLaneCount(2000)
                                .clearSpecs()
                                .addSpecs(square(25)
                                        .addEncodings("alphazero-17")
                                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)),
                        ExpectedError.invalid("lane_count", 2000, "at most 1574 where a row is 42623 bytes long")),
                opening(
                        "without a spec",
                        OpenBatch.Builder::clearSpecs,
                        ExpectedError.invalid("specs", "a list of 0", "one spec, or one for each lane")),
                opening(
                        "with two specs for four lanes",
                        open -> open.addSpecs(square(5)),
                        ExpectedError.invalid("specs", "a list of 2", "one spec, or one for each lane")),
                opening(
                        "with three seeds for four lanes",
                        open -> open.addSeeds(1).addSeeds(2).addSeeds(3),
                        ExpectedError.invalid("seeds", "a list of 3", "no seed, one, or one for each lane")),
                opening(
                        "in an unknown mode",
                        open -> open.setAutoresetModeValue(99),
                        ExpectedError.invalid("autoreset_mode", 99, "a number of the enum")));
    }

    /** The lanes 0 to 3 pass, except that lane 3 does nothing; only the rules of the lanes 0 and 3 ask for an agreement. */
    private static Row proposing(String condition, ExpectedError expected, LaneProposal.Builder... proposals) {
        StepBatch.Builder step = StepBatch.newBuilder().setActions(ints(81, 81, 81, -1));
        Stream.of(proposals).forEach(step::addProposals);
        return new Row(
                "propose " + condition, RunRequest.newBuilder().setStep(step).build(), true, expected);
    }

    private static EnvironmentSpec.Builder withAgreement() {
        return square(9).setRules(Rules.newBuilder().setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AGREEMENT));
    }

    private static LaneProposal.Builder proposal(int lane, Integer... points) {
        return LaneProposal.newBuilder().setLane(lane).addAllDeadPoints(List.of(points));
    }

    private static Stream<Row> proposals() {
        return Stream.of(
                proposing(
                        "in a lane that does not exist",
                        ExpectedError.invalid("proposals.lane", 4, "a lane of the request"),
                        proposal(4)),
                proposing(
                        "in a lane beyond an int",
                        ExpectedError.invalid("proposals.lane", "4294967295", "a lane of the request"),
                        proposal(-1)),
                proposing(
                        "twice in a lane",
                        ExpectedError.invalid("proposals", "with lane 0 twice", "a list of different lanes"),
                        proposal(0),
                        proposal(0)),
                proposing(
                        "in a lane whose rules ask for no agreement",
                        ExpectedError.invalid(
                                "proposals.lane", 1, "a lane whose rules ask for an agreement on dead stones"),
                        proposal(1)),
                proposing(
                        "in a lane that does not pass",
                        ExpectedError.invalid(
                                "actions", "-1 in lane 3, which proposes dead stones,", "81, the pass of the lane"),
                        proposal(3)),
                proposing(
                        "a point off the board",
                        ExpectedError.invalid("proposals.dead_points", 81, "[0, 80]"),
                        proposal(0, 81)),
                proposing(
                        "a point beyond an int",
                        ExpectedError.invalid("proposals.dead_points", "4294967295", "[0, 80]"),
                        proposal(0, -1)),
                proposing(
                        "a point twice",
                        ExpectedError.invalid(
                                "proposals.dead_points", "with point 5 twice", "a list of different points"),
                        proposal(0, 5, 5)));
    }

    private static Row openingWith(String condition, EnvironmentSpec.Builder spec, ExpectedError expected) {
        return opening(
                condition,
                open -> open.addAllSpecs(Collections.nCopies(3, square(9).build()))
                        .setSpecs(2, spec),
                expected);
    }

    private static EnvironmentSpec.Builder thinking(int playoutCount) {
        String player = "monte-carlo:playouts=" + playoutCount;
        return square(9).setOpponent(Opponent.newBuilder().setPlayer(player));
    }

    private static Stream<Row> specs() {
        return Stream.of(
                openingWith("of no width", square(9).setWidth(0), ExpectedError.invalid("width", 0, "[1, 25]")),
                openingWith(
                        "with an unknown encoding",
                        square(9).addEncodings("x"),
                        ExpectedError.unknown(Reason.UNKNOWN_ENCODING, "encodings", "\"x\"", Encodings.choices())),
                openingWith(
                        "with an unknown player",
                        square(9).setOpponent(Opponent.newBuilder().setPlayer("x")),
                        ExpectedError.unknown(Reason.UNKNOWN_PLAYER, "opponent.player", "\"x\"", Players.choices())),
                openingWith(
                        "with an unknown task",
                        square(9).setTask("x"),
                        ExpectedError.unknown(Reason.UNKNOWN_TASK, "task", "\"x\"", Tasks.choices())),
                openingWith(
                        "with an opponent that thinks too long",
                        thinking(20_001),
                        ExpectedError.invalid(
                                "opponent.player",
                                "20001 playouts for one move in each of 4 lanes",
                                "at most 20000 in all lanes of a batch together")),
                opening(
                        "with opponents that think too long together",
                        open -> open.setSpecs(0, thinking(5001)),
                        ExpectedError.invalid(
                                "opponent.player",
                                "20004 playouts for one move in each of 4 lanes",
                                "at most 20000 in all lanes of a batch together")));
    }

    private static Stream<Row> steps() {
        ByteString all = ByteString.EMPTY;
        return Stream.of(
                stepping(
                        "with an action too few",
                        all,
                        ints(1, 2, 3),
                        ExpectedError.invalid("actions", "of 12 bytes", "16 bytes long, an int32 for each lane")),
                stepping(
                        "with a piece of an action",
                        all,
                        zeros(17),
                        ExpectedError.invalid("actions", "of 17 bytes", "16 bytes long, an int32 for each lane")),
                stepping(
                        "without actions",
                        all,
                        ByteString.EMPTY,
                        ExpectedError.invalid("actions", "of 0 bytes", "16 bytes long, an int32 for each lane")),
                stepping(
                        "with actions for other lanes",
                        ints(1, 2),
                        ints(1, 2, 3),
                        ExpectedError.invalid("actions", "of 12 bytes", "8 bytes long, an int32 for each lane")),
                stepping(
                        "of a lane that is not there",
                        ints(1, 4),
                        ints(1, 2),
                        ExpectedError.invalid("lanes", 4, "[0, 3]")),
                stepping(
                        "of a lane twice",
                        ints(1, 1),
                        ints(1, 2),
                        ExpectedError.invalid("lanes", "with lane 1 twice", "a list of different lanes")),
                stepping(
                        "of a piece of a lane",
                        zeros(3),
                        ints(1),
                        ExpectedError.invalid("lanes", "of 3 bytes", "a uint32 for each lane")));
    }

    private static Stream<Row> resets() {
        return Stream.of(
                resetting(
                        "of a lane that is not there",
                        ints(-1),
                        ByteString.EMPTY,
                        ExpectedError.invalid("lanes", "4294967295", "[0, 3]")),
                resetting(
                        "of a lane twice",
                        ints(0, 3, 0),
                        ByteString.EMPTY,
                        ExpectedError.invalid("lanes", "with lane 0 twice", "a list of different lanes")),
                resetting(
                        "with seeds too few",
                        ByteString.EMPTY,
                        zeros(24),
                        ExpectedError.invalid(
                                "seeds", "of 24 bytes", "32 bytes long, a uint64 for each lane, or empty")));
    }

    private static Stream<Row> streams() {
        RunRequest open = RunRequest.newBuilder()
                .setOpen(OpenBatch.newBuilder().setLaneCount(1).addSpecs(square(9)))
                .build();
        RunRequest step = RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setActions(ints(1)))
                .build();
        RunRequest empty = RunRequest.getDefaultInstance();
        ExpectedError first = ExpectedError.invalid("request", "STEP", "OPEN or RESUME, one of which comes first");
        ExpectedError later =
                ExpectedError.invalid("request", "OPEN", "STEP, RESET or END, which are what an open batch takes");
        return Stream.of(
                new Row("step before open", step, false, first),
                new Row("nothing before open", empty, false, first.with("value", "REQUEST_NOT_SET")),
                new Row("open twice", open, true, later),
                new Row("nothing after open", empty, true, later.with("value", "REQUEST_NOT_SET")));
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
