package dev.tengen.sgf;

import dev.tengen.board.Color;
import dev.tengen.game.Setup;
import java.util.List;

/** Whether a record that names a handicap also says where the stones stand. */
final class HandicapStones {
    private HandicapStones() {}

    /** Returns whether black stones are set up or played first. */
    static boolean areThere(Setup setup, List<RecordedMove> moves) {
        return !setup.black().isEmpty() || arePlayed(moves, setup.grid().pass());
    }

    /** Returns whether Black made the first two moves, a pass of White in between apart. */
    static boolean arePlayed(List<RecordedMove> moves, int pass) {
        if (moves.size() < GameInfo.LEAST_HANDICAP || moves.get(0).color() != Color.BLACK) {
            return false;
        }
        boolean isPassBetween =
                moves.size() > GameInfo.LEAST_HANDICAP && moves.get(1).equals(new RecordedMove(Color.WHITE, pass));
        return moves.get(isPassBetween ? 2 : 1).color() == Color.BLACK;
    }
}
