package dev.tengen.client.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.RunningServer;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TengenForestTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static final SessionSpec FIVE = SessionSpec.of(5, 5);

    private TengenForest forest;

    @BeforeEach
    void open() {
        forest = SERVER.client()
                .openForest(ForestSpec.builder(5, 5)
                        .encodings("alphazero-17")
                        .maxNodeCount(100)
                        .build());
    }

    @AfterEach
    void close() {
        forest.close();
    }

    private long plant() {
        return forest.plant(TreeRoot.of(FIVE)).handle(0);
    }

    private long expand(long parent, int action) {
        return forest.expand(new long[] {parent}, new int[] {action}).handle(0);
    }

    @Test
    void expand_lastPass_nodeHasRewardsWinnerAndMargin() {
        long pass = forest.plant(
                        TreeRoot.of(SessionSpec.builder(5, 5).komi(7.5).build()).then(25))
                .handle(0);

        NodeRows rows = forest.expand(new long[] {pass}, new int[] {25});

        assertThat(rows.reward(0, Color.BLACK)).isEqualTo(-1);
        assertThat(rows.reward(0, Color.WHITE)).isEqualTo(1);
        assertThat(rows.winner(0)).isEqualTo(Color.WHITE);
        assertThat(rows.margin(0)).isEqualTo(-7.5f);
        NodeRows after = forest.expand(new long[] {rows.handle(0), rows.handle(0)}, new int[] {-2, 26});
        assertThat(after.illegalReason(0)).isEqualTo(IllegalReason.EPISODE_OVER);
        assertThat(after.illegalReason(1)).isEqualTo(IllegalReason.EPISODE_OVER);
    }

    @Test
    void plant_rulesWithAgreement_nodesSayWhenProposalsAreDue() {
        SessionSpec spec = SessionSpec.builder(5, 5).rules("blog-2011").build();
        long root = forest.plant(TreeRoot.of(spec).then(25, 25)).handle(0);

        assertThat(forest.expand(new long[] {root}, new int[] {25}).isAgreement(0))
                .isTrue();
        assertThat(forest.expand(new long[] {root}, new int[] {12}).isAgreement(0))
                .isFalse();
    }

    @Test
    void open_layout_isReported() {
        assertThat(forest.layout()).isEqualTo(new ForestLayout(5, 5, 54, 4, 0, 100, 10_000));
    }

    @Test
    void open_wrongValue_throws() {
        assertThatThrownBy(() ->
                        SERVER.client().openForest(ForestSpec.builder(26, 5).build()))
                .isInstanceOf(TengenException.class)
                .hasMessage("width 26 is outside [1, 25]");
    }

    @Test
    void open_form_isThatOfRows() {
        ForestSpec spec = ForestSpec.builder(5, 5)
                .encodings("alphazero-17")
                .observationForm(ObservationFormat.UINT8, ObservationLayout.HWC)
                .build();
        try (TengenForest bytes = SERVER.client().openForest(spec)) {
            assertThat(bytes.layout().observationByteCount()).isEqualTo(17 * 25);
        }
    }

    @Test
    void plant_root_isTheStart() {
        NodeRows rows = forest.plant(TreeRoot.of(FIVE), TreeRoot.of(FIVE).then(12));

        assertThat(rows.rowCount()).isEqualTo(2);
        assertThat(rows.layout()).isSameAs(forest.layout());
        assertThat(rows.isMade(0)).isTrue();
        assertThat(rows.playerToMove(0)).isEqualTo(Color.BLACK);
        assertThat(rows.playerToMove(1)).isEqualTo(Color.WHITE);
        assertThat(rows.moveNumber(1)).isEqualTo(1);
        assertThat(rows.isLegal(0, 12)).isTrue();
        assertThat(rows.isLegal(1, 12)).isFalse();
        assertThat(rows.isLegal(1, 25)).isTrue();
        assertThat(rows.isLegal(1, -1)).isFalse();
        assertThat(rows.isLegal(1, 32)).isFalse();
        assertThat(rows.observations().remaining()).isEqualTo(2 * 54);
        assertThat(rows.actionMasks().remaining()).isEqualTo(2 * 4);
        assertThat(rows.globals().remaining()).isZero();
        assertThat(forest.nodeCount()).isEqualTo(2);
        assertThat(forest.treeCount()).isEqualTo(2);
    }

    @Test
    void plant_sessionAndSnapshot_areWhereTheyStand() {
        try (TengenSession session = SERVER.client().createSession(FIVE)) {
            Timestep step = session.step(7);

            NodeRows rows =
                    forest.plant(TreeRoot.ofSession(session.sessionId()), TreeRoot.ofSnapshot(session.snapshot()));

            assertThat(rows.stateHash(0)).isEqualTo(step.stateHash());
            assertThat(rows.stateHash(1)).isEqualTo(step.stateHash());
        }
    }

    @Test
    void expand_twoPasses_isTheEnd() {
        long passed = expand(plant(), 25);
        assertThat(forest.expand(new long[] {passed}, new int[] {3}).isOver(0)).isFalse();

        NodeRows rows = forest.expand(new long[] {passed}, new int[] {25});

        assertThat(rows.isOver(0)).isTrue();
        assertThat(rows.terminated(0)).isTrue();
        assertThat(rows.truncated(0)).isFalse();
        assertThat(rows.endReason(0)).isEqualTo(EndReason.PASSES);
        assertThat(rows.winner(0)).isEqualTo(Color.WHITE);
        assertThat(rows.reward(0, Color.BLACK)).isEqualTo(-1);
        assertThat(rows.reward(0, Color.WHITE)).isEqualTo(1);
        assertThat(rows.reward(0, Color.NONE)).isZero();
        assertThat(rows.margin(0)).isNegative();
    }

    @Test
    void expand_illegalAction_isReportedInItsRow() {
        long root = plant();

        NodeRows rows = forest.expand(new long[] {root, root}, new int[] {12, 26});

        assertThat(rows.isMade(0)).isTrue();
        assertThat(rows.illegalReason(0)).isEqualTo(IllegalReason.NONE);
        assertThat(rows.isMade(1)).isFalse();
        assertThat(rows.illegalReason(1)).isEqualTo(IllegalReason.OUT_OF_RANGE);
    }

    @Test
    void send_severalInFlight_areAnsweredInOrder() {
        long root = plant();
        for (int point = 0; point < 25; point++) {
            forest.send(new long[] {root}, new int[] {point});
        }
        for (int point = 0; point < 25; point++) {
            assertThat(forest.receive().isLegal(0, point)).isFalse();
        }
    }

    @Test
    void releaseAndReroot_countNodes() {
        long root = plant();
        long child = expand(root, 12);
        long grandchild = expand(child, 13);
        expand(root, 14);

        assertThat(forest.reroot(child)).isEqualTo(2);
        assertThat(forest.release(grandchild)).isEqualTo(1);
        assertThat(forest.release(child)).isEqualTo(1);
        assertThat(forest.treeCount()).isZero();
    }

    @Test
    void anyCall_wrong_throwsAndTheForestStaysOpen() {
        long root = plant();

        TengenException error = catchThrowableOfType(TengenException.class, () -> forest.release(root, root));

        assertThat(error.status()).isEqualTo("INVALID_ARGUMENT");
        assertThat(error.reason()).isEqualTo("INVALID_VALUE");
        assertThat(error.metadata()).containsEntry("field", "nodes");
        assertThat(error).hasMessage("nodes with node " + root + " twice is not a list of different nodes");
        assertThat(expand(root, 12)).isPositive();
        assertThatThrownBy(() -> forest.expand(new long[101], new int[101])).isInstanceOf(TengenException.class);
        assertThat(forest.nodeCount()).isEqualTo(2);
    }

    @Test
    void anyCall_tooManyNodes_throwsResourceExhausted() {
        long root = plant();
        long[] parents = new long[100];
        Arrays.fill(parents, root);

        TengenException error = catchThrowableOfType(TengenException.class, () -> forest.expand(parents, new int[100]));

        assertThat(error.status()).isEqualTo("RESOURCE_EXHAUSTED");
        assertThat(error.reason()).isEqualTo("TOO_MANY_NODES");
    }

    @Test
    void anyCall_closed_throws() {
        forest.close();

        assertThatThrownBy(this::plant).isInstanceOf(RuntimeException.class);
    }
}
