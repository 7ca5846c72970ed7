package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlayerTimesTest {
    private static ReportedGame game(int number, String sgf) {
        PlannedPair pair = new PlannedPair("ann", "ben", 0, 0);
        StoredGame stored = new StoredGame(
                new GameId("cup", number), pair, pair.games().get(number % 2), GameState.ENDED, Optional.empty());
        return new ReportedGame(stored, Optional.empty(), Replay.of(sgf, Rules.TROMP_TAYLOR));
    }

    @Test
    void of_games_countsEachPlayersMovesWithBothColors() {
        List<ReportedGame> games = List.of(
                game(0, "(;SZ[9];B[aa]MT[0.000003];W[bb]MT[1];B[cc]MT[0.000004])"),
                game(1, "(;SZ[9];B[aa]MT[2];W[bb]MT[0.000005];B[cc])"));

        List<PlayerTimes> times = PlayerTimes.of(List.of("ann", "ben", "cy"), games);

        assertThat(times).extracting(PlayerTimes::player).containsExactly("ann", "ben");
        PlayerTimes ann = times.get(0);
        assertThat(ann.perMove().count()).isEqualTo(3);
        assertThat(ann.perMove().medianUs()).isEqualTo(4);
        assertThat(ann.perMove().percentile95Us()).isEqualTo(5);
        assertThat(ann.perMove().maxUs()).isEqualTo(5);
        assertThat(ann.perGame().totalUs()).isEqualTo(12);
        assertThat(ann.perGame().count()).isEqualTo(2);
        assertThat(times.get(1).perGame().maxUs()).isEqualTo(2_000_000);
        assertThat(ann.perMove().histogramUs().edges())
                .isEqualTo(times.get(1).perMove().histogramUs().edges())
                .startsWith(2L, 5L)
                .endsWith(2_000_000L, 5_000_000L);
    }

    @Test
    void of_twentyMoves_nineteenAreWithinTheHighTime() {
        StringBuilder sgf = new StringBuilder("(;SZ[19]");
        for (int i = 0; i < 20; i++) {
            sgf.append(";B[")
                    .append((char) ('a' + i % 19))
                    .append((char) ('a' + i / 19))
                    .append("]MT[")
                    .append(20 - i)
                    .append("];W[]MT[0]");
        }

        PlayerTimes.Sample moves = PlayerTimes.of(List.of("ann"), List.of(game(0, sgf + ")")))
                .get(0)
                .perMove();

        assertThat(moves.percentile95Us()).isEqualTo(19_000_000);
        assertThat(moves.medianUs()).isEqualTo(10_000_000);
    }

    @Test
    void of_recordsWithoutTimes_isEmpty() {
        assertThat(PlayerTimes.of(List.of("ann"), List.of(game(0, "(;SZ[9];B[aa])"))))
                .isEmpty();
    }
}
