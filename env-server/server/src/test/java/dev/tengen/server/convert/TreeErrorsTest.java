package dev.tengen.server.convert;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.TreeCall.expanding;
import static dev.tengen.server.testing.TreeCall.longs;
import static dev.tengen.server.testing.TreeCall.releasing;
import static dev.tengen.server.testing.TreeCall.rerooting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.TreeError;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TreeCall;
import dev.tengen.server.tree.ForestLimits;
import java.util.Arrays;
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

    static Stream<Row> openings() {
        return rows("no forest is open");
    }

    static Stream<Row> requests() {
        return rows("a forest is open");
    }

    private static Stream<Row> rows(String section) {
        return ErrorFile.rows("tree-service")
                .filter(row -> row.section().equals(section))
                .map(row -> new Row(
                        row.condition(),
                        row.mergeInto(ExpandRequest.newBuilder()).build(),
                        row.expected()));
    }

    private static TreeRoot.Builder root() {
        return TreeRoot.newBuilder().setSpec(square(9));
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
