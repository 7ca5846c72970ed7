package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.testing.GoldenRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Ladders compared with vectors of KataGo's own encoder, planes 14 to 17. The vectors are not part of the project. The
 * test is skipped unless a parent folder contains {@code shared/golden}.
 */
class LaddersGoldenTest {
    private static final int CAPTURED = 14;
    private static final int CAPTURED_BEFORE = 15;
    private static final int CAPTURED_TWO_BEFORE = 16;
    private static final int FIRST_MOVES = 17;

    private int capturedCount;
    private int capturedBeforeCount;
    private int capturedTwoBeforeCount;
    private int firstMoveCount;

    @Test
    void read_everyGoldenRecord_isWhatKataGoReads() throws IOException {
        Optional<List<GoldenRecord>> found = GoldenRecord.all("katago-v7");
        assumeThat(found).as("golden vectors").isPresent();
        List<GoldenRecord> records = found.orElseThrow();

        for (GoldenRecord record : records) {
            compare(record);
        }
        assertThat(records).hasSize(503);
        assertThat(List.of(capturedCount, firstMoveCount, capturedBeforeCount, capturedTwoBeforeCount))
                .as("positions with captured stones, first moves, captured stones one and two boards ago")
                .containsExactly(305, 141, 280, 249);
    }

    private void compare(GoldenRecord record) {
        String name = record.name();
        Game game = record.game();
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);
        Ladders ladders = new Ladders(game.grid());
        ladders.read(past.stones(Color.BLACK), past.stones(Color.WHITE), past.koPoint(game));
        PointSet firstMoves = ladders.firstMoves(Color.opponent(game.playerToMove()));
        capturedCount += compare(record, CAPTURED, ladders.captured(), name);
        firstMoveCount += compare(record, FIRST_MOVES, firstMoves, name);
        assertThat(ladders.limitCount()).as(name).isZero();
        if (showsHistory(record, game)) {
            capturedBeforeCount += compareBefore(record, CAPTURED_BEFORE, game, past, ladders, name);
            if (game.moveNumber() > 1 && !game.isOver()) {
                capturedTwoBeforeCount += compareBefore(record, CAPTURED_TWO_BEFORE, game, past, ladders, name);
            }
        }
    }

    /**
     * Returns whether a record shows the board before the last move: not at the start, and not after a friendly pass.
     */
    private static boolean showsHistory(GoldenRecord record, Game game) {
        return game.moveNumber() > 0
                && (game.passCount() == 0 || record.text("rules").equals("tromp-taylor"));
    }

    private static int compareBefore(
            GoldenRecord record, int plane, Game game, HistoryCursor past, Ladders ladders, String name) {
        past.stepBack(game);
        ladders.read(past.stones(Color.BLACK), past.stones(Color.WHITE), past.koPoint(game));
        return compare(record, plane, ladders.captured(), name);
    }

    /** Returns 1 if the plane has a point, otherwise 0. */
    private static int compare(GoldenRecord record, int plane, PointSet points, String name) {
        assertThat(drawn(points))
                .as("plane %s of %s", plane, name)
                .isEqualTo(record.planes().get(plane));
        return points.isEmpty() ? 0 : 1;
    }

    private static String drawn(PointSet points) {
        Grid grid = points.grid();
        StringBuilder drawing = new StringBuilder();
        IntStream.range(0, grid.pointCount())
                .forEach(point -> drawing.append(point > 0 && grid.column(point) == 0 ? "/" : "")
                        .append(points.contains(point) ? '1' : '0'));
        return drawing.toString();
    }
}
