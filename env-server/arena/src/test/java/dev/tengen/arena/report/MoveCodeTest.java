package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MoveCodeTest {
    private static Replay.Move move(int color, int move, Integer... captured) {
        return new Replay.Move(color, move, List.of(captured), OptionalLong.empty());
    }

    @Test
    void of_moves_areTwoCharactersEach() {
        assertThat(MoveCode.of(List.of(move(Color.BLACK, 0), move(Color.WHITE, 63), move(Color.BLACK, 64))))
                .isEqualTo("AA" + "g_" + "BA");
    }

    @Test
    void of_captures_comeBehindTheirCount() {
        assertThat(MoveCode.of(List.of(move(Color.WHITE, 1, 2, 3), move(Color.BLACK, 4))))
                .isEqualTo("gB" + "QC" + "ACAD" + "AE");
    }

    @Test
    void of_largestBoard_isWritten() {
        Grid grid = Grid.square(25);
        Integer[] all = IntStream.range(0, 625).boxed().toArray(Integer[]::new);

        String code = MoveCode.of(List.of(move(Color.WHITE, grid.pass()), move(Color.WHITE, 624, all)));

        assertThat(code).hasSize(2 + 2 + 2 + 2 * 625).matches("[A-Za-z0-9_-]*").startsWith("px" + "pw" + "Zx");
    }

    @Test
    void of_points_areTwoCharactersEach() {
        assertThat(MoveCode.of(PointSet.of(Grid.square(9), 0, 80))).isEqualTo("AABQ");
    }
}
