package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import org.junit.jupiter.api.Test;

/** The example in {@code docs/guide/gtp.md}. */
class MatchExampleTest {
    @Test
    void example_matchWithACleanUp_ends() throws EngineException {
        EngineSpec spec = GnuGo.plain(1);
        Setup setup = Setup.empty(Grid.square(9));
        Match match = new Match(setup, Rules.TROMP_TAYLOR, EnvironmentSpec.UNLIMITED_MOVES, DeadStones.CLEAN_UP);
        GtpPlayer black = new GtpPlayer(spec, setup, Rules.TROMP_TAYLOR);
        Player white = Players.GREEDY.create(setup.grid());

        MatchResult result = match.play(black, white, new SplitMix64(1));

        assertThat(result.text()).matches("B\\+.*");
        black.close();
    }
}
