package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnvironmentSnapshotTest {
    private static final int GAME_COUNT = 60;

    /** Plays one random action, sometimes a resignation or an illegal action. */
    private static int randomAction(Environment environment, SplitMix64 random) {
        int chance = random.nextInt(100);
        if (chance == 0) {
            return Environment.RESIGN;
        }
        if (chance < 5) {
            return random.nextInt(environment.game().grid().moveCount());
        }
        PointSet legal = new PointSet(environment.game().grid());
        environment.game().legalPoints(legal);
        int choice = random.nextInt(legal.size() + 1);
        return choice == legal.size() ? environment.game().grid().pass() : environment.seen(legal.nth(choice));
    }

    private static EnvironmentSpec randomSpec(Ko ko, SplitMix64 random) {
        int size = 2 + random.nextInt(4);
        Suicide suicide = Suicide.values()[random.nextInt(3)];
        TestSpec spec = TestSpec.square(size)
                .rules(new Rules(ko, suicide, 2 + random.nextInt(2), random.nextInt(8)))
                .maxMoves(random.nextInt(3) == 0 ? 8 : 0)
                .rewards(RewardMode.values()[random.nextInt(4)])
                .illegalActions(IllegalActionPolicy.values()[random.nextInt(3)])
                .penalty(0.5)
                .maxIllegalActions(random.nextInt(3) == 0 ? 2 : 0)
                .encodings("alphazero-17")
                .symmetry(size % 2 == 0 ? SymmetryChoice.DRAWN : SymmetryChoice.NONE);
        if (random.nextInt(2) == 0) {
            spec.opponent(Players.RANDOM, 1 + random.nextInt(2));
        }
        return spec.build();
    }

    private static void assertSame(Environment first, Environment second) {
        assertThat(second.stateHash()).isEqualTo(first.stateHash());
        assertThat(second.symmetry()).isEqualTo(first.symmetry());
        assertThat(second.actions()).isEqualTo(first.actions());
        assertThat(second.lastActions()).isEqualTo(first.lastActions());
        assertThat(second.actionMask()).isEqualTo(first.actionMask());
        assertThat(second.observations().get(0)).isEqualTo(first.observations().get(0));
        assertThat(second.reward(Color.BLACK)).isEqualTo(first.reward(Color.BLACK));
        assertThat(second.reward(Color.WHITE)).isEqualTo(first.reward(Color.WHITE));
        assertThat(second.snapshot()).isEqualTo(first.snapshot());
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    void restore_anyMomentOfRandomEpisodes_goesOnTheSame(Ko ko) {
        SplitMix64 random = new SplitMix64(ko.name().hashCode());
        int endedCount = 0;
        for (int game = 0; game < GAME_COUNT; game++) {
            Environment original = new Environment(randomSpec(ko, random), random.nextLong());
            int savedAt = random.nextInt(20);
            for (int i = 0; i < savedAt; i++) {
                original.step(randomAction(original, random));
            }
            Environment restored = new Environment(original.spec(), original.snapshot());
            assertSame(original, restored);
            for (int i = 0; i < 40; i++) {
                int action = randomAction(original, random);
                assertThat(restored.step(action)).isEqualTo(original.step(action));
                assertSame(original, restored);
            }
            endedCount += original.isOver() ? 1 : 0;
            original.reset(original.nextSeed());
            restored.reset(restored.nextSeed());
            assertSame(original, restored);
        }
        assertThat(endedCount).isBetween(GAME_COUNT / 2, GAME_COUNT);
    }

    private static Environment restore(List<Integer> actions, EndReason end) {
        return restore(actions, end, Color.EMPTY, 0);
    }

    private static Environment restore(List<Integer> actions, EndReason end, int winner, int illegalActionCount) {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(2), Rules.TROMP_TAYLOR);
        return new Environment(spec, Snapshots.of(actions, end, winner, illegalActionCount, List.of()));
    }

    @Test
    void restore_illegalAction_namesIt() {
        assertThatThrownBy(() -> restore(List.of(0, 0), EndReason.NONE))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("action 2 of the snapshot is illegal: OCCUPIED");
    }

    /** As in imported records, where players resumed after passes. */
    @Test
    void restore_actionAfterPasses_resumesTheGame() {
        Environment environment = restore(List.of(4, 4, 0), EndReason.NONE);

        assertThat(environment.isOver()).isFalse();
        assertThat(environment.game().passCount()).isZero();
        assertSameState(environment, new Environment(environment.spec(), environment.snapshot()));
        assertThatThrownBy(() -> restore(List.of(4, 4, 0), EndReason.PASSES))
                .hasMessage("the actions of the snapshot do not lead to its end, PASSES");
    }

    private static void assertSameState(Environment first, Environment second) {
        assertThat(second.stateHash()).isEqualTo(first.stateHash());
        assertThat(second.snapshot()).isEqualTo(first.snapshot());
    }

    @Test
    void restore_resignationInTheMiddle_isRefused() {
        assertThatThrownBy(() -> restore(List.of(Environment.RESIGN, 0), EndReason.RESIGNATION))
                .hasMessage("action 1 of the snapshot is illegal: OUT_OF_RANGE");
    }

    @ParameterizedTest
    @EnumSource(EndReason.class)
    void restore_otherEndThanThatOfTheActions_isRefused(EndReason end) {
        List<Integer> actions = new ArrayList<>(List.of(0));
        if (end == EndReason.NONE) {
            actions.addAll(List.of(4, 4));
        }
        // Any position may end by one of these, but nobody wins then.
        boolean isWinnerWrong = end == EndReason.MAX_ILLEGAL_ACTIONS || end == EndReason.OPPONENT_REFUSED;

        assertThatThrownBy(() -> restore(actions, end, isWinnerWrong ? Color.BLACK : Color.EMPTY, 0))
                .hasMessage("the actions of the snapshot do not lead to its end, " + end);
    }

    @Test
    void restore_negativeIllegalActionCount_isRefused() {
        assertThatThrownBy(() -> restore(List.of(), EndReason.NONE, Color.EMPTY, -1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("illegal_action_count -1 is outside [0, 2147483647]");
    }

    /** The count continues where it was, so that a copy is truncated by the same action. */
    @Test
    void restore_ignoredActions_countOn() {
        EnvironmentSpec spec = TestSpec.square(2)
                .illegalActions(IllegalActionPolicy.IGNORE)
                .maxIllegalActions(3)
                .build();
        Environment original = new Environment(spec, 1);
        original.step(-1);
        original.step(-1);

        Environment restored = new Environment(spec, original.snapshot());
        restored.step(-1);

        assertThat(restored.illegalActionCount()).isEqualTo(3);
        assertThat(restored.endReason()).isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS);
        assertThat(new Environment(spec, restored.snapshot()).snapshot()).isEqualTo(restored.snapshot());
    }
}
