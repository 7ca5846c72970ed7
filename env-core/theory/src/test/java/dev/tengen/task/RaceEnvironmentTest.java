package dev.tengen.task;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.task.RaceEnvironments.EVEN;
import static dev.tengen.task.RaceEnvironments.SEKI;
import static dev.tengen.task.RaceEnvironments.info;
import static dev.tengen.task.RaceEnvironments.named;
import static dev.tengen.task.RaceEnvironments.open;
import static dev.tengen.task.RaceEnvironments.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.env.RowField;
import dev.tengen.env.TaskOptions;
import dev.tengen.env.Tasks;
import dev.tengen.env.TreeRoot;
import dev.tengen.env.TreeRows;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.solve.Oracle;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RaceEnvironmentTest {
    private static final String TASK = "race-class0";

    @Test
    void taskInfo_start_hasThePositionAndItsValue() {
        Environment environment = named(TASK, EVEN, BLACK, WHITE, Optional.empty());

        assertThat(info(environment).label().id()).isEqualTo(EVEN);
        assertThat(info(environment).label().taskClass()).isEqualTo("class0");
        assertThat(info(environment).label().margin()).hasValue(0);
        assertThat(info(environment).agentColor()).isEqualTo(BLACK);
        assertThat(info(environment).firstPlayer()).isEqualTo(WHITE);
        assertThat(info(environment).optimalValue()).isEqualTo(-1);
        assertThat(info(environment).obtainedValue()).isEmpty();
        assertThat(info(environment).isOracleOptimal()).isEmpty();
        assertThat(environment.game().playerToMove()).isEqualTo(WHITE);
    }

    @Test
    void step_capture_decidesTheTask() {
        Environment environment = named(TASK, EVEN, BLACK, BLACK, Optional.empty());

        play(environment, "G3", "A7", "H3", "B7");
        assertThat(environment.isOver()).isFalse();
        play(environment, "J3");

        assertThat(environment.endReason()).isEqualTo(EndReason.TASK_DECIDED);
        assertThat(environment.endReason().isTermination()).isTrue();
        assertThat(environment.winner()).isEqualTo(BLACK);
        assertThat(environment.reward(BLACK)).isEqualTo(1);
        assertThat(environment.reward(WHITE)).isEqualTo(-1);
        assertThat(info(environment).obtainedValue()).hasValue(1);
        assertThat(info(environment).regret()).hasValue(0);
        assertThat(environment.actionMask()).containsOnly(0);
    }

    @Test
    void step_ownLiberties_loseWhatWasWon() {
        Environment environment = named(TASK, EVEN, BLACK, BLACK, Optional.empty());

        play(environment, "A7");
        assertThat(info(environment).isOracleOptimal()).contains(false);
        play(environment, "B7");
        assertThat(info(environment).isOracleOptimal()).contains(true);
        play(environment, "C7"); // Black takes its own last liberty: all its stones are off the board.

        assertThat(environment.endReason()).isEqualTo(EndReason.TASK_DECIDED);
        assertThat(environment.winner()).isEqualTo(WHITE);
        assertThat(info(environment).regret()).hasValue(2);
    }

    @Test
    void step_twoPasses_areASekiWhateverTheScore() {
        Environment environment = named(TASK, EVEN, WHITE, BLACK, Optional.empty());

        play(environment, "pass", "pass");

        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
        assertThat(environment.game().score().margin()).isNotZero();
        assertThat(environment.winner()).isEqualTo(EMPTY);
        assertThat(environment.reward(BLACK)).isZero();
        assertThat(info(environment).regret()).hasValue(-1);
    }

    @Test
    void isOracleOptimal_seki_thePassAlone() {
        Environment environment = named(TASK, SEKI, BLACK, BLACK, Optional.empty());

        assertThat(info(environment).optimalValue()).isZero();
        for (int action = 0; action < 81; action++) {
            environment.reset(1, new TaskOptions(SEKI, BLACK, BLACK));
            boolean isInRace = environment.game().legality(action).isLegal()
                    && environment.taskEpisode().orElseThrow().label().id().equals(SEKI)
                    && !isOwnEye(environment, action);
            if (isInRace) {
                environment.step(action);
                assertThat(info(environment).isOracleOptimal())
                        .as(environment.game().grid().name(action))
                        .contains(false);
            }
        }
        environment.reset(1, new TaskOptions(SEKI, BLACK, BLACK));
        play(environment, "pass");
        assertThat(info(environment).isOracleOptimal()).contains(true);
    }

    /** Returns whether a point is an eye of a safe chain of Black; only black stones are beside it. */
    private static boolean isOwnEye(Environment environment, int point) {
        Grid grid = environment.game().grid();
        return grid.name(point).equals("J1") || grid.name(point).equals("G1");
    }

    /** A play in an eye of a safe chain only loses the turn. In a seki that is as good as a pass. */
    @Test
    void isOracleOptimal_eyeOfASafeChain_isJudgedAsALostTurn() {
        Environment even = named(TASK, EVEN, BLACK, BLACK, Optional.empty());
        Environment seki = named(TASK, SEKI, BLACK, BLACK, Optional.empty());

        play(even, "J1");
        play(seki, "J1");

        assertThat(info(even).isOracleOptimal()).contains(false);
        assertThat(info(seki).isOracleOptimal()).contains(true);
        play(seki, "pass");
        assertThat(info(seki).isOracleOptimal()).contains(true);
    }

    @Test
    void step_afterThePassOfAnOpponentWhoWins_thePassAloneIsOptimal() {
        Environment environment = named(TASK, EVEN, WHITE, BLACK, Optional.empty());

        play(environment, "pass");
        assertThat(info(environment).isOracleOptimal()).contains(false);
        play(environment, "A7");
        assertThat(info(environment).isOracleOptimal()).contains(true);

        environment.reset(1, new TaskOptions("e4-s0-e2/eyes0-0/turn0", WHITE, BLACK));
        play(environment, "pass", "pass"); // Black was two liberties ahead, so White lost with every move.

        assertThat(info(environment).isOracleOptimal()).contains(true);
        assertThat(info(environment).regret()).hasValue(-1);
    }

    @Test
    void step_asManyMovesAsThereMayBe_truncate() {
        Environment environment = named(TASK + ":traps=1", "e1-s1-e1/eyes0-0/turn0", BLACK, BLACK, Optional.empty());
        EnvironmentSpec limited = environment.spec().toBuilder().maxMoves(2).build();
        Environment shorter = new Environment(limited, 1);
        shorter.reset(1, new TaskOptions(EVEN, BLACK, BLACK));

        play(shorter, "G3", "A7");

        assertThat(environment.taskEpisode().orElseThrow().moveLimit()).isEqualTo(12);
        assertThat(shorter.endReason()).isEqualTo(EndReason.MAX_MOVES);
        assertThat(info(shorter).obtainedValue()).hasValue(0);
        assertThat(info(shorter).regret()).hasValue(1);
        assertThat(shorter.reward(BLACK)).isZero();
    }

    @Test
    void step_resignation_isALossAndNotJudged() {
        Environment environment = named(TASK, EVEN, BLACK, BLACK, Optional.empty());

        environment.step(Environment.RESIGN);

        assertThat(environment.endReason()).isEqualTo(EndReason.RESIGNATION);
        assertThat(info(environment).regret()).hasValue(2);
        assertThat(info(environment).isOracleOptimal()).isEmpty();
    }

    @Test
    void actionMask_region_leavesOutTheEyesOfSafeChains() {
        Environment all = named(TASK, EVEN, BLACK, BLACK, Optional.empty());
        Environment some = named(TASK + ":mask=region", EVEN, BLACK, BLACK, Optional.empty());

        assertThat(info(all).isMaskRestricted()).isFalse();
        assertThat(info(some).isMaskRestricted()).isTrue();
        assertThat(count(all.actionMask())).isEqualTo(9); // Six liberties, two eyes of its own, the pass.
        assertThat(count(some.actionMask())).isEqualTo(7);
        play(some, "J1"); // The rules allow it nevertheless.
        assertThat(some.game().moveNumber()).isEqualTo(1);
    }

    private static int count(byte[] mask) {
        int count = 0;
        for (byte bits : mask) {
            count += Integer.bitCount(bits & 0xFF);
        }
        return count;
    }

    @Test
    void forest_ofARace_endsWhereTheRaceIsDecided() {
        Environment environment = named(TASK, EVEN, BLACK, BLACK, Optional.empty());
        Grid grid = environment.game().grid();
        play(environment, "G3", "A7", "H3", "B7");
        EnvironmentForest forest = new EnvironmentForest(new ForestSpec(grid, List.of(), ObservationForm.PACKED, 10));
        long root = forest.plant(List.of(TreeRoot.of(environment))).handle(0);

        TreeRows rows = forest.expand(new long[] {root, root, root}, grid.point("C7"), grid.point("J3"), grid.pass());

        assertThat(rows.positions().byteAt(RowField.END_REASONS, 0)).isEqualTo(EndReason.TASK_DECIDED.number());
        assertThat(rows.positions().byteAt(RowField.WINNERS, 0)).isEqualTo(WHITE);
        assertThat(rows.positions().reward(1, BLACK)).isEqualTo(1);
        assertThat(rows.positions().isOver(2)).isFalse();
    }

    @Test
    void judge_end_reportsNoMove() {
        Environment environment = named(TASK + ":judge=end", EVEN, BLACK, BLACK, Optional.empty());

        play(environment, "G3");

        assertThat(info(environment).isOracleOptimal()).isEmpty();
    }

    @Test
    void reset_oracleFirst_hasMovedAndTheColorsAreThoseAskedFor() {
        Environment environment = named(TASK, EVEN, WHITE, BLACK, Optional.of(new Oracle()));

        assertThat(environment.lastActions()).hasSize(1);
        assertThat(environment.game().playerToMove()).isEqualTo(WHITE);
        assertThat(info(environment).isOracleOptimal()).isEmpty();
        assertThat(info(environment).optimalValue()).isEqualTo(-1);
    }

    @Test
    void snapshot_midGame_continuesAsTheOriginal() {
        Environment original = open("race-class1", 9, new Oracle(), 7);
        original.step(original.game().grid().pass());
        Environment copy = new Environment(original.spec(), original.snapshot());
        SplitMix64 random = new SplitMix64(3);

        while (!original.isOver()) {
            assertThat(copy.taskInfo()).isEqualTo(original.taskInfo());
            assertThat(copy.stateHash()).isEqualTo(original.stateHash());
            int action = original.taskEpisode().orElseThrow().chooseMove(original.game(), random);
            original.step(action);
            copy.step(action);
        }

        assertThat(copy.snapshot()).isEqualTo(original.snapshot());
        assertThat(new Environment(original.spec(), original.snapshot()).taskInfo())
                .isEqualTo(original.taskInfo());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "e3-s0-e3",
                "e3-s0-e3/eyes0-0/turn8",
                "e03-s0-e3/eyes0-0/turn0",
                "e9-s9-e9/eyes0-0/turn0",
                "e30-s0-e3/eyes0-0/turn0",
                "e3-s0-e3/eyes0-9/turn0",
                "e3-s0-e3/eyes1n1-0/turn0",
                "e3-s0-e3/eyes0-0/shapeshot9-0/turn0",
                "e2-s0-e2/eyes1-1/turn0",
                "x"
            })
    void reset_unknownTask_throwsAndChangesNothing(String id) {
        Environment environment = named(TASK, EVEN, BLACK, BLACK, Optional.empty());

        assertThatThrownBy(() -> environment.reset(2, new TaskOptions(id, EMPTY, EMPTY)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("task_id \"" + id + "\" is ")
                .satisfies(error ->
                        assertThat(((InvalidValueException) error).field()).isEqualTo("task_id"));
        assertThat(info(environment).label().id()).isEqualTo(EVEN);
        assertThat(environment.seed()).isEqualTo(1);
    }

    @Test
    void reset_optionsWithoutATask_throws() {
        Environment environment = new Environment(EnvironmentSpec.of(Grid.square(9), Rules.TROMP_TAYLOR), 1);

        assertThatThrownBy(() -> environment.reset(2, new TaskOptions(EVEN, BLACK, WHITE)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "task_options {task_id: \"" + EVEN + "\", agent_color: Black, first_player: White} require a"
                                + " task, but this environment has none; leave them out");
        assertThat(environment.seed()).isEqualTo(1);
    }

    @Test
    void options_noColor_throws() {
        assertThatThrownBy(() -> new TaskOptions("", 3, 0))
                .hasMessage("agent_color 3 is not 0 (either), 1 (Black) or 2 (White)");
    }

    @Test
    void spec_rulesThatAreNotSolved_throw() {
        Rules japanese = RulesPreset.JAPANESE.rules(Grid.square(9));

        assertThatThrownBy(() -> EnvironmentSpec.builder(Setup.empty(Grid.square(9)), japanese)
                        .task(Optional.of(Tasks.named("task", TASK, Grid.square(9))))
                        .build())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("are not those of Tromp and Taylor");
    }
}
