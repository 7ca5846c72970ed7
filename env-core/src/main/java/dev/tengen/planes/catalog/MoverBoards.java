package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/**
 * The last boards as pairs of planes, each seen by the player whose move made it: the mover's stones and then the other
 * player's.
 *
 * <p>What a board looks like never changes, so that one string serves both players.
 */
final class MoverBoards extends RecentBoards {
    MoverBoards(EncodingSpec spec, Grid grid) {
        super(spec, grid, 1, 2);
    }

    /** Returns what the planes of {@code boardCount} boards are. */
    static List<EncodingSpec.Feature> planes(int boardCount) {
        List<EncodingSpec.Feature> planes = new ArrayList<>();
        for (int age = 0; age < boardCount; age++) {
            String board = "on the board " + when(age);
            planes.add(new EncodingSpec.Feature("mover_" + age, board + ", a stone of the player whose move made it"));
            planes.add(new EncodingSpec.Feature("other_" + age, board + ", a stone of the other player"));
        }
        return planes;
    }

    @Override
    void appendTo(PlaneBits bits, int own) {
        append(bits, 0);
    }

    @Override
    void putBoard(int bit, PointSet black, PointSet white, int next) {
        putPair(0, bit, next == Color.BLACK ? white : black, next == Color.BLACK ? black : white);
    }
}
