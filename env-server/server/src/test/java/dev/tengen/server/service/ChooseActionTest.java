package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Players that choose an action. */
class ChooseActionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private static Stream<BuiltInPlayer> players() {
        return Stream.concat(Arrays.stream(Players.values()), Stream.of(new MonteCarlo(20)));
    }

    @ParameterizedTest
    @MethodSource("players")
    void chooseAction_wholeGame_isTheChoiceOfThePlayerOnTheSameGame(BuiltInPlayer player) {
        String session = open(stub, square(5));
        Game game = new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR);

        for (int number = 0; number < 60 && !game.isOver(); number++) {
            ChooseActionResponse choice = Calls.choose(stub, session, player.playerName(), number);
            int expected = player.create(game.grid()).chooseMove(game, new SplitMix64(number));

            assertThat(choice.getAction()).isEqualTo(expected);
            assertThat(choice.getMoveNumber()).isEqualTo(number);
            play(stub, session, expected);
            game.play(expected);
        }
        assertThat(game.moveNumber()).isGreaterThan(10);
    }

    @Test
    void chooseAction_answered_leavesTheSessionAsItWas() {
        String session = open(stub, square(5));
        play(stub, session, 12, 6);
        GetSessionResponse before = describe(stub, session);

        ChooseActionResponse choice = Calls.choose(stub, session, "greedy", 1);

        assertThat(choice.getStateHash()).isEqualTo(before.getTimestep().getStateHash());
        assertThat(describe(stub, session)).isEqualTo(before);
    }

    @Test
    void chooseAction_oracle_playsTheOnlyBestMove() {
        String session = open(stub, square(3));

        assertThat(Calls.choose(stub, session, "oracle", 1).getAction())
                .isEqualTo(Grid.square(3).point("B2"));
    }

    @Test
    void chooseAction_oracleOnALargeBoard_isRejected() {
        String session = open(stub, square(5));

        Failure failure = Failure.of(() -> Calls.choose(stub, session, "oracle", 1));

        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(failure.description()).startsWith("size 5x5 is too large for the oracle player");
    }

    @Test
    void chooseAction_unknownPlayer_isRejectedByName() {
        String session = open(stub, square(5));

        Failure failure = Failure.of(() -> Calls.choose(stub, session, "gtp:gnugo", 1));

        assertThat(failure.reason()).contains("UNKNOWN_PLAYER");
        assertThat(failure.description()).startsWith("player \"gtp:gnugo\" is not one of");
    }

    @Test
    void chooseAction_episodeOver_isRejected() {
        String session = open(stub, square(3));
        play(stub, session, 9, 9);

        Failure failure = Failure.of(() -> Calls.choose(stub, session, "random", 1));

        assertThat(failure.reason()).contains("EPISODE_OVER");
    }
}
