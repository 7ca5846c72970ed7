package dev.tengen.env;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An opponent that is an external program may fail to move. The episode ends with the kind of failure. */
class FailingOpponentTest {
    private int madeCount;
    private int closedCount;

    private EnvironmentSpec spec(RewardMode mode, Player player) {
        return spec(mode, WHITE, () -> {
            madeCount++;
            return player;
        });
    }

    private static EnvironmentSpec spec(RewardMode mode, int color, Supplier<Player> program) {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR)
                .rewardMode(mode)
                .scoredOnTruncation(true)
                .opponent(Optional.of(new Opponent(new SuppliedPlayers(program), color)))
                .build();
    }

    private static Player failing(PlayerException.Kind kind) {
        return (game, random) -> {
            throw new PlayerException(kind, "it failed");
        };
    }

    @ParameterizedTest
    @CsvSource({
        "TIMEOUT, OPPONENT_TIMEOUT",
        "FAILED, OPPONENT_FAILED",
        "ILLEGAL_MOVE, ILLEGAL_ACTION",
    })
    void step_opponentFails_itLoses(PlayerException.Kind kind, EndReason end) {
        Environment environment = new Environment(spec(RewardMode.MARGIN, failing(kind)), 1);

        environment.step(4);

        assertThat(environment.endReason()).isEqualTo(end);
        assertThat(environment.winner()).isEqualTo(BLACK);
        assertThat(environment.reward(BLACK)).isEqualTo(9);
        assertThat(environment.endMessage()).isEqualTo("it failed");
        assertThat(environment.lastActions()).containsExactly(4);
    }

    /** A truncation like any other: nobody wins, and the spec asks to reward the score. */
    @ParameterizedTest
    @CsvSource({"WIN, 1", "MARGIN, 1.5", "AREA_DELTA, 1.5"})
    void step_opponentRefusesALegalMove_nobodyWins(RewardMode mode, double expected) {
        Environment environment = new Environment(spec(mode, failing(PlayerException.Kind.REFUSED_MOVE)), 1);

        environment.step(4);

        assertThat(environment.endReason()).isEqualTo(EndReason.OPPONENT_REFUSED);
        assertThat(environment.winner()).isEqualTo(EMPTY);
        assertThat(environment.reward(BLACK)).isEqualTo(expected);
        assertThat(environment.reward(WHITE)).isEqualTo(-expected);
    }

    @ParameterizedTest
    @CsvSource({"WIN, 0", "MARGIN, 0", "AREA_DELTA, 1.5"})
    void step_opponentRefusesWithoutScore_paysTheMoveAlone(RewardMode mode, double expected) {
        EnvironmentSpec spec = spec(mode, failing(PlayerException.Kind.REFUSED_MOVE)).toBuilder()
                .scoredOnTruncation(false)
                .build();
        Environment environment = new Environment(spec, 1);

        environment.step(4);

        assertThat(environment.reward(BLACK)).isEqualTo(expected);
    }

    /** White is behind by more than the number of points when it fails. */
    @ParameterizedTest
    @CsvSource({"TIMEOUT", "FAILED", "ILLEGAL_MOVE"})
    void step_opponentFarBehindFails_losesItsMargin(PlayerException.Kind kind) {
        EnvironmentSpec spec = spec(RewardMode.MARGIN, failing(kind)).toBuilder()
                .rules(Rules.TROMP_TAYLOR.withKomi(-20))
                .build();
        Environment environment = new Environment(spec, 1);

        environment.step(4);

        assertThat(environment.reward(WHITE)).isEqualTo(-29);
    }

    @ParameterizedTest
    @CsvSource({"TIMEOUT", "FAILED", "ILLEGAL_MOVE", "REFUSED_MOVE"})
    void snapshot_afterAFailure_restoresWithoutAskingAgain(PlayerException.Kind kind) {
        EnvironmentSpec spec = spec(RewardMode.WIN, failing(kind));
        Environment environment = new Environment(spec, 1);
        environment.step(4);

        Environment restored = new Environment(spec, environment.snapshot());

        assertThat(restored.snapshot()).isEqualTo(environment.snapshot());
        assertThat(restored.stateHash()).isEqualTo(environment.stateHash());
        assertThat(restored.endMessage()).isEqualTo("it failed");
        assertThat(madeCount).isEqualTo(1);
    }

    @Test
    void reset_afterAFailure_goesOnWithoutItsMessage() {
        Environment environment = new Environment(spec(RewardMode.WIN, failing(PlayerException.Kind.TIMEOUT)), 1);
        environment.step(4);

        environment.reset(2);

        assertThat(environment.isOver()).isFalse();
        assertThat(environment.endMessage()).isEmpty();
    }

    @Test
    void step_opponentResigns_theOtherWins() {
        Environment environment = new Environment(spec(RewardMode.WIN, (game, random) -> Player.RESIGN), 1);

        environment.step(4);

        assertThat(environment.endReason()).isEqualTo(EndReason.RESIGNATION);
        assertThat(environment.winner()).isEqualTo(BLACK);
        assertThat(environment.actions()).containsExactly(4, Environment.RESIGN);
    }

    @Test
    void close_opponentThere_isClosedOnce() {
        Environment environment = new Environment(spec(RewardMode.WIN, new ClosingPlayer()), 1);
        environment.close();
        assertThat(closedCount).isZero();

        environment.createOpponent();
        environment.createOpponent();
        environment.close();

        assertThat(madeCount).isEqualTo(1);
        assertThat(closedCount).isEqualTo(1);
    }

    @Test
    void new_opponentThatMovesFirstCannotBeMade_isAnError() {
        EnvironmentSpec spec = spec(RewardMode.WIN, BLACK, () -> {
            throw new IllegalStateException("there is none");
        });

        assertThatThrownBy(() -> new Environment(spec, 1)).hasMessage("there is none");
    }

    private final class ClosingPlayer implements Player {
        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            return game.grid().pass();
        }

        @Override
        public void close() {
            closedCount++;
        }
    }
}
