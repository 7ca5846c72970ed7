package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.TaskInfo;
import dev.tengen.client.env.TaskOptions;
import dev.tengen.client.env.Timestep;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions and batches with a task. */
class TaskTest {
    private static final int G3 = 60;
    private static final TaskOptions EVEN = new TaskOptions("e3-s0-e3/eyes0-0/turn0", Color.BLACK, Color.BLACK);

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private static SessionSpec.Builder spec() {
        return SessionSpec.builder(9, 9).task("race-class0").opponent("oracle", Color.NONE);
    }

    @Test
    void reset_namedTask_reportsItAndItsOptimalValue() {
        try (TengenSession session = SERVER.client().createSession(spec().build())) {
            Timestep start = session.reset(1, EVEN);
            Timestep won = session.step(G3);
            TaskInfo lost = session.step(TengenSession.RESIGN).task().orElseThrow();

            assertThat(start.task().orElseThrow().taskId()).isEqualTo(EVEN.taskId());
            assertThat(start.task().orElseThrow().agentColor()).isEqualTo(Color.BLACK);
            assertThat(start.task().orElseThrow().optimalValue()).isEqualTo(1);
            assertThat(start.task().orElseThrow().libertyMargin()).hasValue(0);
            assertThat(start.task().orElseThrow().regret()).isEmpty();
            assertThat(won.task().orElseThrow().isOracleOptimal()).contains(true);
            assertThat(lost.obtainedValue()).hasValue(-1);
            assertThat(lost.regret()).hasValue(2);
            assertThat(lost.isOracleOptimal()).isEmpty();
        }
    }

    @Test
    void timestep_wholeGame_hasNoTask() {
        try (TengenSession session = SERVER.client().createSession(SessionSpec.of(5, 5))) {
            assertThat(session.reset().task()).isEmpty();
        }
    }

    @Test
    void rows_lanesWithATask_reportIt() {
        BatchSpec batchSpec = BatchSpec.builder(3, spec().build()).seeds(1).build();

        try (TengenBatch batch = SERVER.client().openBatch(batchSpec)) {
            LaneRows rows = batch.step(81, 81, 81);

            for (int row = 0; row < 3; row++) {
                assertThat(rows.agentColor(row)).isNotEqualTo(Color.NONE);
                assertThat(rows.optimalValue(row)).isNotNegative();
                assertThat(rows.isOracleOptimal(row)).isNotEqualTo(Optional.empty());
            }
        }
    }

    @Test
    void serverInfo_tasks_areTheFamilies() {
        assertThat(SERVER.client().serverInfo().tasks())
                .extracting(ServerInfo.TaskFamily::name)
                .contains("race-class0", "race");
    }
}
