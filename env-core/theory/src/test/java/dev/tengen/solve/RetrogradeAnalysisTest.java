package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetrogradeAnalysisTest {
    /** The numbers of states, over all thresholds, that Black wins, that White wins, and that nobody wins. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"3x1, 240, 240, 0", "2x2, 479, 479, 1322", "3x2, 9596, 9596, 8192"})
    void winner_everyState_isWhatTheDefinitionSays(String size, int black, int white, int nobody) {
        PositionIndex positions = new PositionIndex(Grids.of(size));
        PredecessorGraph graph = new PredecessorGraph(positions);
        int points = positions.grid().pointCount();
        int[] counts = new int[3];
        for (int threshold = -points; threshold <= points + 1; threshold++) {
            RetrogradeAnalysis game = new RetrogradeAnalysis(graph, threshold);
            boolean[] blackWins = wins(positions, threshold, Color.BLACK);
            boolean[] whiteWins = wins(positions, threshold, Color.WHITE);
            for (int state = 0; state < positions.stateCount(); state++) {
                int expected = blackWins[state] ? Color.BLACK : whiteWins[state] ? Color.WHITE : Color.EMPTY;
                assertThat(game.winner(state)).isEqualTo(expected);
                counts[expected]++;
            }
        }
        assertThat(List.of(counts[Color.BLACK], counts[Color.WHITE], counts[Color.EMPTY]))
                .isEqualTo(List.of(black, white, nobody));
    }

    /** Sweeps over all states until no further state is won. */
    private static boolean[] wins(PositionIndex positions, int threshold, int winner) {
        boolean[] wins = new boolean[positions.stateCount()];
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (int state = 0; state < wins.length; state++) {
                if (!wins[state] && isWon(positions, state, threshold, winner, wins)) {
                    wins[state] = true;
                    isChanged = true;
                }
            }
        }
        return wins;
    }

    private static boolean isWon(PositionIndex positions, int state, int threshold, int winner, boolean[] wins) {
        int position = PositionIndex.position(state);
        int mover = PositionIndex.color(state);
        int opponent = Color.opponent(mover);
        List<Boolean> moves = new ArrayList<>();
        for (int point = 0; point < positions.grid().pointCount(); point++) {
            int target = positions.after(position, mover, point);
            if (target != PositionIndex.NONE && target != position) {
                moves.add(wins[PositionIndex.state(target, opponent, false)]);
            }
        }
        moves.add(
                PositionIndex.isAfterPass(state)
                        ? (positions.margin(position) >= threshold) == (winner == Color.BLACK)
                        : wins[PositionIndex.state(position, opponent, true)]);
        return mover == winner ? moves.contains(true) : !moves.contains(false);
    }
}
