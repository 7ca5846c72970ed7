package dev.tengen.client.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.RunningServer;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.EndReason;
import dev.tengen.client.env.IllegalReason;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TengenBatchTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static TengenClient client;

    @BeforeAll
    static void connect() {
        client = TengenClient.connect(SERVER.address());
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    private static BatchSpec.Builder threeOfFive() {
        return BatchSpec.builder(
                        3, SessionSpec.builder(5, 5).encodings("alphazero-17").build())
                .seeds(1);
    }

    /** Black's stone at the center, and three passes; then both players propose it in lane 0, and not in lane 1. */
    @Test
    void step_proposals_endOrResumeThePlay() {
        SessionSpec spec = SessionSpec.builder(3, 3).rules("blog-2011").build();
        try (TengenBatch batch = client.openBatch(BatchSpec.of(2, spec))) {
            assertThat(batch.step(4, 4).isAgreement(0)).isFalse();
            batch.step(9, 9);
            batch.step(9, 9);
            assertThat(batch.step(9, 9).isAgreement(1)).isTrue();
            int[] passes = {9, 9};
            batch.step(passes, List.of(LaneProposal.of(0, 4), LaneProposal.of(1, 4)));

            batch.send(new int[] {1, 0}, passes, List.of(LaneProposal.of(0, 4)));
            LaneRows rows = batch.receive();

            assertThat(rows.endReason(1)).isEqualTo(EndReason.PASSES);
            assertThat(rows.winner(1)).isEqualTo(Color.WHITE);
            assertThat(rows.margin(1)).isEqualTo(-6.5f);
            assertThat(rows.isOver(0)).isFalse();
            assertThat(rows.isAgreement(0)).isFalse();
        }
    }

    @Test
    void step_untimelyProposal_isReportedInItsRow() {
        SessionSpec spec = SessionSpec.builder(3, 3).rules("blog-2011").build();
        try (TengenBatch batch = client.openBatch(BatchSpec.of(1, spec))) {
            LaneRows rows = batch.step(new int[] {9}, List.of(LaneProposal.of(0)));

            assertThat(rows.illegalReason(0)).isEqualTo(IllegalReason.NO_AGREEMENT);
            assertThat(rows.moveNumber(0)).isZero();
        }
    }

    @Test
    void step_malformedProposal_endsTheStream() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            TengenException error = catchThrowableOfType(
                    TengenException.class, () -> batch.step(new int[] {25, 25, 25}, List.of(LaneProposal.of(0))));

            assertThat(error.reason()).isEqualTo("INVALID_VALUE");
            assertThat(error.metadata()).containsEntry("field", "proposals.lane");
        }
    }

    @Test
    void start_newBatch_isTheStartOfEachLane() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            assertThat(batch.layout()).isEqualTo(new BatchLayout(5, 5, 54, 4, 0, List.of(1L, 2L, 3L)));
            assertThat(batch.layout().laneCount()).isEqualTo(3);
            LaneRows rows = batch.start();
            assertThat(rows.rowCount()).isEqualTo(3);
            assertThat(rows.lane(2)).isEqualTo(2);
            assertThat(rows.isReset(2)).isTrue();
            assertThat(rows.action(2)).isEqualTo(TengenBatch.NO_ACTION);
            assertThat(rows.isLegal(2, 25)).isTrue();
            assertThat(rows.isLegal(2, 26)).isFalse();
            assertThat(rows.isLegal(2, -1)).isFalse();
            assertThat(rows.isLegal(2, 32)).isFalse();
        }
    }

    @Test
    void step_actions_moveTheLanes() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            LaneRows rows = batch.step(7, TengenBatch.NO_ACTION, TengenBatch.DRAWN_ACTION);

            assertThat(rows.moveNumber(0)).isEqualTo(1);
            assertThat(rows.isLegal(0, 7)).isFalse();
            assertThat(rows.playerToMove(0)).isEqualTo(Color.WHITE);
            assertThat(rows.playerToMove(1)).isEqualTo(Color.BLACK);
            assertThat(rows.action(2)).isBetween(0, 25);
            assertThat(rows.episode(2)).isZero();
            assertThat(rows.stateHash(1)).isNotEqualTo(rows.stateHash(0));
        }
    }

    @Test
    void step_someLanes_areAnsweredInTheirOrder() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            LaneRows rows = batch.step(new int[] {2, 0}, new int[] {7, 8});

            assertThat(rows.rowCount()).isEqualTo(2);
            assertThat(rows.lane(0)).isEqualTo(2);
            assertThat(rows.action(1)).isEqualTo(8);
        }
    }

    @Test
    void step_noLane_isMisuse() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            assertThatThrownBy(() -> batch.step(new int[0], new int[0])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void step_observation_isThatOfASession() {
        SessionSpec spec = SessionSpec.builder(5, 5).encodings("alphazero-17").build();
        try (TengenBatch batch = client.openBatch(threeOfFive().build());
                TengenSession session = client.createSession(spec)) {
            LaneRows rows = batch.step(7, 7, 7);
            Timestep alone = session.step(7);

            byte[] row = new byte[54];
            ByteBuffer observations = rows.observations();
            observations.position(54).get(row);
            assertThat(row).isEqualTo(alone.observations().get(0).toBytes());
            byte[] mask = new byte[4];
            rows.actionMasks().position(4).get(mask);
            assertThat(mask).isEqualTo(alone.actionMask().toBytes());
            assertThat(rows.stateHash(1)).isEqualTo(alone.stateHash());
        }
    }

    @Test
    void sameStep_resignation_isInEnded() {
        BatchSpec spec = threeOfFive().autoreset(Autoreset.SAME_STEP).build();
        try (TengenBatch batch = client.openBatch(spec)) {
            LaneRows rows = batch.step(7, TengenBatch.RESIGN, 8);

            assertThat(rows.terminated(1)).isTrue();
            assertThat(rows.truncated(1)).isFalse();
            assertThat(rows.isReset(1)).isTrue();
            assertThat(rows.reward(1, Color.WHITE)).isEqualTo(1);
            assertThat(rows.reward(1, Color.BLACK)).isEqualTo(-1);
            assertThat(rows.reward(1, Color.NONE)).isZero();
            LaneRows ended = rows.ended();
            assertThat(ended.rowCount()).isEqualTo(1);
            assertThat(ended.lane(0)).isEqualTo(1);
            assertThat(ended.winner(0)).isEqualTo(Color.WHITE);
            assertThat(ended.endReason(0)).isEqualTo(EndReason.RESIGNATION);
            assertThat(ended.margin(0)).isEqualTo(-7.5f);
            assertThat(ended.isOver(0)).isTrue();
            assertThat(rows.illegalReason(1)).isEqualTo(IllegalReason.NONE);
        }
    }

    @Test
    void step_illegalAction_isReportedInItsRow() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            assertThat(batch.step(99, 7, 8).illegalReason(0)).isEqualTo(IllegalReason.OUT_OF_RANGE);
        }
    }

    @Test
    void reset_lanes_startEpisodes() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            batch.step(7, 7, 7);

            assertThat(batch.reset(1).episode(0)).isEqualTo(1);
            assertThat(batch.reset(new int[] {0}, new long[] {-5}).lane(0)).isZero();
            assertThat(batch.reset().rowCount()).isEqualTo(3);
        }
    }

    @Test
    void receive_severalInFlight_areInOrder() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            for (int action = 0; action < 20; action++) {
                batch.send(action, action, action);
            }
            for (int action = 0; action < 20; action++) {
                assertThat(batch.receive().action(0)).isEqualTo(action);
            }
        }
    }

    @Test
    void openBatch_lanesThatDiffer_haveOneLayout() {
        BatchSpec spec = BatchSpec.builder(List.of(SessionSpec.of(3, 7), SessionSpec.of(5, 2)))
                .build();
        try (TengenBatch batch = client.openBatch(spec)) {
            assertThat(batch.layout().width()).isEqualTo(5);
            assertThat(batch.layout().height()).isEqualTo(7);
            assertThat(batch.start().isLegal(1, 10)).isTrue();
            assertThat(batch.start().isLegal(1, 11)).isFalse();
        }
    }

    @Test
    void openBatch_noLane_failsWithAReason() {
        TengenException error = catchThrowableOfType(
                TengenException.class, () -> client.openBatch(BatchSpec.of(0, SessionSpec.of(5, 5))));

        assertThat(error.reason()).isEqualTo("INVALID_VALUE");
        assertThat(error.metadata()).containsEntry("field", "lane_count");
    }

    @Test
    void receive_afterAnError_failsAgain() {
        try (TengenBatch batch = client.openBatch(threeOfFive().build())) {
            batch.send(1, 2);

            for (int time = 0; time < 2; time++) {
                TengenException error = catchThrowableOfType(TengenException.class, batch::receive);
                assertThat(error.metadata()).containsEntry("field", "actions");
            }
        }
    }

    @Test
    void close_batch_failsLaterCalls() {
        TengenBatch batch = client.openBatch(threeOfFive().build());

        batch.close();

        assertThatThrownBy(batch::receive).isInstanceOf(TengenException.class);
    }

    @Test
    void receive_nothingSent_failsInTime() {
        try (TengenClient hasty = TengenClient.connect(SERVER.address(), Duration.ofMillis(300));
                TengenBatch batch = hasty.openBatch(threeOfFive().build())) {
            TengenException error = catchThrowableOfType(TengenException.class, batch::receive);

            assertThat(error.status()).isEqualTo("DEADLINE_EXCEEDED");
        }
    }
}
