package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.gtp.GtpCommand;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtpTimeCommandsTest {
    private final VirtualTime time = new VirtualTime();
    private final ManualSeat black = new ManualSeat("Ada");
    private final ManualSeat white = new ManualSeat("Ben");

    private void start(String control) {
        GameSpec spec = new GameSpec(
                Opening.empty(Grid.square(9)), Rules.TROMP_TAYLOR, -1, TimeControl.parse(control), Duration.ZERO);
        new RefereedGame("g", "", spec, black, white, time).start();
    }

    private static List<String> lines(List<GtpCommand> news) {
        return news.stream().map(GtpCommand::line).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "5s/move, time_settings 0 5 1, time_left black 5 1",
        "10m, time_settings 600 0 0, time_left black 600 0",
        "10m+5x30s, time_settings 600 30 1, time_left black 600 0",
        "5m+3s, time_settings 300 0 0, time_left black 300 0",
        "200ms/move, time_settings 0 1 1, time_left black 1 1",
        "1s999ms, time_settings 1 0 0, time_left black 1 0"
    })
    void news_firstTurn_areTheSettingsAndWhatIsLeft(String control, String settings, String left) {
        start(control);

        assertThat(lines(new GtpTimeCommands().before(black.turn()))).containsExactly(settings, left);
    }

    @Test
    void news_laterTurns_areWhatIsLeft() {
        start("10s+2x4s");
        GtpTimeCommands clock = new GtpTimeCommands();
        clock.before(black.turn());
        time.pass(Duration.ofMillis(3500).toNanos());
        black.play(0);
        white.play(1);

        assertThat(lines(clock.before(black.turn()))).containsExactly("time_left black 6 0");
        time.pass(Duration.ofSeconds(8).toNanos());
        black.play(2);
        white.play(3);
        assertThat(lines(clock.before(black.turn()))).containsExactly("time_left black 4 1");
    }

    @Test
    void news_noLimit_areNone() {
        start("none");

        assertThat(new GtpTimeCommands().before(black.turn())).isEmpty();
    }
}
