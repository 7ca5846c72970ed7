package dev.tengen.server.convert;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.TreeCall.expanding;
import static dev.tengen.server.testing.TreeCall.longs;
import static dev.tengen.server.testing.TreeCall.planting;
import static dev.tengen.server.testing.TreeCall.releasing;
import static dev.tengen.server.testing.TreeCall.rerooting;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.TreeError;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TreeCall;
import dev.tengen.server.tree.ForestLimits;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every request of a forest with every kind of bad input: an error of the first ends the stream; a later error changes
 * nothing and is in the answer.
 */
class TreeErrorsTest {
    private static final int MAX_NODES = 50_000;
    private static final int MAX_TREES = 20;

    /** The handles of the first root of a new stream and of its first child. */
    private static final long ROOT = 1L << 32;

    private static final long CHILD = 1L << 32 | 1;

    @RegisterExtension
    static final RunningServer SERVER =
            RunningServer.with(ServerConfig.DEFAULT.withForestLimits(new ForestLimits(MAX_NODES, MAX_TREES)));

    /** A row of a table: what is wrong, what is sent, and what is expected. */
    record Row(String condition, ExpandRequest request, ExpectedError expected) {
        @Override
        public String toString() {
            return condition + ": " + expected;
        }
    }

    private static OpenForest.Builder nine() {
        return OpenForest.newBuilder().setWidth(9).setHeight(9);
    }

    private static Row opening(String condition, Consumer<OpenForest.Builder> change, ExpectedError expected) {
        OpenForest.Builder open = nine();
        change.accept(open);
        return new Row(condition, ExpandRequest.newBuilder().setOpen(open).build(), expected);
    }

    static Stream<Row> openings() {
        ExpectedError nodes = ExpectedError.invalid("max_node_count", MAX_NODES + 1, "[0, " + MAX_NODES + "]");
        ExpectedError first = ExpectedError.invalid("request", "EXPAND", "OPEN, which comes first");
        return Stream.of(
                opening("too many nodes", open -> open.setMaxNodeCount(MAX_NODES + 1), nodes),
                opening("nodes beyond an int", open -> open.setMaxNodeCount(-1), nodes.with("value", "4294967295")),
                opening("too wide", open -> open.setWidth(26), ExpectedError.invalid("width", 26, "[1, 25]")),
                opening(
                        "too high",
                        open -> open.setHeight(-1),
                        ExpectedError.invalid("height", "4294967295", "[1, 25]")),
                opening(
                        "an unknown encoding",
                        open -> open.addEncodings("x"),
                        ExpectedError.unknown(Reason.UNKNOWN_ENCODING, "encodings", "\"x\"", Encodings.choices())),
                opening(
                        "an unknown format",
                        open -> open.setObservationFormatValue(99),
                        ExpectedError.invalid("observation_format", 99, "a number of the enum")),
                opening(
                        "an unknown layout",
                        open -> open.setObservationLayoutValue(99),
                        ExpectedError.invalid("observation_layout", 99, "a number of the enum")),
                new Row("expand before open", expanding(ByteString.EMPTY, ByteString.EMPTY), first),
                new Row(
                        "nothing before open",
                        ExpandRequest.getDefaultInstance(),
                        first.with("value", "REQUEST_NOT_SET")));
    }

    private static Row planted(String condition, TreeRoot.Builder root, ExpectedError expected) {
        return new Row("plant " + condition, planting(root), expected);
    }

    private static TreeRoot.Builder root() {
        return TreeRoot.newBuilder().setSpec(square(9));
    }

    static Stream<Row> requests() {
        ExpectedError what = ExpectedError.invalid(
                "request", "OPEN", "PLANT, EXPAND, RELEASE or REROOT, which are what an open forest takes");
        Stream<Row> others = Stream.of(
                new Row("open twice", ExpandRequest.newBuilder().setOpen(nine()).build(), what),
                new Row("nothing", ExpandRequest.getDefaultInstance(), what.with("value", "REQUEST_NOT_SET")));
        return Stream.of(plantings(), walks(), others).flatMap(rows -> rows);
    }

