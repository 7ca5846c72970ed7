package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An opponent whose resources are released between two moves plays on as if nothing had happened. */
class ReleasedOpponentTest {
    private int madeCount;
    private int closedCount;
    private boolean isFull;

    /** A player that takes the first legal point from a random one on, and can undo. */
    private final class CountedPlayer implements Player {
        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            int count = game.grid().pointCount();
            int first = random.nextInt(count);
            for (int offset = 0; offset < count; offset++) {
                int point = (first + offset) % count;
                if (game.legality(point).isLegal()) {
                    return point;
                }
            }
            return game.grid().pass();
        }

        @Override
        public boolean canUndo() {
            return true;
        }

        @Override
        public void close() {
            closedCount++;
        }
    }

    private Player create() {
        if (isFull) {
            throw new PlayerException(PlayerException.Kind.FAILED, "no process is free");
        }
        madeCount++;
        return new CountedPlayer();
    }

    private Environment environment() {
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(new SuppliedPlayers(this::create), Color.WHITE)))
                .build();
        Environment environment = new Environment(spec, 7);
        environment.step(12);
        environment.step(Environment.RESIGN);
        return environment;
    }

    @Test
    void release_endsThePlayer_andQuestionsDoNotCreateIt() {
        Environment environment = environment();

        environment.releaseOpponent();
        environment.releaseOpponent();

        assertThat(environment.isOver()).isTrue();
        assertThat(environment.undoRefusal()).isEmpty();
        assertThat(madeCount).isEqualTo(1);
        assertThat(closedCount).isEqualTo(1);
    }

    @Test
    void move_afterARelease_isThatOfAPlayerThatWasNotReleased() {
        Environment released = environment();
        Environment kept = environment();

        released.releaseOpponent();
        for (Environment environment : new Environment[] {released, kept}) {
            environment.undo(2);
            environment.step(environment.actionMask()[0] == 1 ? 0 : 1);
        }

        assertThat(released.stateHash()).isEqualTo(kept.stateHash());
        assertThat(released.actions()).isEqualTo(kept.actions());
        assertThat(madeCount).isEqualTo(3);
    }

    @Test
    void move_withoutRoomForAPlayer_endsTheEpisodeAsAFailureOfTheOpponent() {
        Environment environment = environment();
        environment.releaseOpponent();
        environment.undo(2);
        isFull = true;

        environment.step(0);

        assertThat(environment.endReason()).isEqualTo(EndReason.OPPONENT_FAILED);
    }

    @Test
    void release_ofAnEnvironmentWithoutOpponent_doesNothing() {
        Environment environment = new Environment(EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR), 7);

        environment.releaseOpponent();

        assertThat(environment.step(12).isLegal()).isTrue();
    }
}
