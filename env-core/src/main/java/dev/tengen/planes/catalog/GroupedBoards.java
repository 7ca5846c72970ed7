package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/** The last boards as own stones of all boards and then the opponent's of all, seen by the player to move now. */
final class GroupedBoards extends RecentBoards {
    private static final int BLACK = 0;
    private static final int WHITE = 1;

    GroupedBoards(EncodingSpec spec, Grid grid) {
        super(spec, grid, 2, 1);
    }

    /** Returns what the planes of {@code boardCount} boards are. */
    static List<EncodingSpec.Feature> planes(int boardCount) {
        List<EncodingSpec.Feature> planes = new ArrayList<>();
        for (int age = 0; age < boardCount; age++) {
            planes.add(new EncodingSpec.Feature("own_" + age, "a stone of the player to move, " + when(age)));
        }
        for (int age = 0; age < boardCount; age++) {
            planes.add(new EncodingSpec.Feature("opponent_" + age, "a stone of the other player, " + when(age)));
        }
        return planes;
    }

    @Override
    void appendTo(PlaneBits bits, int own) {
        append(bits, own == Color.BLACK ? BLACK : WHITE);
        append(bits, own == Color.BLACK ? WHITE : BLACK);
    }

    @Override
    void putBoard(int bit, PointSet black, PointSet white, int next) {
        put(BLACK, bit, black);
        put(WHITE, bit, white);
    }
}
