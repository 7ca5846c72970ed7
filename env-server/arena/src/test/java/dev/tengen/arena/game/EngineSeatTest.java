package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.gtp.driver.GtpEngine;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.Players;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seats of engines. They run in real time, since engines are processes. */
class EngineSeatTest {
    private static final Setup SETUP = Setup.empty(Grid.square(5));

    @AutoClose
    private final SystemTimeSource time = new SystemTimeSource();

    private GameReport play(GtpPlayer engine, String control) {
        Opening opening = new Opening("o", SETUP, List.of(12, 0));
        GameSpec spec = new GameSpec(opening, Rules.TROMP_TAYLOR, 10, TimeControl.parse(control), Duration.ZERO);
        PlayerSeat white =
                PlayerSeat.of("greedy", Players.GREEDY.create(SETUP.grid()), new SplitMix64(1), Runnable::run);
        return new RefereedGame("g", "", spec, PlayerSeat.ofEngine("engine", engine, Runnable::run), white, time)
                .start()
                .join();
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, MOVE_LIMIT, W+8.5",
        "RESIGN, RESIGNATION, W+R",
        "DIE, ENGINE_FAILURE, W+F",
        "GARBAGE, ENGINE_FAILURE, W+F",
        "ERROR, ENGINE_FAILURE, W+F",
        "OCCUPIED, ILLEGAL_MOVE, W+F",
        "OFF_BOARD, ILLEGAL_MOVE, W+F",
        "REFUSE, REFUSED_MOVE, Void"
    })
    @Tag("full")
    void game_engineWithAFault_hasItsVerdict(Fault fault, Verdict verdict, String result) throws EngineException {
        GtpPlayer engine = new GtpPlayer(FakeEngine.spec(fault), SETUP, Rules.TROMP_TAYLOR);

        GameReport report = play(engine, "none");

        assertThat(report.outcome().verdict()).as(report.outcome().message()).isEqualTo(verdict);
        assertThat(report.outcome().result()).isEqualTo(result);
        assertThat(engine.engine()).as("closed").isEmpty();
    }

    /** The engine's own limit is thirty seconds. */
    @Test
    void game_engineThatNeverAnswers_losesOnTimeByItsClock() throws EngineException {
        GtpPlayer engine = new GtpPlayer(FakeEngine.spec(Fault.SLEEP), SETUP, Rules.TROMP_TAYLOR);

        GameReport report = play(engine, "200ms/move");

        assertThat(report.outcome().verdict()).isEqualTo(Verdict.TIME);
        assertThat(report.outcome().result()).isEqualTo("W+T");
        assertThat(engine.engine()).isEmpty();
    }

    @Test
    void game_engineWithAClock_receivesIt() throws EngineException {
        GtpPlayer engine = new GtpPlayer(FakeEngine.spec(Fault.CLOCKED), SETUP, Rules.TROMP_TAYLOR);
        GtpEngine process = engine.engine().orElseThrow();

        play(engine, "1h");

        assertThat(process.errorOutput())
                .containsOnlyOnce("time_settings 3600 0 0")
                .containsPattern("time_left black 35[0-9]{2} 0\n.* genmove black\n");
    }
}
