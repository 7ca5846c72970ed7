package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/** An encoding of the last boards, followed by planes with the player to move. */
final class HistoryEncoding implements Encoding {
    private final EncodingSpec spec;
    private final RecentBoards boards;
    private final int[] colors;

    /** Creates an encoding with one plane for each of {@code colors}, which is one if that color is to move. */
    HistoryEncoding(EncodingSpec spec, RecentBoards boards, int... colors) {
        this.spec = spec;
        this.boards = boards;
        this.colors = colors;
    }

    /** Returns the features of the boards, followed by one for each of {@code colors}. */
    static List<EncodingSpec.Feature> planes(List<EncodingSpec.Feature> boards, int... colors) {
        List<EncodingSpec.Feature> planes = new ArrayList<>(boards);
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
        int own = game.playerToMove();
        boards.follow(game);
        boards.appendTo(bits, own);
        for (int color : colors) {
            bits.append(own == color, game.grid().pointCount());
        }
    }
}
