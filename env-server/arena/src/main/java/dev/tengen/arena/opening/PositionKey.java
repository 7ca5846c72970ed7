package dev.tengen.arena.opening;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import java.nio.charset.StandardCharsets;

/**
 * A key that is equal for positions that are equal up to a symmetry of the board.
 *
 * @param text one character for each point and one for the player to move; the smallest text over all symmetries
 */
record PositionKey(String text) {
    /** Returns the key of the position of {@code game}. */
    static PositionKey of(Game game) {
        String least = "";
        for (Symmetry symmetry : Symmetry.of(game.grid())) {
            String text = text(game, SymmetryMap.of(symmetry, game.grid()));
            if (least.isEmpty() || text.compareTo(least) < 0) {
                least = text;
            }
        }
        return new PositionKey(least);
    }

    private static String text(Game game, SymmetryMap map) {
        Grid grid = game.grid();
        byte[] colors = new byte[grid.pointCount() + 1];
        for (int point = 0; point < grid.pointCount(); point++) {
            colors[map.turned(point)] = (byte) ('0' + game.colorAt(point));
        }
        colors[grid.pointCount()] = (byte) ('0' + game.playerToMove());
        return new String(colors, StandardCharsets.US_ASCII);
    }
}
