package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.EndReason;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.Players;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchTest {
    private static final Setup SETUP = Setup.empty(Grid.square(3));
    private static final Player PASSES = (game, random) -> game.grid().pass();

    private static Match match(int maxMoves, DeadStones deadStones) {
        return new Match(SETUP, Rules.TROMP_TAYLOR.withKomi(0.5), maxMoves, deadStones);
    }

    private static MatchResult play(Player black, Player white) {
        return match(-1, DeadStones.AS_THEY_STAND).play(black, white, new SplitMix64(1));
    }

    @Test
    void play_bothPass_theScoreDecides() {
        MatchResult result = play(PASSES, PASSES);

        assertThat(result.endReason()).isEqualTo(EndReason.PASSES);
        assertThat(result.winner()).isEqualTo(Color.WHITE);
        assertThat(result.text()).isEqualTo("W+0.5");
    }

    @Test
    void play_resignation_winsForTheOther() {
        MatchResult result = play(PASSES, (game, random) -> Player.RESIGN);

        assertThat(result.winner()).isEqualTo(Color.BLACK);
        assertThat(result.text()).isEqualTo("B+R");
    }

    @ParameterizedTest
    @CsvSource({"TIMEOUT, W+T", "FAILED, W+F", "ILLEGAL_MOVE, W+F", "REFUSED_MOVE, Void"})
    void play_playerFails_losesOrVoidsTheGame(PlayerException.Kind kind, String text) {
        Player failing = (game, random) -> {
            throw new PlayerException(kind, "it failed");
        };

        MatchResult result = play(failing, PASSES);

        assertThat(result.text()).isEqualTo(text);
        assertThat(result.winner()).isEqualTo(text.equals("Void") ? Color.EMPTY : Color.WHITE);
        assertThat(result.message()).isEqualTo("it failed");
    }

    @Test
    void play_limitOnMoves_isVoid() {
        Players random = Players.RANDOM;

        MatchResult result = match(5, DeadStones.AS_THEY_STAND)
                .play(random.create(SETUP.grid()), random.create(SETUP.grid()), new SplitMix64(3));

        assertThat(result.game().moveNumber()).isEqualTo(5);
        assertThat(result.text()).isEqualTo("Void");
    }

    @Test
    void play_cleanUp_endsAtTheSecondPairOfPasses() {
        MatchResult result = match(-1, DeadStones.CLEAN_UP).play(PASSES, PASSES, new SplitMix64(1));

        assertThat(result.game().moveNumber()).isEqualTo(4);
        assertThat(result.cleanUpFrom()).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void play_cleanUpWithAMoveInIt_countsIt() {
        Player late = (Game game, SplitMix64 random) ->
                game.moveNumber() == 2 ? 4 : game.grid().pass();

        MatchResult result = match(-1, DeadStones.CLEAN_UP).play(late, PASSES, new SplitMix64(1));

        assertThat(result.text()).isEqualTo("B+8.5");
        assertThat(result.game().moveNumber()).isEqualTo(5);
    }

    @Test
    void play_cleanUpOfEngines_asksThemWithTheCommandForIt() throws EngineException {
        Match match = match(-1, DeadStones.CLEAN_UP);
        GtpPlayer black = new GtpPlayer(FakeEngine.spec(Fault.CLEAN_UP), SETUP, match.rules());
        GtpPlayer white = new GtpPlayer(FakeEngine.spec(Fault.PASS), SETUP, match.rules());
        GtpEngine cleaner = black.engine().orElseThrow();
        GtpEngine passer = white.engine().orElseThrow();

        MatchResult result = match.play(black, white, new SplitMix64(1));

        black.close();
        white.close();
        assertThat(result.cleanUpFrom()).isEqualTo(OptionalInt.of(3));
        assertThat(result.text()).isEqualTo("B+8.5");
        assertThat(cleaner.errorOutput()).contains(" genmove black\n").contains(" kgs-genmove_cleanup black\n");
        assertThat(passer.errorOutput()).contains(" genmove white\n").doesNotContain("cleanup");
    }
}
