package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Tasks;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.TaskInfo;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Environments with a task over the wire. */
class TaskTest {
    private static final String TASK = "race-class0:split=test";
    private static final Grid GRID = Grid.square(9);

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private static dev.tengen.proto.v1.EnvironmentSpec.Builder spec() {
        return square(9).setTask(TASK).setOpponent(Opponent.newBuilder().setPlayer("oracle"));
    }

    private static Environment core(long seed) {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR)
                .task(Optional.of(Tasks.named("task", TASK, GRID)))
                .opponent(Optional.of(
                        new dev.tengen.env.Opponent(Players.named("oracle").orElseThrow(), Color.EMPTY)))
                .build();
        return new Environment(spec, seed);
    }

    private StepResponse step(String session, int action, String requestId) {
        return stub.step(Calls.step(session, action).setRequestId(requestId).build());
    }

    private static void assertSame(TaskInfo told, Environment environment) {
        dev.tengen.env.TaskInfo expected = environment.taskInfo().orElseThrow();
        assertThat(told.getTaskId()).isEqualTo(expected.label().id());
        assertThat(told.getAgentColorValue()).isEqualTo(expected.agentColor());
        assertThat(told.getFirstPlayerValue()).isEqualTo(expected.firstPlayer());
        assertThat(told.getOptimalValue()).isEqualTo(expected.optimalValue());
        assertThat(told.hasRegret()).isEqualTo(expected.regret().isPresent());
        assertThat(told.getRegret()).isEqualTo(expected.regret().orElse(0));
        assertThat(told.hasIsOracleOptimal())
                .isEqualTo(expected.isOracleOptimal().isPresent());
        assertThat(told.getIsOracleOptimal())
                .isEqualTo(expected.isOracleOptimal().orElse(false));
    }

    @Test
    void step_wholeRaces_equalTheCore() {
        CreateSessionResponse made =
                stub.createSession(Calls.create(spec()).setSeed(1).build());
        Environment core = core(1);
        SplitMix64 random = new SplitMix64(1);
        int decided = 0;

        assertThat(made.getSpec().getTask()).isEqualTo(TASK);
        assertThat(made.getSpec().getMaxMoves()).isZero();
        assertSame(made.getTimestep().getTask(), core);
        for (int race = 0; race < 20; race++) {
            while (!core.isOver()) {
                int action = Players.RANDOM.create(GRID).chooseMove(core.game(), random);
                core.step(action);
                StepResponse response = step(made.getSessionId(), action, "");
                assertSame(response.getTimestep().getTask(), core);
                assertThat(response.getTimestep().getStateHash()).isEqualTo(core.stateHash());
                decided += response.getTimestep().getEndReason() == EndReason.END_REASON_TASK_DECIDED ? 1 : 0;
            }
            core.reset(core.nextSeed());
            ResetResponse reset = stub.reset(Calls.reset(made.getSessionId()).build());
            assertSame(reset.getTimestep().getTask(), core);
        }
        assertThat(decided).isBetween(10, 19);
    }

    @Test
    void step_retriedAfterTheNextReset_getsTheFirstAnswer() {
        CreateSessionResponse made =
                stub.createSession(Calls.create(spec()).setSeed(3).build());
        String session = made.getSessionId();
        dev.tengen.proto.v1.TaskOptions options = dev.tengen.proto.v1.TaskOptions.newBuilder()
                .setTaskId("e3-s0-e3/eyes0-0/turn0")
                .setAgentColor(dev.tengen.proto.v1.Color.COLOR_BLACK)
                .setFirstPlayer(dev.tengen.proto.v1.Color.COLOR_BLACK)
                .build();
        ResetRequest named = Calls.reset(session)
                .setRequestId("reset")
                .setTaskOptions(options)
                .build();

        ResetResponse reset = stub.reset(named);
        StepResponse first = step(session, GRID.point("G3"), "step");
        stub.reset(Calls.reset(session).build());

        assertThat(reset.getTimestep().getTask().getTaskId()).isEqualTo(options.getTaskId());
        assertThat(step(session, GRID.point("G3"), "step"))
                .isEqualTo(first.toBuilder().setCurrentEpisode(2).build());
        assertThat(first.getTimestep().getTask().getIsOracleOptimal()).isTrue();
        assertThat(stub.reset(named))
                .isEqualTo(reset.toBuilder().setCurrentEpisode(2).build());
    }

    @Test
    void chooseAction_oracle_isThatOfTheTask() {
        CreateSessionResponse made =
                stub.createSession(Calls.create(spec()).setSeed(4).build());
        Environment core = core(4);

        int action = Calls.choose(stub, made.getSessionId(), "oracle", 9).getAction();

        assertThat(action).isEqualTo(core.taskEpisode().orElseThrow().chooseMove(core.game(), new SplitMix64(9)));
    }

    @Test
    void run_lanesWithATask_equalTheCore() {
        int laneCount = 4;
        List<Environment> lanes = new ArrayList<>();
        for (int lane = 0; lane < laneCount; lane++) {
            lanes.add(core(lane));
        }
        SplitMix64 random = new SplitMix64(5);
        int ends = 0;
        try (BatchCall call = BatchCall.open(
                SERVER.channel(),
                OpenBatch.newBuilder()
                        .setLaneCount(laneCount)
                        .addSpecs(spec())
                        .addSeeds(0)
                        .setAutoresetMode(AutoresetMode.AUTORESET_MODE_NEXT_STEP))) {
            assertRows(call.receive().getStates(), lanes);
            for (int step = 0; step < 40; step++) {
                int[] actions = new int[laneCount];
                for (int lane = 0; lane < laneCount; lane++) {
                    Environment environment = lanes.get(lane);
                    if (environment.isOver()) {
                        ends++;
                        environment.reset(environment.nextSeed());
                    } else {
                        actions[lane] = Players.RANDOM.create(GRID).chooseMove(environment.game(), random);
                        environment.step(actions[lane]);
                    }
                }
                call.step(actions);
                assertRows(call.receive().getStates(), lanes);
            }
        }
        assertThat(ends).isGreaterThan(10);
    }

    private static void assertRows(LaneStates states, List<Environment> lanes) {
        for (int row = 0; row < lanes.size(); row++) {
            dev.tengen.env.TaskInfo expected = lanes.get(row).taskInfo().orElseThrow();
            assertThat((int) states.getAgentColors().byteAt(row)).isEqualTo(expected.agentColor());
            assertThat((int) states.getOptimalValues().byteAt(row)).isEqualTo(expected.optimalValue());
            assertThat((int) states.getRegrets().byteAt(row))
                    .isEqualTo(expected.regret().orElse(0));
            assertThat((int) states.getIsOracleOptimal().byteAt(row))
                    .isEqualTo(expected.isOracleOptimal().map(is -> is ? 1 : 2).orElse(0));
        }
    }

    @Test
    void run_lanesWithoutATask_haveNoSuchFields() {
        try (BatchCall call = BatchCall.open(
                SERVER.channel(), OpenBatch.newBuilder().setLaneCount(2).addSpecs(square(5)))) {
            LaneStates states = call.receive().getStates();

            assertThat(states.getAgentColors()).isEmpty();
            assertThat(states.getRegrets()).isEmpty();
        }
    }
}
