package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GnuGo;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.gtp.driver.Match;
import dev.tengen.gtp.driver.MatchResult;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Games of the engine, in its own process, against another program. The core checks every move. */
@Timeout(300)
class GtpMatchTest {
    private static EngineSpec tengen(String options) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "'%s' -cp '%s' dev.tengen.cli.Main gtp %s"
                .formatted(java, System.getProperty("java.class.path"), options);
        return EngineSpec.of("tengen", command).withStartTimeout(Duration.ofSeconds(60));
    }

    private static void play(int size, String options, EngineSpec gnuGo, boolean isOursBlack) throws EngineException {
        Setup setup = Setup.empty(Grid.square(size));
        Match match = new Match(setup, Rules.TROMP_TAYLOR, EnvironmentSpec.UNLIMITED_MOVES, DeadStones.CAPTURED);
        GtpPlayer ours = new GtpPlayer(tengen(options), setup, Rules.TROMP_TAYLOR);
        GtpPlayer other = new GtpPlayer(gnuGo, setup, Rules.TROMP_TAYLOR);
        try {
            MatchResult result = isOursBlack
                    ? match.play(ours, other, new SplitMix64(1))
                    : match.play(other, ours, new SplitMix64(1));

            assertThat(result.endReason()).as(result.message()).isEqualTo(EndReason.PASSES);
            assertThat(result.game().moveNumber()).isGreaterThan(2 * size);
            assertThat(ours.ask(result.game(), GtpCommand.of("final_score")).text())
                    .isEqualTo(result.text());
            assertThat(other.ask(result.game(), GtpCommand.of("final_score")).text())
                    .isEqualTo(result.text());
        } finally {
            ours.close();
            other.close();
        }
    }

    @Test
    void play_9x9AsBlack_bothCountTheSame() throws EngineException {
        play(9, "--player greedy", GnuGo.capturing(1), true);
    }

    @Test
    void play_9x9AsWhite_bothCountTheSame() throws EngineException {
        play(9, "--player eye-safe-random --seed 5", GnuGo.capturing(2), false);
    }

    @Test
    void play_19x19_bothCountTheSame() throws EngineException {
        play(19, "--player eye-safe-random --seed 6", GnuGo.capturing(3), false);
    }
}
