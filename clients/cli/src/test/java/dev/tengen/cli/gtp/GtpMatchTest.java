package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineGame;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GnuGo;
import dev.tengen.gtp.driver.GtpPlayer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Games of the engine, in its own process, against another program. The core checks every move. */
@Tag("full")
class GtpMatchTest {
    private static EngineSpec tengen(String options) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "'%s' -cp '%s' dev.tengen.cli.Main gtp %s"
                .formatted(java, System.getProperty("java.class.path"), options);
        return EngineSpec.of("tengen", command).withStartTimeout(Duration.ofSeconds(60));
    }

    private static void play(int size, String options, EngineSpec gnuGo, boolean isOursBlack) throws EngineException {
        Setup setup = Setup.empty(Grid.square(size));
        GtpPlayer ours = new GtpPlayer(tengen(options), setup, Rules.TROMP_TAYLOR);
        GtpPlayer other = new GtpPlayer(gnuGo, setup, Rules.TROMP_TAYLOR);
        try {
            Game game = isOursBlack
                    ? EngineGame.play(setup, ours, other, new SplitMix64(1))
                    : EngineGame.play(setup, other, ours, new SplitMix64(1));

            assertThat(game.moveNumber()).isGreaterThan(2 * size);
            EngineGame.requireSameScore(ours, game);
            EngineGame.requireSameScore(other, game);
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
