package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.TreeCall.releasing;
import static dev.tengen.server.testing.TreeCall.rerooting;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.ForestLayout;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.NodeStates;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TreeCall;
import io.grpc.Status;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stream of a forest, over a real connection. */
class TreeServiceTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private static final OpenForest.Builder NINE =
            OpenForest.newBuilder().setWidth(9).setHeight(9).addEncodings("alphazero-17");

    private final TreeCall call = TreeCall.open(SERVER.channel(), NINE);
    private final ForestLayout layout = call.receive().getLayout();

    private static TreeRoot.Builder root() {
        return TreeRoot.newBuilder().setSpec(square(9));
    }

    private long stateHash(ExpandResponse answer, int row) {
        return TreeCall.longs(answer.getNodes().getStateHashes())[row];
    }

    @AfterEach
    void everyTest_leavesNothing() {
        call.close();
        SERVER.awaitNoTrees();
    }

    @Test
    void open_layout_describesRowsAndLimits() {
        assertThat(layout)
                .isEqualTo(ForestLayout.newBuilder()
                        .setWidth(9)
                        .setHeight(9)
                        .setObservationByteCount(173)
                        .setActionMaskByteCount(11)
                        .setMaxNodeCount(1_000_000)
                        .setMaxTreeCount(10_000)
                        .build());
        assertThat(SERVER.server().reservedNodeCount()).isEqualTo(1_000_000);
    }

    @Test
    void open_nothingSaid_isNineteenByNineteenWithoutEncodings() {
        try (TreeCall plain = TreeCall.open(SERVER.channel(), OpenForest.newBuilder())) {
            ForestLayout said = plain.receive().getLayout();

            assertThat(said.getWidth()).isEqualTo(19);
            assertThat(said.getHeight()).isEqualTo(19);
            assertThat(said.getObservationByteCount()).isZero();
        }
    }

    @Test
    void open_formOfObservations_isThatOfRows() {
        OpenForest.Builder floats = NINE.clone()
                .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_UINT8)
                .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_HWC);
        try (TreeCall other = TreeCall.open(SERVER.channel(), floats)) {
            assertThat(other.receive().getLayout().getObservationByteCount()).isEqualTo(17 * 81);
            other.send(TreeCall.planting(root()));

            ByteString observation = other.receive().getNodes().getObservations();

            assertThat(observation.size()).isEqualTo(17 * 81);
            assertThat(observation.byteAt(16)).as("Black to move").isEqualTo((byte) 1);
            assertThat(observation.byteAt(17 + 16)).isEqualTo((byte) 1);
        }
    }

    @Test
    void sequence_severalUnderWay_areAnsweredInOrder() {
        for (int sequence = 1; sequence <= 20; sequence++) {
            call.send(
                    TreeCall.planting(root()).toBuilder().setSequence(-sequence).build());
        }
        for (int sequence = 1; sequence <= 20; sequence++) {
            ExpandResponse answer = call.receive();
            assertThat(answer.getSequence()).isEqualTo(-sequence);
            assertThat(answer.getTreeCount()).isEqualTo(sequence);
        }
    }

    @Test
    void plant_session_startsAtItsStateAndContinuesAlone() {
        String session = Calls.open(SERVER.stub(), square(9));
        Calls.play(SERVER.stub(), session, 40, 41);
        ExpandResponse planted = call.ask(
                TreeCall.planting(TreeRoot.newBuilder().setSessionId(session).addActions(42)));

        long expected = Calls.play(SERVER.stub(), session, 42).getStateHash();
        assertThat(stateHash(planted, 0)).isEqualTo(expected);

        long after = Calls.play(SERVER.stub(), session, 43).getStateHash();
        long node = TreeCall.handles(planted).get(0);
        assertThat(stateHash(call.expand(new long[] {node}, 43), 0)).isEqualTo(after);
    }

    @Test
    void plant_sessionSeenBySymmetry_isTheBoardAsItIs() {
        String session = Calls.open(SERVER.stub(), square(9).setSymmetry(Symmetry.SYMMETRY_ROTATE_90));
        Calls.play(SERVER.stub(), session, 3);
        String plain = Calls.open(SERVER.stub(), square(9));
        ExpandResponse planted =
                call.ask(TreeCall.planting(TreeRoot.newBuilder().setSessionId(session)));
        int onBoard = -1;
        for (int point = 0; point < 81; point++) {
            if ((planted.getNodes().getActionMasks().byteAt(point / 8) & 0x80 >> point % 8) == 0) {
                onBoard = point;
            }
        }

        assertThat(onBoard).isNotEqualTo(3);
        assertThat(stateHash(planted, 0))
                .isEqualTo(Calls.play(SERVER.stub(), plain, onBoard).getStateHash());
    }

    @Test
    void plant_snapshot_isTheStateItHolds() {
        Opponent.Builder opponent = Opponent.newBuilder().setPlayer("random").setColor(Color.COLOR_BLACK);
        String session = Calls.open(SERVER.stub(), square(9).setOpponent(opponent));
        ByteString snapshot = Calls.snapshot(SERVER.stub(), session);

        ExpandResponse planted =
                call.ask(TreeCall.planting(TreeRoot.newBuilder().setSnapshot(snapshot), root()));

        assertThat(stateHash(planted, 0))
                .isEqualTo(Calls.describe(SERVER.stub(), session).getTimestep().getStateHash())
                .isNotEqualTo(stateHash(planted, 1));
    }

    @Test
    void expand_illegalAction_isReportedInItsRow() {
        long root = call.plant(root()).get(0);

        ExpandResponse answer = call.expand(new long[] {root, root, root}, 40, 82, -2);

        assertThat(TreeCall.handles(answer).get(0)).isPositive();
        assertThat(TreeCall.handles(answer).subList(1, 3)).containsOnly(0L);
        assertThat(answer.getNodes().getIllegalReasons().toByteArray())
                .containsExactly(
                        0,
                        IllegalReason.ILLEGAL_REASON_OUT_OF_RANGE_VALUE,
                        IllegalReason.ILLEGAL_REASON_OUT_OF_RANGE_VALUE);
        assertThat(answer.getNodeCount()).isEqualTo(2);
        assertThat(answer.getNodes().getObservations().size()).isEqualTo(3 * 173);
    }

    /** The first reason in the order of the enum: a resignation after the end once was OUT_OF_RANGE. */
    @Test
    void expand_afterTheEnd_isEpisodeOverForEveryAction() {
        long end = call.plant(root().addActions(81).addActions(81)).get(0);

        ExpandResponse answer = call.expand(new long[] {end, end, end, end}, -2, 82, -1, 40);

        byte over = IllegalReason.ILLEGAL_REASON_EPISODE_OVER_VALUE;
        assertThat(answer.getNodes().getIllegalReasons().toByteArray()).containsExactly(over, over, over, over);
        assertThat(answer.getNodeCount()).isEqualTo(1);
    }

    @Test
    void expand_lastPass_nodeHasRewardsWinnerAndMargin() {
        TreeRoot.Builder lost = TreeRoot.newBuilder()
                .setSpec(square(9).setRules(Rules.newBuilder().setKomi(7.5)))
                .addActions(81);
        long pass = call.plant(lost).get(0);

        NodeStates end = call.expand(new long[] {pass}, 81).getNodes();

        assertThat(end.getWinners().byteAt(0)).isEqualTo((byte) Color.COLOR_WHITE_VALUE);
        assertThat(floats(end.getRewards())).containsExactly(-1, 1);
        assertThat(floats(end.getMargins())).containsExactly(-7.5f);
    }

    private static float[] floats(ByteString bytes) {
        float[] numbers = new float[bytes.size() / Float.BYTES];
        bytes.asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(numbers);
        return numbers;
    }

    @Test
    void expand_noPairs_isAnsweredWithNone() {
        assertThat(call.expand(new long[0]).getNodes().getHandles()).isEmpty();
    }

    @Test
    void release_subtree_countsItsNodes() {
        long root = call.plant(root()).get(0);
        long child = TreeCall.handles(call.expand(new long[] {root}, 40)).get(0);
        call.expand(new long[] {child, child}, 41, 42);

        ExpandResponse answer = call.ask(releasing(child));

        assertThat(answer.getReleasedNodeCount()).isEqualTo(3);
        assertThat(answer.getNodeCount()).isEqualTo(1);
        assertThat(call.ask(releasing(root)).getTreeCount()).isZero();
        assertThat(SERVER.server().treeCount()).isZero();
    }

    @Test
    void reroot_child_keepsWhatIsBelow() {
        List<Long> roots = call.plant(root(), root());
        List<Long> children = TreeCall.handles(call.expand(new long[] {roots.get(0), roots.get(0)}, 40, 41));
        long below =
                TreeCall.handles(call.expand(new long[] {children.get(0)}, 42)).get(0);

        ExpandResponse answer = call.ask(rerooting(children.get(0)));

        assertThat(answer.getReleasedNodeCount()).isEqualTo(2);
        assertThat(answer.getNodeCount()).isEqualTo(3);
        assertThat(answer.getTreeCount()).isEqualTo(2);
        assertThat(call.expand(new long[] {below}, 43).hasError()).isFalse();
        assertThat(call.expand(new long[] {children.get(1)}, 43).getError().getMessage())
                .endsWith("is the handle of a node that was released");
    }

    @Test
    void anyRequest_largeForest_isCarriedOutByOtherThreads() {
        long root = call.plant(root()).get(0);
        long[] parents = new long[12_000];
        int[] actions = new int[parents.length];
        for (int row = 0; row < parents.length; row++) {
            parents[row] = root;
            actions[row] = row % 81;
        }

        List<Long> children = TreeCall.handles(call.expand(parents, actions));

        assertThat(children).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(call.ask(releasing(children.get(5))).getReleasedNodeCount()).isEqualTo(1);
        assertThat(call.ask(rerooting(children.get(6))).getReleasedNodeCount()).isEqualTo(11_999);
    }

    @Test
    void halfClose_answersWhatIsUnderWayAndEnds() {
        call.send(TreeCall.planting(root()));
        call.halfClose();

        assertThat(call.receive().getTreeCount()).isEqualTo(1);
        assertThat(call.awaitEnd()).isEqualTo(Status.OK);
    }

    @Test
    void expand_manyTreesInOneMessage_isEachByItself() {
        long[] parents = new long[1024];
        TreeRoot.Builder[] roots = new TreeRoot.Builder[parents.length];
        int[] actions = new int[parents.length];
        for (int tree = 0; tree < parents.length; tree++) {
            roots[tree] = root().addActions(tree % 81);
            actions[tree] = (tree + 1) % 81;
        }
        List<Long> handles = call.plant(roots);
        for (int tree = 0; tree < parents.length; tree++) {
            parents[tree] = handles.get(tree);
        }

        ExpandResponse answer = call.expand(parents, actions);

        assertThat(TreeCall.handles(answer)).doesNotContain(0L);
        assertThat(stateHash(answer, 0)).isEqualTo(stateHash(answer, 81)).isNotEqualTo(stateHash(answer, 1));
    }
}
