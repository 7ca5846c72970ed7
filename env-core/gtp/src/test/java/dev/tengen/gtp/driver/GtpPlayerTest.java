package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines with and without faults: each turn has its outcome in time, and no process is left. */
class GtpPlayerTest {
    private static final Duration SHORT = Duration.ofMillis(1000);

    private final Game game = new Game(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);

    @AfterEach
    void noProcessIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private GtpPlayer player(EngineSpec spec) throws EngineException {
        return new GtpPlayer(spec, game.setup(), game.rules());
    }

    @ParameterizedTest
    @CsvSource({
        "DIE, DEATH, exit code 3 at ",
        "GARBAGE, GARBAGE, Segmentation fault (core dumped)",
        "NO_VERTEX, GARBAGE, '\"banana\", which is no vertex'",
        "OFF_BOARD, OFF_BOARD, '\"Z25\", which is not on a board of 9x9'",
        "OCCUPIED, ILLEGAL_MOVE, 'E5, which is illegal: OCCUPIED'",
        "ERROR, ERROR_REPLY, 'with the error \"cannot think\"'",
        "WRONG_ID, GARBAGE, with the id ",
        "FLOOD_LINE, GARBAGE, a response of more than 262144 bytes",
        "FLOOD_LINES, GARBAGE, a response of more than 262144 bytes",
        "FLOOD_RESPONSES, GARBAGE, with the id (none)",
        "REFUSE, REFUSED_MOVE, 'move 1, black E5, which is legal: \"illegal move\"'",
    })
    void turn_engineFails_hasTheOutcome(Fault fault, TurnOutcome outcome, String text) throws EngineException {
        game.play(game.grid().point("E5"));
        GtpPlayer player = player(FakeEngine.spec(fault));

        EngineTurn turn = player.turn(game);

        assertThat(turn.outcome()).isEqualTo(outcome);
        assertThat(turn.text()).contains(text);
        assertThat(turn.move()).isEqualTo(-1);
        assertThat(game.moveNumber()).isEqualTo(1);
        player.close();
    }

