package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes that are exported as records and imported with default arguments: they stand where they stood. */
public interface RecordContract extends TestedEnvironment.Opener {
    private static TestedEnvironment requireSame(TestedEnvironment environment) {
        TestedEnvironment imported = environment.imported();
        assertThat(imported.stateHash()).isEqualTo(environment.stateHash());
        assertThat(imported.endReason()).isEqualTo(environment.endReason());
        assertThat(imported.winner()).isEqualTo(environment.winner());
        assertThat(imported.moveNumber()).isEqualTo(environment.moveNumber());
        assertThat(imported.playerToMove()).isEqualTo(environment.playerToMove());
        assertThat(imported.actionMask()).isEqualTo(environment.actionMask());
        assertThat(imported.margin()).isEqualTo(environment.margin());
        return imported;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 1_000_000, EnvironmentSpec.UNLIMITED_MOVES})
    default void imported_anyLimit_isKept(int maxMoves) {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(maxMoves));
        environment.steps(4, 9);

        TestedEnvironment imported = requireSame(environment);

        environment.steps(0);
        imported.steps(0);
        assertThat(imported.stateHash()).isEqualTo(environment.stateHash());
        assertThat(imported.endReason()).isEqualTo(maxMoves == 3 ? EndReason.MAX_MOVES : EndReason.NONE);
    }

    @Test
    default void imported_start_isTheStart() {
        requireSame(open(TestSpec.drawn("X . . O", WHITE).komi(-2.5)));
    }

    @Test
    default void imported_passes_haveEnded() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, 9, 9);

        assertThat(requireSame(environment).endReason()).isEqualTo(EndReason.PASSES);
    }

    @Test
    default void imported_truncation_isOne() {
        TestedEnvironment environment = open(TestSpec.square(3).maxMoves(2));
        environment.steps(4, 9);

        assertThat(requireSame(environment).endReason()).isEqualTo(EndReason.MAX_MOVES);
    }

    @Test
    default void imported_resignation_hasEndedToo() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(4, Environment.RESIGN);

        TestedEnvironment imported = requireSame(environment);

        assertThat(imported.winner()).isEqualTo(BLACK);
        assertThat(imported.step(0)).isEqualTo(Legality.EPISODE_OVER);
    }

    @Test
    default void imported_resignationAfterAPass_keepsThePass() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.steps(9, Environment.RESIGN);

        requireSame(environment);
    }

    @Test
    default void imported_illegalActionThatLost_hasEndedToo() {
        TestedEnvironment environment = open(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));
        environment.steps(4);
        environment.step(4);

        assertThat(requireSame(environment).endReason()).isEqualTo(EndReason.ILLEGAL_ACTION);
    }

    @Test
    default void imported_truncationByIllegalActions_hasEndedToo() {
        TestedEnvironment environment = open(
                TestSpec.square(3).illegalActions(IllegalActionPolicy.IGNORE).maxIllegalActions(1));
        environment.steps(4);
        environment.step(4);

        assertThat(requireSame(environment).endReason()).isEqualTo(EndReason.MAX_ILLEGAL_ACTIONS);
    }

    @ParameterizedTest
    @EnumSource(Ko.class)
    default void imported_rulesThatNoNameExpresses_areKept(Ko ko) {
        for (Suicide suicide : Suicide.values()) {
            TestedEnvironment environment = open(TestSpec.square(3).rules(new Rules(ko, suicide, 3, 1.5)));
            environment.steps(0, 4, 9);

            requireSame(environment);
        }
    }

    @Test
    default void imported_randomEpisodes_areTheSameAtEveryMove() {
        SplitMix64 random = new SplitMix64(9);
        TestedEnvironment environment = open(TestSpec.square(4));
        while (!environment.isOver()) {
            environment.steps(RewardContract.randomAction(environment, random));
            requireSame(environment);
        }
    }
}
