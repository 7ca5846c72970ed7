package dev.tengen.race.count;

import dev.tengen.analysis.PassAlive;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;

/** The chains of a board that cannot be captured, even if their owner always plays elsewhere. */
final class SafeChains {
    /*
     * A chain is safe for one of two reasons. It is pass-alive although the enemy may play suicide, as in Tromp-Taylor
     * rules: what lives then lives under every rule, while rules without suicide call chains alive that an enemy with
     * suicide can still capture. Or one of its liberties is unplayable, so nobody can ever take it.
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
        PointSet safe = immune.intersection(board.points(color));
        safe.addAll(passAlive.stones(color));
        return safe;
    }

    /** Returns the stones of either color that no sequence of moves can capture; must not be changed. */
    PointSet immune() {
        return immune;
    }

    /** Returns the stones of {@code color} in safe chains; must not be changed. */
    PointSet stones(int color) {
        return color == Color.BLACK ? black : white;
    }
}
