package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameRecord;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static Replay replay(String sgf) {
        return Replay.of(sgf, Rules.TROMP_TAYLOR).orElseThrow();
    }

    @Test
    void of_capture_listsTheCapturedStones() {
        Replay replay = replay("(;SZ[3];B[aa];W[ba];B[cc];W[ab])");

        assertThat(replay.moves().get(3).captured()).containsExactly(0);
        assertThat(replay.moves().get(2).captured()).isEmpty();
    }

    @Test
    void of_suicide_listsTheOwnStonesWithTheLast() {
        Replay replay = replay("(;SZ[1:4]RU[Tromp-Taylor];B[aa];W[ac];B[ab])");

        assertThat(replay.moves().get(2).captured()).containsExactly(0, 1);
    }

    @Test
    void of_randomGames_capturesGiveTheLastPosition() {
        Grid grid = Grid.of(4, 3);
        SplitMix64 random = new SplitMix64(3);
        int captureCount = 0;
        for (int round = 0; round < 50; round++) {
            Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
            while (!game.isOver() && game.moveNumber() < 40) {
                game.play(random.nextInt(grid.moveCount())); // An illegal move has no effect.
            }

            Replay replay = replay(GameRecord.of(game).toSgf());

            int[] colors = new int[grid.moveCount()];
            for (Replay.Move move : replay.moves()) {
                colors[move.move()] = move.color();
                move.captured().forEach(point -> colors[point] = Color.EMPTY);
                captureCount += move.captured().size();
            }
            assertThat(IntStream.range(0, grid.pointCount()).map(game::colorAt))
                    .containsExactly(IntStream.range(0, grid.pointCount())
                            .map(point -> colors[point])
                            .boxed()
                            .toArray(Integer[]::new));
        }
        assertThat(captureCount).isGreaterThan(300);
    }

    @Test
    void of_times_areThoseOfTheirMoves() {
        Replay replay = replay("(;SZ[5];B[aa];W[bb]MT[0.25];B[cc]MT[3];W[dd]MT[soon];B[ee]MT[-1];W[ab]MT[1e99])");

        assertThat(replay.moves().stream().map(Replay.Move::micros))
                .containsExactly(
                        OptionalLong.empty(),
                        OptionalLong.of(250_000),
                        OptionalLong.of(3_000_000),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty());
        assertThat(replay.micros(Color.WHITE)).containsExactly(250_000L);
    }

    @Test
    void of_record_hasResultAndLastComment() {
        Replay replay = replay("(;SZ[5]RE[B+T]C[first];B[aa]C[White lost on time])");

        assertThat(replay.result()).isEqualTo("B+T");
        assertThat(replay.comment()).isEqualTo("White lost on time");
    }

    @Test
    void of_somethingElse_isNothing() {
        for (String text : List.of("", "no game", "(;GM[2])", "(;SZ[99])")) {
            assertThat(Replay.of(text, Rules.TROMP_TAYLOR)).as(text).isEmpty();
        }
    }

    @Test
    void of_illegalMove_isPlayedUpToIt() {
        assertThat(replay("(;SZ[5];B[aa];W[bb];B[bb];W[cc])").moves()).hasSize(2);
    }
}