    private static Stream<Row> plantings() {
        return Stream.of(
                new Row("plant nothing", planting(), ExpectedError.invalid("roots", "[]", "at least one")),
                planted(
                        "nowhere",
                        TreeRoot.newBuilder(),
                        ExpectedError.invalid("roots.state", "missing", "a spec, a session or a snapshot")),
                planted(
                        "on too large a board",
                        TreeRoot.newBuilder().setSpec(square(10)),
                        ExpectedError.invalid(
                                "size", "10x10", "at most 9x9, the size that the forest was created for")),
                planted(
                        "by unknown rules",
                        TreeRoot.newBuilder()
                                .setSpec(square(9).setRules(Rules.newBuilder().setPreset("x"))),
                        ExpectedError.of(Reason.UNKNOWN_PRESET)),
                planted(
                        "from a session that is not there",
                        TreeRoot.newBuilder().setSessionId("x"),
                        ExpectedError.of(Reason.SESSION_NOT_FOUND)
                                .with("field", "session_id")
                                .with("value", "x")),
                planted(
                        "from bytes that are no snapshot",
                        TreeRoot.newBuilder().setSnapshot(ByteString.copyFromUtf8("x")),
                        ExpectedError.of(Reason.SNAPSHOT_FOREIGN).with("field", "snapshot")),
                planted(
                        "after an illegal action",
                        root().addActions(40).addActions(40),
                        ExpectedError.invalid(
                                "actions",
                                "with 40, illegal by OCCUPIED,",
                                "a list of actions that can be played one after another")),
                new Row(
                        "plant too many",
                        planting(Stream.generate(TreeErrorsTest::root)
                                .limit(MAX_TREES)
                                .toArray(TreeRoot.Builder[]::new)),
                        ExpectedError.of(Reason.TOO_MANY_TREES)
                                .with("field", "roots")
                                .with("value", MAX_TREES)
                                .with("allowed", "[1, " + (MAX_TREES - 1) + "]")));
    }

    private static Stream<Row> walks() {
        return Stream.of(
                new Row(
                        "expand a node that is not there",
                        expanding(longs(7), ints(1)),
                        ExpectedError.invalid("parents", 7, "the handle of a node of this stream")),
                new Row(
                        "expand a piece of a node",
                        expanding(ByteString.copyFrom(new byte[9]), ints(1)),
                        ExpectedError.invalid("parents", "of 9 bytes", "a uint64 for each node")),
                new Row(
                        "expand without actions",
                        expanding(longs(ROOT), ByteString.EMPTY),
                        ExpectedError.invalid("actions", "of 0 bytes", "4 bytes long, an int32 for each parent")),
                new Row(
                        "expand more than there is room for",
                        expanding(longs(roots(100)), ints(new int[100])),
                        ExpectedError.of(Reason.TOO_MANY_NODES)
                                .with("value", 100)
                                .with("allowed", "[0, 98]")),
                new Row(
                        "release a node that is not there",
                        releasing(-1),
                        ExpectedError.invalid("nodes", "18446744073709551615", "the handle of a node of this stream")),
                new Row(
                        "release a node twice",
                        releasing(ROOT, ROOT),
                        ExpectedError.invalid("nodes", "with node " + ROOT + " twice", "a list of different nodes")),
                new Row(
                        "reroot to two of one tree",
                        rerooting(ROOT, CHILD),
                        ExpectedError.invalid("nodes", "with two nodes of one tree", "one node for each tree")));
    }

    private static long[] roots(int count) {
        long[] roots = new long[count];
        Arrays.fill(roots, ROOT);
        return roots;
    }

