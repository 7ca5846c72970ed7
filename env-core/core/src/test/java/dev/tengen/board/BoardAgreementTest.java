package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.CapturedStones;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random plays of random colors and their undo, with a check of every chain after each; seed 1. */
@Tag("reference")
class BoardAgreementTest {
    private static final String[] SIZES = {
        "1x1", "1x2", "2x1", "1x9", "2x2", "3x2", "3x3", "4x5", "7x7", "13x5", "19x19"
    };

    private record Play(int point, int color, short[] removed, String before) {}

    /** A board with the plays that led to it, and counts of the events on the way. */
    private static final class Walk {
        final Random random = new Random(1);
        final Board board;
        final Deque<Play> plays = new ArrayDeque<>();
        int captures;
        int suicides;
        int takenBack;

        Walk(Grid grid) {
            board = new Board(grid, Zobrist.of(grid));
        }

        void step() {
            boolean isFull = board.points(Color.EMPTY).isEmpty();
            if (isFull || !plays.isEmpty() && random.nextInt(3) == 0) {
                undo();
            } else {
                place();
            }
            board.checkConsistency();
        }

        private void place() {
            PointSet empty = board.points(Color.EMPTY);
            int point = empty.nth(random.nextInt(empty.size()));
            int color = random.nextInt(10) < 7 ? Color.BLACK : Color.WHITE;
            String before = Diagrams.draw(board);
            board.place(point, color);
            short[] removed = CapturedStones.of(board);
            plays.push(new Play(point, color, removed, before));
            captures += removed.length > 0 && board.colorAt(point) == color ? 1 : 0;
            suicides += board.colorAt(point) == Color.EMPTY ? 1 : 0;
        }

        void undo() {
            Play play = plays.pop();
            board.undo(play.point, play.color, play.removed, 0, play.removed.length);
            takenBack++;
            assertThat(Diagrams.draw(board)).isEqualTo(play.before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1x1", "1x2", "2x1", "1x9", "2x2", "3x2", "3x3", "4x5", "5x5", "7x7", "13x5", "9x9", "19x19", "25x25"
            })
    void placeAndTakeBack_randomPlaysSeed1_keepChainsExact(String size) {
        Grid grid = Grids.of(size);
        Walk walk = new Walk(grid);

        int steps = TestSize.of(grid.pointCount() > 100 ? 1500 : 4000);
        for (int i = 0; i < steps; i++) {
            walk.step();
        }
        while (!walk.plays.isEmpty()) {
            walk.undo();
        }

        assertThat(walk.board.hash()).isZero();
    }

    /** The walks are only useful if they reach the hard cases. */
    @Test
    void placeAndTakeBack_randomPlaysSeed1_reachCapturesAndSuicides() {
        Walk walk = new Walk(Grid.square(5));

        for (int i = 0; i < 4000; i++) {
            walk.step();
        }

        assertThat(List.of(walk.captures, walk.suicides, walk.takenBack)).isEqualTo(List.of(268, 281, 1359));
    }

    @Test
    void preview_randomPositionsSeed1_matchesPlace() {
        for (String size : SIZES) {
            Walk walk = new Walk(Grids.of(size));
            PlayPreview preview = new PlayPreview();
            for (int i = 0; i < TestSize.of(500); i++) {
                walk.step();
                for (Play play : possiblePlays(walk.board)) {
                    walk.board.preview(play.point, play.color, preview);
                    Board after = walk.board.copy();
                    after.place(play.point, play.color);
                    assertSameEffect(preview, walk.board.hashAfter(preview), after, play);
                }
            }
        }
    }

    private static List<Play> possiblePlays(Board board) {
        List<Play> plays = new ArrayList<>();
        board.points(Color.EMPTY).forEach(point -> {
            plays.add(new Play(point, Color.BLACK, new short[0], ""));
            plays.add(new Play(point, Color.WHITE, new short[0], ""));
        });
        return plays.size() > 40 ? plays.subList(0, 40) : plays;
    }

    private static void assertSameEffect(PlayPreview preview, long hash, Board after, Play play) {
        boolean isSuicide = after.colorAt(play.point) == Color.EMPTY;
        int[] expected = {isSuicide ? 0 : after.removedCount(), isSuicide ? after.removedCount() : 0};
        int[] actual = {preview.isSuicide() ? 0 : preview.capturedCount(), preview.suicideCount()};
        if (preview.isSuicide() != isSuicide || !Arrays.equals(actual, expected) || hash != after.hash()) {
            throw new AssertionError("wrong preview of " + play + " to\n" + Diagrams.draw(after));
        }
    }

    @Test
    void coloringAfter_randomPositionsSeed1_isTheColoringAfterPlace() {
        for (String size : SIZES) {
            Grid grid = Grids.of(size);
            Walk walk = new Walk(grid);
            PlayPreview preview = new PlayPreview();
            PointSet black = new PointSet(grid);
            PointSet white = new PointSet(grid);
            for (int i = 0; i < TestSize.of(300); i++) {
                walk.step();
                for (Play play : possiblePlays(walk.board)) {
                    walk.board.preview(play.point, play.color, preview);
                    walk.board.coloringAfter(preview, black, white);
                    Board after = walk.board.copy();
                    after.place(play.point, play.color);
                    assertThat(black).isEqualTo(after.points(Color.BLACK));
                    assertThat(white).isEqualTo(after.points(Color.WHITE));
                }
            }
        }
    }

    @Test
    void setUp_randomPositionsSeed1_isTheBoardThatPlaysLedTo() {
        for (String size : SIZES) {
            Walk walk = new Walk(Grids.of(size));
            for (int i = 0; i < TestSize.of(300); i++) {
                walk.step();
                Board again = Diagrams.board(Diagrams.draw(walk.board));
                again.checkConsistency();
                assertThat(again.hash()).isEqualTo(walk.board.hash());
            }
        }
    }

    @Test
    void copy_randomPositionsSeed1_isIndependent() {
        Walk walk = new Walk(Grid.square(5));
        for (int i = 0; i < TestSize.of(500); i++) {
            walk.step();
            String before = Diagrams.draw(walk.board);
            Board copy = walk.board.copy();
            copy.points(Color.EMPTY).copy().forEach(point -> {
                if (copy.colorAt(point) == Color.EMPTY) {
                    copy.place(point, Color.WHITE);
                }
            });
            copy.checkConsistency();
            walk.board.checkConsistency();
            assertThat(Diagrams.draw(walk.board)).isEqualTo(before);
        }
    }
}
