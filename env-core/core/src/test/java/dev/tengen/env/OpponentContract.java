package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A player in the environment: it moves within the client's calls. */
public interface OpponentContract extends TestedEnvironment.Opener {
    @Test
    default void reset_blackOpponent_hasMoved() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, BLACK));

        assertThat(environment.moveNumber()).isEqualTo(1);
        assertThat(environment.playerToMove()).isEqualTo(WHITE);
    }

    @Test
    default void reset_blackOpponent_tellsItsMove() {
        TestedEnvironment environment = open(TestSpec.square(1).opponent(Players.GREEDY, BLACK));

        assertThat(environment.lastActions()).isEqualTo(List.of(1));
    }

    @Test
    default void reset_whiteOpponent_waits() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, WHITE));

        assertThat(environment.lastActions()).isEmpty();
        assertThat(environment.playerToMove()).isEqualTo(BLACK);
    }

    @Test
    default void reset_whiteOpponentAndWhiteToMove_hasMoved() {
        TestedEnvironment environment =
                open(TestSpec.drawn("X . . . . .", WHITE).opponent(Players.GREEDY, WHITE));

        assertThat(environment.playerToMove()).isEqualTo(BLACK);
        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void step_whiteOpponent_repliesInTheSameCall() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, WHITE));

        environment.steps(12);

        assertThat(environment.lastActions()).hasSize(2).startsWith(12);
        assertThat(environment.playerToMove()).isEqualTo(BLACK);
    }

    @Test
    default void step_opponentPassesToo_endsInTheSameCall() {
        TestedEnvironment environment = open(TestSpec.square(1).opponent(Players.RANDOM, WHITE));

        environment.steps(1);

        assertThat(environment.endReason()).isEqualTo(EndReason.PASSES);
        assertThat(environment.reward(BLACK)).isEqualTo(-1);
    }

    @Test
    default void step_clientEndsTheEpisode_getsNoReply() {
        TestedEnvironment environment = open(TestSpec.square(1).opponent(Players.RANDOM, BLACK));

        environment.steps(1);

        assertThat(environment.lastActions()).isEqualTo(List.of(1));
    }

    @Test
    default void step_resignation_getsNoReply() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.RANDOM, BLACK));

        environment.steps(Environment.RESIGN);

        assertThat(environment.lastActions()).isEqualTo(List.of(Environment.RESIGN));
        assertThat(environment.winner()).isEqualTo(BLACK);
    }

    @Test
    default void step_replyAtTheLimit_truncates() {
        TestedEnvironment environment = open(TestSpec.square(5).maxMoves(2).opponent(Players.GREEDY, WHITE));

        environment.steps(12);

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
        assertThat(environment.moveNumber()).isEqualTo(2);
    }

    @Test
    default void step_clientMoveAtTheLimit_getsNoReply() {
        TestedEnvironment environment = open(TestSpec.square(5).maxMoves(1).opponent(Players.GREEDY, WHITE));

        environment.steps(12);

        assertThat(environment.moveNumber()).isEqualTo(1);
    }

    @Test
    default void reset_blackOpponentAndLimitOfOne_truncatesAtOnce() {
        TestedEnvironment environment = open(TestSpec.square(5).maxMoves(1).opponent(Players.GREEDY, BLACK));

        assertThat(environment.endReason()).isEqualTo(EndReason.MAX_MOVES);
    }

    @Test
    default void step_rejectedAction_getsNoReply() {
        TestedEnvironment environment = open(TestSpec.square(5).opponent(Players.GREEDY, WHITE));
        environment.steps(12);

        environment.step(12);

        assertThat(environment.moveNumber()).isEqualTo(2);
    }

    @Test
    default void step_ignoredAction_getsNoReply() {
        TestedEnvironment environment = open(
                TestSpec.square(5).illegalActions(IllegalActionPolicy.IGNORE).opponent(Players.GREEDY, WHITE));

        environment.step(-1);

        assertThat(environment.moveNumber()).isZero();
    }

    @Test
    default void reward_moveAndReplyInAreaDelta_isSummedOverBoth() {
        TestedEnvironment environment =
                open(TestSpec.square(5).rewards(RewardMode.AREA_DELTA).komi(0).opponent(Players.GREEDY, WHITE));

        environment.steps(12);

        assertThat(environment.reward(BLACK)).isEqualTo(environment.margin());
    }

    /** Returns every player, and an MCTS player with few playouts. */
    static Stream<BuiltInPlayer> players() {
        return Stream.concat(Arrays.stream(Players.values()), Stream.of(new MonteCarlo(5)));
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.env.OpponentContract#players")
    default void step_sameSeedAndActions_getTheSameReplies(BuiltInPlayer player) {
        EnvironmentSpec spec = TestSpec.square(5).opponent(player, WHITE).build();

        assertThat(replies(spec, 7)).isEqualTo(replies(spec, 7));
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.env.OpponentContract#players")
    default void step_otherSeeds_getOtherReplies(BuiltInPlayer player) {
        EnvironmentSpec spec = TestSpec.square(5).opponent(player, WHITE).build();
        Set<List<Integer>> replies = new HashSet<>();

        for (long seed = 1; seed <= 20; seed++) {
            replies.add(replies(spec, seed));
        }

        assertThat(replies).hasSizeGreaterThan(1);
    }

    private List<Integer> replies(EnvironmentSpec spec, long seed) {
        TestedEnvironment environment = open(spec, seed);
        SplitMix64 random = new SplitMix64(1);
        List<Integer> actions = new ArrayList<>();
        while (!environment.isOver()) {
            environment.steps(RewardContract.randomAction(environment, random));
            actions.addAll(environment.lastActions());
        }
        return actions;
    }
}
