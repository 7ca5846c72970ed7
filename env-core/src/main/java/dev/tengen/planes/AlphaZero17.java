package dev.tengen.planes;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;

/**
 * The 17 planes of AlphaGo Zero and AlphaZero: the last eight boards, each as the stones of the player to move now and
 * those of the opponent, and the color to play.
 *
 * <p>Silver et al., "Mastering the game of Go without human knowledge" (2017), "Neural network architecture", and the
 * AlphaZero paper (2018), table S1. All boards are seen by the player to move now. A pass repeats a board. Boards before
 * the start are zero.
 */
final class AlphaZero17 implements Encoding {
    static final EncodingSpec SPEC = new EncodingSpec(
            "alphazero-17",
            1,
            "The last eight boards as own and opponent's stones, newest first, and the color to play.",
            planes());

    private static final int BOARD_COUNT = 8;

    private final RecentBoards boards;

    AlphaZero17(Grid grid) {
        boards = new RecentBoards(grid, BOARD_COUNT);
    }

    private static List<EncodingSpec.Plane> planes() {
        List<EncodingSpec.Plane> planes = new ArrayList<>();
        for (int age = 0; age < BOARD_COUNT; age++) {
            String when = age == 0 ? "now" : age + (age == 1 ? " move ago" : " moves ago");
            planes.add(new EncodingSpec.Plane("own_" + age, "a stone of the player to move, " + when));
            planes.add(new EncodingSpec.Plane("opponent_" + age, "a stone of the other player, " + when));
        }
        planes.add(new EncodingSpec.Plane("black_to_move", "Black is to move (the whole plane)"));
        return planes;
    }

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        int own = game.playerToMove();
        boards.follow(game);
        boards.appendTo(bits, own);
        bits.append(own == Color.BLACK, game.grid().pointCount());
    }
}
