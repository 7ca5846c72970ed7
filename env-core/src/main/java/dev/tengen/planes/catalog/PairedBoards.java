package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/**
 * The last boards as pairs of planes, own stones and then the opponent's, all seen by the player to move now.
 *
 * <p>There are two strings: in one each board is its black stones and then its white ones, in the other white comes first.
 */
final class PairedBoards extends RecentBoards {
    private static final int BLACK_FIRST = 0;
    private static final int WHITE_FIRST = 1;

    PairedBoards(EncodingSpec spec, Grid grid) {
        super(spec, grid, 2, 2);
    }

    /** Returns what the planes of {@code boardCount} boards are. */
    static List<EncodingSpec.Feature> planes(int boardCount) {
        List<EncodingSpec.Feature> planes = new ArrayList<>();
        for (int age = 0; age < boardCount; age++) {
            planes.add(new EncodingSpec.Feature("own_" + age, "a stone of the player to move, " + when(age)));
            planes.add(new EncodingSpec.Feature("opponent_" + age, "a stone of the other player, " + when(age)));
        }
        return planes;
    }

    @Override
    void appendTo(PlaneBits bits, int own) {
        append(bits, own == Color.BLACK ? BLACK_FIRST : WHITE_FIRST);
    }

    @Override
    void putBoard(int bit, PointSet black, PointSet white, int next) {
        putPair(BLACK_FIRST, bit, black, white);
        putPair(WHITE_FIRST, bit, white, black);
    }
}
