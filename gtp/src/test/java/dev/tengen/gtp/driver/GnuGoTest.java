package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real engine against the built-in players: no game hangs, and its own count is ours where it captures the dead. */
@Timeout(600)
class GnuGoTest {
    private static final Setup SETUP = Setup.empty(Grid.square(9));

    @AfterEach
    void noProcessIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static MatchResult play(Match match, GtpPlayer engine, int number) {
        List<Players> kinds = List.of(Players.RANDOM, Players.EYE_SAFE_RANDOM, Players.GREEDY);
        Player other = kinds.get(number % kinds.size()).create(SETUP.grid());
        SplitMix64 random = new SplitMix64(number);
        return number % 2 == 0 ? match.play(engine, other, random) : match.play(other, engine, random);
    }

    /**
     * Plays {@code gameCount} games. GNU Go 3.8 itself sometimes thinks without end where it is to capture dead stones, so
     * {@code lateCount} games are lost on time.
     */
    private static void playCapturing(int gameCount, int lateCount) throws EngineException {
        Match match = new Match(SETUP, Rules.TROMP_TAYLOR, EnvironmentSpec.UNLIMITED_MOVES, DeadStones.CAPTURED);
        int agreedCount = 0;
        for (int number = 0; number < gameCount; number++) {
            GtpPlayer engine = new GtpPlayer(GnuGo.capturing(number), SETUP, Rules.TROMP_TAYLOR);

            MatchResult result = play(match, engine, number);

            if (result.endReason() == EndReason.OPPONENT_TIMEOUT) {
                assertThat(result.message()).contains(" in time (");
            } else {
                assertThat(result.endReason()).as(result.message()).isEqualTo(EndReason.PASSES);
                assertThat(engine.ask(result.game(), GtpCommand.of("final_score"))
                                .text())
                        .as("game %d", number)
                        .isEqualTo(result.text());
                agreedCount++;
            }
            engine.close();
        }
        assertThat(agreedCount).isGreaterThanOrEqualTo(gameCount - lateCount);
    }

    @Test
    void play_fourGames_itsFinalScoreIsOurs() throws EngineException {
        playCapturing(4, 0);
    }

    @Test
    @Tag("long")
    void play_twentyGames_itsFinalScoreIsOurs() throws EngineException {
        playCapturing(20, 1);
    }

    @Test
    void play_cleanUp_goesOnAfterThePassesUntilItsScoreIsOurs() throws EngineException {
        Match plain = new Match(SETUP, Rules.TROMP_TAYLOR, EnvironmentSpec.UNLIMITED_MOVES, DeadStones.AS_THEY_STAND);
        Match cleaning = new Match(SETUP, Rules.TROMP_TAYLOR, EnvironmentSpec.UNLIMITED_MOVES, DeadStones.CLEAN_UP);
        GtpPlayer black = new GtpPlayer(GnuGo.plain(1), SETUP, Rules.TROMP_TAYLOR);
        GtpPlayer white = new GtpPlayer(GnuGo.plain(2), SETUP, Rules.TROMP_TAYLOR);

        MatchResult asItStands = plain.play(black, white, new SplitMix64(0));
        MatchResult cleaned = cleaning.play(black, white, new SplitMix64(0));

        String itsScore =
                black.ask(cleaned.game(), GtpCommand.of("final_score")).text();
        black.close();
        white.close();
        assertThat(asItStands.cleanUpFrom()).isEmpty();
        assertThat(cleaned.cleanUpFrom()).isPresent();
        assertThat(cleaned.game().moveNumber())
                .isGreaterThan(cleaned.cleanUpFrom().getAsInt() + 1);
        assertThat(cleaned.game().score().winner()).isNotEqualTo(Color.EMPTY);
        assertThat(cleaned.text()).isEqualTo(itsScore);
    }
}