    @AfterEach
    void everyTest_leavesNothing() {
        SERVER.awaitNoTrees();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("openings")
    void expand_badOpening_endsTheStreamForTheReason(Row row) {
        try (TreeCall call = new TreeCall(SERVER.channel())) {
            call.send(row.request());

            row.expected().requireIn(Failure.of(call.failure()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void expand_badRequest_isAnsweredAndChangesNothing(Row row) {
        try (TreeCall call = TreeCall.open(SERVER.channel(), nine().setMaxNodeCount(100))) {
            call.receive();
            assertThat(call.plant(root())).containsExactly(ROOT);
            assertThat(TreeCall.handles(call.expand(new long[] {ROOT}, 40))).containsExactly(CHILD);

            ExpandResponse answer =
                    call.ask(row.request().toBuilder().setSequence(5).build());

            requireError(row.expected(), answer.getError());
            assertThat(answer.toBuilder().clearError().build())
                    .as("all else")
                    .isEqualTo(ExpandResponse.newBuilder()
                            .setSequence(5)
                            .setNodeCount(2)
                            .setTreeCount(1)
                            .build());
            assertThat(SERVER.server().treeCount()).isEqualTo(1);
            assertThat(call.expand(new long[] {CHILD}, 41).getNodeCount())
                    .as("nodes later")
                    .isEqualTo(3);
        }
    }

    private static void requireError(ExpectedError expected, TreeError error) {
        assertThat(error.getReason()).isEqualTo(expected.reason().orElseThrow().name());
        assertThat(error.getCode()).isEqualTo(expected.code().value());
        assertThat(error.getMessage()).isNotEmpty();
        assertThat(error.getMetadataMap()).containsAllEntriesOf(expected.metadata());
    }

    @Test
    void expand_releasedHandle_saysSo() {
        try (TreeCall call = TreeCall.open(SERVER.channel(), nine().setMaxNodeCount(100))) {
            call.receive();
            call.plant(root());
            call.expand(new long[] {ROOT}, 40);
            call.ask(releasing(CHILD));

            for (ExpandRequest late :
                    new ExpandRequest[] {releasing(CHILD), rerooting(CHILD), expanding(longs(CHILD), ints(1))}) {
                TreeError error = call.ask(late).getError();
                assertThat(error.getReason()).isEqualTo("INVALID_VALUE");
                assertThat(error.getMessage()).endsWith(" " + CHILD + " is the handle of a node that was released");
            }
        }
    }

    @Test
    void expand_answerTooLong_isRejectedBeforeWork() {
        OpenForest.Builder open = OpenForest.newBuilder()
                .setWidth(25)
                .setHeight(25)
                .addEncodings("alphazero-17")
                .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
                .setMaxNodeCount(5_000);
        try (TreeCall call = TreeCall.open(SERVER.channel(), open)) {
            call.receive();
            call.plant(TreeRoot.newBuilder().setSpec(square(25)));

            TreeError error = call.expand(roots(2_000), new int[2_000]).getError();

            assertThat(error.getMetadataMap())
                    .containsEntry("field", "parents")
                    .containsEntry("value", "of 2000 nodes");
            assertThat(error.getMessage()).contains("at most 157");
            assertThat(SERVER.server().nodeCount()).isEqualTo(1);
        }
    }

    @Test
    void open_noPlaceLeft_saysWhenToTryAgain() {
        try (TreeCall first = TreeCall.open(SERVER.channel(), nine().setMaxNodeCount(40_000))) {
            first.receive();

            TreeCall second = TreeCall.open(SERVER.channel(), nine().setMaxNodeCount(20_000));

            ExpectedError.of(Reason.TOO_MANY_NODES)
                    .with("field", "max_node_count")
                    .with("value", 20_000)
                    .with("allowed", "[1, 10000]")
                    .withRetryAfter(1)
                    .requireIn(Failure.of(second.failure()));
            assertThat(SERVER.server().reservedNodeCount()).isEqualTo(40_000);
        }
    }
}
