package dev.tengen.race.count;

import dev.tengen.analysis.PassAlive;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;

/** The chains of a board that cannot be captured whatever their owner does elsewhere. */
final class SafeChains {
    /*
     * Two reasons make a chain safe. It is pass-alive, where the enemy is allowed suicide: that is how Tromp-Taylor has it,
     * and what lives then lives under every rule, while the stricter rules leave stones alive that an enemy with suicide can
     * still capture. Or one of its liberties is out of play: nobody can ever take that one.
     */
    private final PassAlive passAlive;
    private final PointSet immune;
    private final PointSet black;
    private final PointSet white;

    SafeChains(Board board, PointSet unplayable) {
        passAlive = new PassAlive(board.grid());
        passAlive.find(board, Suicide.ANY);
        immune = Race.immune(board, unplayable);
        black = find(board, Color.BLACK);
        white = find(board, Color.WHITE);
    }

    private PointSet find(Board board, int color) {
        PointSet safe = immune.copy();
        safe.retainAll(board.points(color));
        safe.addAll(passAlive.stones(color));
        return safe;
    }

    /** Returns the stones of either color that cannot be captured whatever anybody does; must not be changed. */
    PointSet immune() {
        return immune;
    }

    /** Returns the stones of {@code color} in safe chains; must not be changed. */
    PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }
}
