package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.BackwardCursor;
import dev.tengen.game.Game;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.TurningEncoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An encoding of the last boards, newest first, followed by planes with the player to move. */
final class HistoryEncoding implements TurningEncoding {
    /*
     * Earlier boards are found by taking moves back, which changes a few bits for each board. A board is one string of
     * bits, the stones of one color and then those of the other, so that both planes are written at once. Under a
     * symmetry, the string has the images of all stones from the start.
     */
    private final EncodingSpec spec;
    private final BoardOrder order;
    private final int[] colors;
    private final int pointCount;
    private final SymmetryMap identity;
    private final BackwardCursor moves = new BackwardCursor();

    /** The string, most significant bit first, and one word more. */
    private final long[] board;

    /** Creates an encoding with one plane for each of {@code colors}, which is one if that color is to move. */
    HistoryEncoding(EncodingSpec spec, BoardOrder order, Grid grid, int... colors) {
        this.spec = spec;
        this.order = order;
        this.colors = colors;
        pointCount = grid.pointCount();
        identity = SymmetryMap.of(Symmetry.IDENTITY, grid);
        board = new long[2 * pointCount / Long.SIZE + 2];
    }

    /** Returns the features of {@code boardCount} boards, followed by one for each of {@code colors}. */
    static List<EncodingSpec.Feature> planes(BoardOrder order, int boardCount, int... colors) {
        List<EncodingSpec.Feature> planes = new ArrayList<>(order.planes(boardCount));
        for (int color : colors) {
            planes.add(toMove(color));
        }
        return planes;
    }

    /** Returns the feature that is one if {@code color} is to move. */
    static EncodingSpec.Feature toMove(int color) {
        return color == Color.BLACK
                ? new EncodingSpec.Feature("black_to_move", "Black is to move (the whole plane)")
                : new EncodingSpec.Feature("white_to_move", "White is to move (the whole plane)");
    }

    @Override
    public EncodingSpec spec() {
        return spec;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        encode(game, identity, bits);
    }

    @Override
    public void encode(Game game, SymmetryMap map, PlaneBits bits) {
        int own = game.playerToMove();
        switch (order) {
            case PAIRED -> appendPairs(game, own, map, bits);
            case BY_MOVER -> appendPairsByMover(game, Color.opponent(own), map, bits);
            case GROUPED -> {
                appendStones(game, own, map, bits);
                appendStones(game, Color.opponent(own), map, bits);
            }
        }
        for (int color : colors) {
            bits.append(own == color, pointCount);
        }
    }

    /** Appends the stones of both colors on each board, those of {@code first} first. */
    private void appendPairs(Game game, int first, SymmetryMap map, PlaneBits bits) {
        int shownCount = shownCount(game);
        startAt(game, first, map);
        for (int age = 0; age < shownCount; age++) {
            goBackTo(game, age, first, map);
            bits.append(board, 0, 2 * pointCount);
        }
        bits.append(false, 2 * pointCount * (spec.boardCount() - shownCount));
    }

    /**
     * Appends the stones of both colors on each board, those of {@code first} and of the other color first in turns.
     */
    private void appendPairsByMover(Game game, int first, SymmetryMap map, PlaneBits bits) {
        int shownCount = shownCount(game);
        startAt(game, first, map);
        for (int age = 0; age < shownCount; age++) {
            goBackTo(game, age, first, map);
            int firstOfBoard = (age & 1) * pointCount;
            bits.append(board, firstOfBoard, pointCount);
            bits.append(board, pointCount - firstOfBoard, pointCount);
        }
        bits.append(false, 2 * pointCount * (spec.boardCount() - shownCount));
    }

    /** Appends the stones of {@code color} on each board. */
    private void appendStones(Game game, int color, SymmetryMap map, PlaneBits bits) {
        int shownCount = shownCount(game);
        startAt(game, color, map);
        for (int age = 0; age < shownCount; age++) {
            goBackTo(game, age, color, map);
            bits.append(board, 0, pointCount);
        }
        bits.append(false, pointCount * (spec.boardCount() - shownCount));
    }

    /** Returns the number of boards that are shown. The others are older than the start, and zero. */
    private int shownCount(Game game) {
        return spec.missingHistory() == MissingHistory.OLDEST_BOARD
                ? spec.boardCount()
                : Math.min(spec.boardCount(), game.moveNumber() + 1);
    }

    /** Sets the string to the present board, transformed by {@code map}, with the stones of {@code first} first. */
    private void startAt(Game game, int first, SymmetryMap map) {
        moves.startAt(game);
        PointSet firstStones = game.board().points(first);
        PointSet secondStones = game.board().points(Color.opponent(first));
        Arrays.fill(board, 0);
        if (map == identity) {
            copy(firstStones, secondStones);
        } else {
            addImages(firstStones, map, 0);
            addImages(secondStones, map, pointCount);
        }
    }

    /** Sets the string to the stones of both colors, bit for bit. */
    private void copy(PointSet firstStones, PointSet secondStones) {
        int wordCount = firstStones.wordCount();
        for (int i = 0; i < wordCount; i++) {
            board[i] = firstStones.word(i);
        }
        int shift = pointCount & (Long.SIZE - 1);
        int start = pointCount / Long.SIZE;
        long carried = shift == 0 ? 0 : board[start];
        for (int i = 0; i < wordCount; i++) {
            long word = secondStones.word(i);
            board[start + i] = carried | (word >>> shift);
            carried = (word << 1) << (63 - shift);
        }
        board[start + wordCount] = carried;
    }

    /** Sets the bits of the images of {@code stones}, {@code offset} bits after their points. */
    private void addImages(PointSet stones, SymmetryMap map, int offset) {
        int wordCount = stones.wordCount();
        for (int i = 0; i < wordCount; i++) {
            for (long rest = stones.word(i); rest != 0; rest &= rest - 1) {
                int bit = offset + map.turned(i * Long.SIZE + Long.SIZE - 1 - Long.numberOfTrailingZeros(rest));
                board[bit / Long.SIZE] |= Long.MIN_VALUE >>> bit;
            }
        }
    }

    /** Goes back to the board {@code age} moves ago from the one after it, or stays at the start. */
    private void goBackTo(Game game, int age, int first, SymmetryMap map) {
        if (age == 0 || age > game.moveNumber()) {
            return;
        }
        moves.stepBack(game);
        int restoredCount = moves.restoredCount();
        for (int i = 0; i < restoredCount; i++) {
            toggle(map.turned(moves.restored(game, i)), moves.restoredColor() == first);
        }
        if (moves.stone() != BackwardCursor.NO_STONE) {
            toggle(map.turned(moves.stone()), moves.mover() == first);
        }
    }

    /** Sets or clears the bit of a stone of the first color, or of the second. */
    private void toggle(int stone, boolean isFirst) {
        int bit = isFirst ? stone : pointCount + stone;
        board[bit / Long.SIZE] ^= Long.MIN_VALUE >>> bit;
    }
}
