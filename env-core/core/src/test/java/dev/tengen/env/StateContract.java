package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Masks, observations and hashes of a state, and that seeds reproduce them. */
public interface StateContract extends TestedEnvironment.Opener {
    @Test
    default void actionMask_emptyBoard_hasAllPointsAndThePass() {
        assertThat(open(TestSpec.square(3)).actionMask()).containsExactly(0b1111_1111, 0b1100_0000);
    }

    @Test
    default void actionMask_position_hasTheFirstPointInTheMostSignificantBit() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4, 1, 8);

        assertThat(environment.actionMask()).containsExactly(0b1011_0111, 0b0100_0000);
    }

    @Test
    default void actionMask_ko_leavesTheRecaptureOut() {
        TestedEnvironment environment = open(TestSpec.drawn("""
                . X O .
                X O . O
                . X O .
                """));

        environment.steps(6);

        // White may play D3, D1 and pass.
        assertThat(environment.actionMask()).containsExactly(0b0001_0000, 0b0001_1000);
    }

    @Test
    default void actionMask_noPoint_hasThePassAlone() {
        assertThat(open(TestSpec.square(1)).actionMask()).containsExactly(0b0100_0000);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 2", "9, 11", "19, 46", "25, 79"})
    default void actionMask_anySize_isOneBitForEachActionInWholeBytes(int size, int byteCount) {
        assertThat(open(TestSpec.square(size)).actionMask()).hasSize(byteCount);
    }

    @Test
    default void observations_noEncoding_areNone() {
        assertThat(open(TestSpec.square(3)).observations()).isEmpty();
    }

    @Test
    default void observations_start_areThoseOfTheStart() {
        TestedEnvironment environment = open(TestSpec.square(1).encodings("alphazero-17"));

        assertThat(environment.observations()).hasSize(1);
        assertThat(environment.observations().get(0)).containsExactly(0, 0, 0b1000_0000);
    }

    @Test
    default void observations_twoEncodings_areBothGiven() {
        TestedEnvironment environment = open(TestSpec.square(2).encodings("alphazero-17", "gymgo-6"));

        assertThat(environment.observations()).hasSize(2);
    }

    @Test
    default void playerToMove_drawnForWhite_isWhite() {
        assertThat(open(TestSpec.drawn("X . . .", WHITE)).playerToMove()).isEqualTo(WHITE);
    }

    @Test
    default void margin_episodeGoesOn_isThatOfThePosition() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4);

        assertThat(environment.margin()).isEqualTo(1.5);
    }

    @Test
    default void episode_untilTheFirstReset_isZero() {
        assertThat(open(TestSpec.square(3)).episode()).isZero();
    }

    @Test
    default void episode_steps_staysTheSame() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.steps(4, 9, 9);

        assertThat(environment.isOver()).isTrue();
        assertThat(environment.episode()).isZero();
    }

    @Test
    default void episode_resets_countFromOne() {
        TestedEnvironment environment = open(TestSpec.square(3));

        environment.reset(1);
        assertThat(environment.episode()).isEqualTo(1);
        environment.steps(4);
        environment.reset(1);

        assertThat(environment.episode()).isEqualTo(2);
        assertThat(environment.moveNumber()).isZero();
    }

    @Test
    default void episode_rejectedAction_staysTheSame() {
        TestedEnvironment environment = open(TestSpec.square(3));
        environment.reset(1);

        Legality legality = environment.step(-1);

        assertThat(legality.isLegal()).isFalse();
        assertThat(environment.episode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, Long.MIN_VALUE, -1})
    default void reset_sameSeedAndActions_giveTheSameEpisode(long seed) {
        EnvironmentSpec spec = TestSpec.square(5)
                .rewards(RewardMode.AREA_DELTA)
                .encodings("alphazero-17")
                .opponent(Players.RANDOM, BLACK)
                .build();
        TestedEnvironment first = open(spec, seed);
        TestedEnvironment second = open(spec, 99);
        second.step(spec.grid().pass());

        second.reset(seed);

        assertThat(trace(second)).isEqualTo(trace(first));
    }

    /** Returns all outputs of an episode of random actions. */
    private static List<String> trace(TestedEnvironment environment) {
        SplitMix64 random = new SplitMix64(5);
        List<String> trace = new ArrayList<>(List.of(state(environment)));
        while (!environment.isOver()) {
            environment.steps(RewardContract.randomAction(environment, random));
            trace.add(state(environment));
        }
        return trace;
    }

    private static String state(TestedEnvironment environment) {
        return environment.lastActions()
                + Arrays.toString(environment.actionMask())
                + Arrays.deepToString(environment.observations().toArray())
                + environment.reward(BLACK)
                + environment.stateHash()
                + environment.endReason();
    }

    @Test
    default void stateHash_otherLimitOnMoves_differs() {
        assertThat(open(TestSpec.square(3).maxMoves(5)).stateHash())
                .isNotEqualTo(open(TestSpec.square(3).maxMoves(6)).stateHash());
    }

    @Test
    default void stateHash_unlimitedMoves_differs() {
        assertThat(open(TestSpec.square(3).maxMoves(EnvironmentSpec.UNLIMITED_MOVES))
                        .stateHash())
                .isNotEqualTo(open(TestSpec.square(3)).stateHash());
    }

    @Test
    default void stateHash_defaultLimitByNumber_isTheSame() {
        assertThat(open(TestSpec.square(3).maxMoves(27)).stateHash())
                .isEqualTo(open(TestSpec.square(3)).stateHash());
    }

    @Test
    default void stateHash_endedByIllegalAction_differsFromGoingOn() {
        TestedEnvironment environment = open(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));
        long before = environment.stateHash();

        environment.step(-1);

        assertThat(environment.stateHash()).isNotEqualTo(before);
    }

    @Test
    default void stateHash_endedByResignation_differsFromIllegalAction() {
        TestedEnvironment resigned = open(TestSpec.square(3));
        TestedEnvironment lost = open(TestSpec.square(3).illegalActions(IllegalActionPolicy.LOSE));

        resigned.step(Environment.RESIGN);
        lost.step(-1);

        assertThat(resigned.stateHash()).isNotEqualTo(lost.stateHash());
    }

    @Test
    default void stateHash_sameMovesInOtherOrderUnderSuperko_differs() {
        TestedEnvironment first = open(TestSpec.square(5));
        TestedEnvironment second = open(TestSpec.square(5));

        first.steps(0, 5, 12, 13);
        second.steps(12, 13, 0, 5);

        assertThat(first.stateHash()).isNotEqualTo(second.stateHash());
    }

    @Test
    default void stateHash_sameMovesInOtherOrderWithoutKoRule_isTheSame() {
        Rules rules = Rules.TROMP_TAYLOR.withKo(Ko.NONE);
        TestedEnvironment first = open(TestSpec.square(5).rules(rules));
        TestedEnvironment second = open(TestSpec.square(5).rules(rules));

        first.steps(0, 5, 12, 13);
        second.steps(12, 13, 0, 5);

        assertThat(first.stateHash()).isEqualTo(second.stateHash());
    }

    /** Rewards and opponents affect neither legality nor scores. */
    @Test
    default void stateHash_otherRewards_isTheSame() {
        assertThat(open(TestSpec.square(3).rewards(RewardMode.AREA_DELTA)).stateHash())
                .isEqualTo(open(TestSpec.square(3)).stateHash());
    }

    /** Clients store these hashes. The same version must give them on any machine. */
    @Test
    default void stateHash_fewMoves_isPinned() {
        TestedEnvironment environment = open(TestSpec.square(9));

        environment.steps(40, 41, 81);

        assertThat(Long.toHexString(environment.stateHash())).isEqualTo("574c0052fcef8f50");
    }
}
