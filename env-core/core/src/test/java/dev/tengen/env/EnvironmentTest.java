package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import dev.tengen.player.Players;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract in this process, and features for Java callers only. */
class EnvironmentTest implements EnvironmentContract {
    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new Local(new Environment(spec, seed));
    }

    private static Environment make(TestSpec spec) {
        return new Environment(spec.build(), 1);
    }

    @Test
    void spec_environment_isTheOneItWasMadeFrom() {
        EnvironmentSpec spec = TestSpec.square(3).build();

        assertThat(new Environment(spec, 1).spec()).isSameAs(spec);
    }

    @Test
    void seed_afterReset_isTheNewOne() {
        Environment environment = make(TestSpec.square(3));

        environment.reset(77);

        assertThat(environment.seed()).isEqualTo(77);
    }

    @Test
    void nextSeed_sameSeed_isTheSame() {
        assertThat(make(TestSpec.square(3)).nextSeed())
                .isEqualTo(make(TestSpec.square(5)).nextSeed());
    }

    @Test
    void nextSeed_resetToIt_changes() {
        Environment environment = make(TestSpec.square(3));
        long next = environment.nextSeed();

        environment.reset(next);

        assertThat(environment.nextSeed()).isNotEqualTo(next);
    }

    @Test
    void actions_resignation_isTheLast() {
        Environment environment = make(TestSpec.square(3));

        environment.step(4);
        environment.step(9);
        environment.step(Environment.RESIGN);

        assertThat(environment.actions()).isEqualTo(List.of(4, 9, Environment.RESIGN));
    }

    @Test
    void actions_illegalActionThatLost_isNotAmongThem() {
        Environment environment = make(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));

        environment.step(4);
        environment.step(4);

        assertThat(environment.actions()).isEqualTo(List.of(4));
    }

    @Test
    void rewardedColor_withoutOpponent_isThePlayerWhoActed() {
        Environment environment = make(TestSpec.square(3).illegalActions(IllegalActionPolicy.IGNORE));

        environment.step(4);
        assertThat(environment.rewardedColor()).isEqualTo(BLACK);
        environment.step(4);
        assertThat(environment.rewardedColor()).isEqualTo(WHITE);
        environment.step(0);
        assertThat(environment.rewardedColor()).isEqualTo(WHITE);
        environment.step(Environment.RESIGN);
        assertThat(environment.rewardedColor()).isEqualTo(BLACK);
    }

    @Test
    void rewardedColor_opponent_isTheAgent() {
        Environment environment = make(TestSpec.square(5).opponent(Players.GREEDY, BLACK));

        environment.step(25);
        assertThat(environment.rewardedColor()).isEqualTo(WHITE);
        environment.step(Environment.RESIGN);
        assertThat(environment.rewardedColor()).isEqualTo(WHITE);
    }

    @Test
    void lastActionCount_opponent_isThatOfBoth() {
        Environment environment = make(TestSpec.square(5).opponent(Players.GREEDY, BLACK));

        assertThat(environment.lastActionCount()).isEqualTo(1);
        environment.step(25);
        assertThat(environment.lastActionCount())
                .isEqualTo(environment.lastActions().size())
                .isEqualTo(2);
        assertThat(environment.lastAction(0)).isEqualTo(25);
        assertThat(environment.lastAction(2)).isEqualTo(EnvironmentBatch.NO_ACTION);
    }

    @Test
    void actions_opponent_areThoseOfBoth() {
        Environment environment = make(TestSpec.square(5).opponent(Players.GREEDY, BLACK));

        environment.step(environment.game().grid().pass());

        assertThat(environment.actions()).hasSize(3);
    }

    @Test
    void lastLegality_losingAction_isTheReason() {
        Environment environment = make(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));

        environment.step(-1);

        assertThat(environment.lastLegality()).isEqualTo(Legality.OUT_OF_RANGE);
    }

    @Test
    void lastLegality_afterReset_isLegal() {
        Environment environment = make(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));
        environment.step(-1);

        environment.reset(1);

        assertThat(environment.lastLegality()).isEqualTo(Legality.LEGAL);
    }

    @Test
    void legality_resign_isLegal() {
        assertThat(make(TestSpec.square(3)).legality(Environment.RESIGN)).isEqualTo(Legality.LEGAL);
    }

    @Test
    void legality_asked_changesNothing() {
        Environment environment = make(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));

        environment.legality(-1);

        assertThat(environment.isOver()).isFalse();
    }

    @Test
    void game_reset_isANewOne() {
        Environment environment = make(TestSpec.square(3));
        Game first = environment.game();

        environment.reset(1);
        play(first, "B2");

        assertThat(environment.game().moveNumber()).isZero();
    }

    @Test
    void game_restart_isTheSameOneAtItsStart() {
        Environment environment = make(TestSpec.square(3));
        Game game = environment.game();
        environment.step(4);

        environment.restart(1);

        assertThat(environment.game()).isSameAs(game);
        assertThat(game.moveNumber()).isZero();
        assertThat(game.positionHash()).isZero();
    }

    /** Adapts an environment to its contract. */
    private record Local(Environment environment) implements TestedEnvironment {
        @Override
        public void reset(long seed) {
            environment.reset(seed);
        }

        @Override
        public Legality step(int action) {
            return environment.step(action);
        }

        @Override
        public boolean undo(int moveCount) {
            try {
                environment.undo(moveCount);
                return true;
            } catch (IllegalArgumentException | IllegalStateException e) {
                return false;
            }
        }

        @Override
        public double reward(int color) {
            return environment.reward(color);
        }

        @Override
        public EndReason endReason() {
            return environment.endReason();
        }

        @Override
        public int winner() {
            return environment.winner();
        }

        @Override
        public int playerToMove() {
            return environment.game().playerToMove();
        }

        @Override
        public long episode() {
            return environment.episode();
        }

        @Override
        public int moveNumber() {
            return environment.game().moveNumber();
        }

        @Override
        public double margin() {
            return environment.game().score().margin();
        }

        @Override
        public byte[] actionMask() {
            return environment.actionMask();
        }

        @Override
        public List<byte[]> observations() {
            return environment.observations();
        }

        @Override
        public List<Integer> lastActions() {
            return environment.lastActions();
        }

        @Override
        public Symmetry symmetry() {
            return environment.symmetry();
        }

        @Override
        public long stateHash() {
            return environment.stateHash();
        }

        @Override
        public TestedEnvironment imported() {
            return new Local(Records.imported(environment));
        }
    }
}