    @ParameterizedTest
    @CsvSource({"SLEEP", "LATE", "SPAWN"})
    void turn_engineTakesTooLong_isATimeoutAndKillsIt(Fault fault) throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(fault).withMoveTimeout(SHORT));
        long start = System.nanoTime();

        EngineTurn turn = player.turn(game);

        assertThat(turn.outcome()).isEqualTo(TurnOutcome.TIMEOUT);
        assertThat(turn.text())
                .contains("did not answer \"")
                .contains("genmove black\" within 1.00 s, its limit for a move");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(SHORT, SHORT.multipliedBy(30));
        assertThat(player.engine()).isEmpty();
    }

    @Test
    void chooseMove_limitShorterThanThatOfTheSpec_killsTheEngineThen() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.SLEEP));

        assertThatThrownBy(() -> player.chooseMove(game, Optional.of(SHORT), List.of()))
                .isInstanceOfSatisfying(
                        PlayerException.class, e -> assertThat(e.kind()).isEqualTo(PlayerException.Kind.TIMEOUT))
                .hasMessageContaining("within 1.00 s, the time on its clock");
        assertThat(player.engine()).isEmpty();
    }

    @Test
    void chooseMove_optionalCommands_areThoseThatTheEngineLists() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.CLOCKED));
        GtpEngine engine = player.engine().orElseThrow();
        List<GtpCommand> optional = List.of(GtpCommand.of("time_left", "black", "9", "0"), GtpCommand.of("horoscope"));

        player.chooseMove(game, Optional.of(Duration.ofDays(1)), optional);

        player.close();
        assertThat(engine.errorOutput())
                .containsPattern("time_left black 9 0\n.* genmove")
                .doesNotContain("horoscope");
    }

    @Test
    void chooseMove_limitLongerThanThatOfTheSpec_isThatOfTheSpec() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.SLEEP).withMoveTimeout(SHORT));

        assertThatThrownBy(() -> player.chooseMove(game, Optional.of(Duration.ofDays(1)), List.of()))
                .hasMessageContaining("within 1.00 s, its limit for a move");
    }

    @Test
    void chooseMove_noLimitInTheSpec_isThatOfTheClock() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.SLEEP));

        assertThat(FakeEngine.spec(Fault.SLEEP).moveTimeout()).isEmpty();
        assertThatThrownBy(() -> player.chooseMove(game, Optional.of(SHORT), List.of()))
                .hasMessageContaining("within 1.00 s, the time on its clock");
    }

    @Test
    void turn_playersProposeDeadStones_proposesNoneWithoutTheEngine() throws EngineException {
        Game agreed = new Game(game.setup(), Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT));
        int pass = agreed.grid().pass();
        agreed.play(pass);
        agreed.play(pass);
        GtpPlayer player = player(FakeEngine.spec(Fault.DIE));

        EngineTurn turn = player.turn(agreed);

        assertThat(turn).isEqualTo(EngineTurn.move(pass));
        player.close();
    }

    @Test
    void turn_engineDies_showsItsErrorOutput() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.DIE));

        assertThat(player.turn(game).text()).endsWith("out of memory, or so it seems");
    }

    @Test
    void turn_engineResigns_isAResignation() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.RESIGN));

        assertThat(player.turn(game)).isEqualTo(EngineTurn.resignation());
        player.close();
    }

    @Test
    void turn_engineFloodsStandardError_movesAndTheLastBytesAreKept() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.FLOOD_ERRORS));

        assertThat(player.turn(game)).isEqualTo(EngineTurn.move(81));
        GtpEngine engine = player.engine().orElseThrow();
        player.close();
        assertThat(engine.errorOutput()).hasSize(StderrTail.CAPACITY).contains("flood flood");
    }

    @Test
    void turn_afterEachKindOfFailure_engineIsRestartedOrSetUpAgain() throws EngineException {
        for (Fault fault : List.of(Fault.DIE, Fault.ERROR)) {
            GtpPlayer player = player(FakeEngine.spec(fault, 2));
            game.play(player.turn(game).move());
            game.play(game.grid().pass());
            ProcessHandle first = player.engine().orElseThrow().handle();
            assertThat(player.turn(game).outcome()).isNotEqualTo(TurnOutcome.MOVE);

            EngineTurn again = player.turn(game);

            // The engine that died starts to count its moves again, so it makes another one; the other engine fails
            // again.
            assertThat(again.outcome()).isEqualTo(fault == Fault.DIE ? TurnOutcome.MOVE : TurnOutcome.ERROR_REPLY);
            assertThat(player.engine().orElseThrow().handle().equals(first)).isEqualTo(fault == Fault.ERROR);
            player.close();
            game.restart();
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE, true", "NO_UNDO, false"})
    void turn_movesWereTakenBack_engineFollows(Fault fault, boolean isUndone) throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(fault));
        for (int moves = 0; moves < 6; moves++) {
            game.play(player.turn(game).move());
        }
        int fifth = game.move(5);
        game.undo();
        game.undo();

        // The choice of the engine depends on the position only, so it makes the same move again.
        assertThat(player.turn(game).move()).isEqualTo(fifth);
        assertThat(player.engine().orElseThrow().knows("undo")).isEqualTo(isUndone);
        GtpEngine engine = player.engine().orElseThrow();
        player.close();
        assertThat(engine.errorOutput().contains(" undo\n")).isEqualTo(isUndone);
        assertThat(engine.errorOutput().split("clear_board", -1)).hasSize(isUndone ? 2 : 3);
    }

    @ParameterizedTest
    @CsvSource({"NONE, play white A9", "POSITION, set_position black E5 black F5 white A9"})
    void new_setUpPosition_isSentToTheEngine(Fault fault, String sent) throws EngineException {
        PointSet black = new PointSet(game.grid());
        black.add(game.grid().point("E5"));
        black.add(game.grid().point("F5"));
        PointSet white = new PointSet(game.grid());
        white.add(game.grid().point("A9"));
        Setup setup = Setup.of(game.grid(), black, white, Color.WHITE);

        GtpPlayer player = new GtpPlayer(FakeEngine.spec(fault), setup, Rules.TROMP_TAYLOR);
        EngineTurn turn = player.turn(new Game(setup, Rules.TROMP_TAYLOR));
        GtpEngine engine = player.engine().orElseThrow();
        player.close();

        assertThat(turn.outcome()).isEqualTo(TurnOutcome.MOVE);
        assertThat(engine.errorOutput()).contains(sent).contains("genmove white");
        assertThat(engine.errorOutput().contains("kata-set-rules {\"ko\":\"POSITIONAL\""))
                .isEqualTo(fault == Fault.POSITION);
    }

    @Test
    void new_rectangularBoard_needsAnEngineThatSupportsIt() throws EngineException {
        Setup setup = Setup.empty(Grid.of(7, 5));
        GtpPlayer player = new GtpPlayer(FakeEngine.spec(Fault.RECTANGULAR), setup, Rules.TROMP_TAYLOR);

        assertThat(player.turn(new Game(setup, Rules.TROMP_TAYLOR)).outcome()).isEqualTo(TurnOutcome.MOVE);
        player.close();
        assertThatThrownBy(() -> new GtpPlayer(FakeEngine.spec(Fault.NONE), setup, Rules.TROMP_TAYLOR))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("the engine cannot play on a board of 7x5: it does not list rectangular_boardsize");
    }

    @Test
    void new_sizeThatTheEngineRejects_isAnError() {
        Setup setup = Setup.empty(Grid.square(25));

        assertThatThrownBy(() -> new GtpPlayer(FakeEngine.spec(Fault.NONE), setup, Rules.TROMP_TAYLOR))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("the engine cannot play on a board of 25x25: it answers \"unacceptable size\"");
    }

    @Test
    void new_engineThatDoesNotStart_isAnError() {
        assertThatThrownBy(() -> player(EngineSpec.of("none", "/no/such/program --mode gtp")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("none could not be started")
                .hasMessageContaining("/no/such/program");
        assertThatThrownBy(() -> player(FakeEngine.spec(Fault.DIE_AT_START)))
                .hasMessageContaining("ended with exit code 9")
                .hasMessageContaining("no license");
        assertThatThrownBy(() -> player(FakeEngine.spec(Fault.NEVER_START).withStartTimeout(SHORT)))
                .hasMessageContaining("did not answer \"1 list_commands\" within 1.00 s, its limit for a start");
    }

    @Test
    void close_engineThatIgnoresQuit_isKilled() throws EngineException {
        GtpPlayer player = player(FakeEngine.spec(Fault.STAY));
        ProcessHandle handle = player.engine().orElseThrow().handle();

        player.close();

        assertThat(handle.isAlive()).isFalse();
        assertThat(player.turn(game).outcome()).isEqualTo(TurnOutcome.DEATH);
    }

    @Test
    void close_whileTheEngineSearches_endsTheTurn() throws Exception {
        GtpPlayer player = player(FakeEngine.spec(Fault.SLEEP));
        EngineTurn[] turn = new EngineTurn[1];
        GtpEngine engine = player.engine().orElseThrow();
        Thread searching = new Thread(() -> turn[0] = player.turn(game));
        searching.start();
        await().forever().until(() -> engine.errorOutput().contains("genmove"));

        player.close();

        searching.join();
        assertThat(turn[0].outcome()).isEqualTo(TurnOutcome.DEATH);
    }
}
