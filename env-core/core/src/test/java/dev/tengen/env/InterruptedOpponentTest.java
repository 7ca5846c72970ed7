package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call whose opponent is interrupted while it searches changes nothing, as if it had never been made. */
class InterruptedOpponentTest {
    private final Clumsy interrupted = new Clumsy();
    private final PlayerFactory interruptedFactory = new SuppliedPlayers(() -> interrupted);
    private int stepCount;
    private int proposalCount;
    private int resetCount;

    /** Plays at random, and fails like an interrupted search after it has drawn numbers, if the test asks for that. */
    private static final class Clumsy implements Player {
        private boolean isInterrupted;

        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            if (isInterrupted) {
                random.nextLong();
                throw new CancellationException("interrupted");
            }
            PointSet points = new PointSet(game.grid());
            game.legalPoints(points);
            int choice = random.nextInt(points.size() + 2);
            return choice < points.size() ? points.nth(choice) : game.grid().pass();
        }
    }

    private static EnvironmentSpec spec(RulesPreset preset, PlayerFactory player, int color, RewardMode mode) {
        Grid grid = Grid.square(4);
        return EnvironmentSpec.builder(Setup.empty(grid), preset.rules(grid).withDeadStones(DeadStones.AGREEMENT))
                .rewardMode(mode)
                .illegalActionPolicy(IllegalActionPolicy.IGNORE)
                .symmetry(SymmetryChoice.DRAWN)
                .opponent(Optional.of(new Opponent(player, color)))
                .build();
    }

    private record State(EnvironmentSnapshot snapshot, long hash, List<Byte> mask, List<Integer> seen, long position) {
        static State of(Environment environment) {
            byte[] mask = environment.actionMask();
            Byte[] boxed = new Byte[mask.length];
            Arrays.setAll(boxed, index -> mask[index]);
            return new State(
                    environment.snapshot(),
                    environment.stateHash(),
                    List.of(boxed),
                    environment.lastActions(),
                    environment.game().positionHash());
        }
    }

    /**
     * Requires that {@code call} is interrupted and changes nothing, if it asks the opponent. Returns whether it did.
     */
    private boolean isInterruptedAndUndone(Environment environment, Runnable call) {
        State before = State.of(environment);
        interrupted.isInterrupted = true;
        try {
            call.run();
            return false;
        } catch (CancellationException e) {
            assertThat(State.of(environment)).isEqualTo(before);
            environment.game().checkConsistency();
            return true;
        } finally {
            interrupted.isInterrupted = false;
        }
    }

    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    @Tag("full")
    void call_interruptedInRandomEpisodes_changesNothing(RulesPreset preset) {
        SplitMix64 random = new SplitMix64(19);
        for (int round = 0; round < 40; round++) {
            RewardMode mode = RewardMode.values()[round % RewardMode.values().length];
            EnvironmentSpec spec = spec(preset, interruptedFactory, round % 2 == 0 ? Color.WHITE : Color.BLACK, mode);
            Environment tried = new Environment(spec, round);
            Environment twin = new Environment(spec, round);
            playBoth(tried, twin, random);
            if (spec.opponent().orElseThrow().color() == Color.BLACK) {
                assertThat(isInterruptedAndUndone(tried, () -> tried.reset(77))).isTrue();
                resetCount++;
            }
            tried.reset(78);
            twin.reset(78);
            playBoth(tried, twin, random);
        }
        assertThat(stepCount).isGreaterThan(300);
        assertThat(resetCount).isEqualTo(20);
        assertThat(proposalCount).isGreaterThan(10);
    }

    /** Plays the same actions in both environments; each call on the first is interrupted once before. */
    private void playBoth(Environment tried, Environment twin, SplitMix64 random) {
        while (!twin.isOver()) {
            if (twin.isInAgreement()) {
                PointSet none = new PointSet(twin.game().grid());
                Environment copy = new Environment(tried.spec(), tried.snapshot());
                if (isInterruptedAndUndone(copy, () -> copy.proposeDead(none))) {
                    proposalCount++;
                }
                tried.proposeDead(none);
                twin.proposeDead(none);
            } else {
                int action = twin.drawAction(random);
                int passChance = twin.game().passCount() > 0 ? 2 : 30;
                int played =
                        random.nextInt(passChance) == 0 ? twin.game().grid().pass() : action;
                if (asksOpponent(tried, played)) {
                    assertThat(isInterruptedAndUndone(tried, () -> tried.step(played)))
                            .isTrue();
                    stepCount++;
                }
                tried.step(played);
                twin.step(played);
            }
            assertThat(State.of(tried)).isEqualTo(State.of(twin));
        }
    }

    /** Returns whether the opponent moves after {@code action}, found with a copy. */
    private static boolean asksOpponent(Environment environment, int action) {
        Environment copy = new Environment(environment.spec(), environment.snapshot());
        copy.step(action);
        return copy.lastActions().size() == 2;
    }

    @Test
    void step_threadIsInterrupted_monteCarloStopsAndNothingChanges() {
        EnvironmentSpec spec = spec(
                RulesPreset.TROMP_TAYLOR,
                Players.named("monte-carlo:playouts=1000000").orElseThrow(),
                Color.WHITE,
                RewardMode.AREA_DELTA);
        Environment environment = new Environment(spec, 1);
        State before = State.of(environment);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> environment.step(5)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(State.of(environment)).isEqualTo(before);
    }

    @Test
    void create_snapshotOfALongGameOnAnInterruptedThread_stops() {
        EnvironmentSpec spec = spec(RulesPreset.TROMP_TAYLOR, interruptedFactory, Color.WHITE, RewardMode.WIN);
        EnvironmentSnapshot longer = Snapshots.inProgress(List.of(3, 4));

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new Environment(spec, longer)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
