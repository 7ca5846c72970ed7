package dev.tengen.planes.catalog;

import dev.tengen.analysis.PassAlive;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;

/** The areas of both players as KataGo counts them. Only the constructor allocates. Not thread-safe. */
final class KataGoAreas {
    /*
     * A player's area is the player's stones and the empty points that reach no other color. But the territory of the
     * other player's pass-alive stones belongs to the other player, with all stones in it.
     *
     * Under a tax an area is split into regions, its connected parts. A region that touches a neutral point, or has a
     * stone of its owner in atari, is in seki: only the owner's stones count there. Under territory scoring KataGo
     * shows areas only in a second phase of play, so never here.
     */
    private final PassAlive passAlive;
    private final PointSet black;
    private final PointSet white;
    private final PointSet neutral;
    private final PointSet seki;
    private final PointSet scratch;

    KataGoAreas(Grid grid) {
        passAlive = new PassAlive(grid);
        black = new PointSet(grid);
        white = new PointSet(grid);
        neutral = new PointSet(grid);
        seki = new PointSet(grid);
        scratch = new PointSet(grid);
    }

    /**
     * Computes the areas of {@code board}, whose stones in atari are {@code inAtari}. Pass-alive areas are computed as
     * if suicide were legal if {@code isSuicideAssumed}, otherwise by {@code rules}.
     */
    void find(Board board, Rules rules, boolean isSuicideAssumed, PointSet inAtari) {
        if (rules.scoring() == Scoring.TERRITORY) {
            black.clear();
            white.clear();
            return;
        }
        passAlive.find(board, isSuicideAssumed ? Suicide.MULTI_STONE : rules.suicide());
        findReach(board);
        claim(Color.BLACK);
        claim(Color.WHITE);
        if (rules.tax() != Tax.NONE) {
            neutral.copyFrom(board.points(Color.EMPTY));
            neutral.removeAll(black);
            neutral.removeAll(white);
            removeSeki(board, Color.BLACK, inAtari);
            removeSeki(board, Color.WHITE, inAtari);
        }
    }

    /** Returns the area of {@code color}. A view: it changes with {@link #find}. */
    PointSet area(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Gives each player the own stones and the empty points that reach no other color. */
    private void findReach(Board board) {
        black.copyFrom(board.points(Color.BLACK));
        black.floodWithin(board.points(Color.EMPTY));
        white.copyFrom(board.points(Color.WHITE));
        white.floodWithin(board.points(Color.EMPTY));
        scratch.copyFrom(black);
        scratch.retainAll(white);
        black.removeAll(scratch);
        white.removeAll(scratch);
    }

    /** Gives the territory of the pass-alive stones of {@code color} to {@code color}. */
    private void claim(int color) {
        area(color).addAll(passAlive.territory(color));
        area(Color.opponent(color)).removeAll(passAlive.territory(color));
    }

    private void removeSeki(Board board, int color, PointSet inAtari) {
        PointSet area = area(color);
        PointSet stones = board.points(color);
        seki.copyFrom(inAtari);
        seki.retainAll(stones);
        seki.addNeighborsOf(neutral);
        seki.retainAll(area);
        seki.floodWithin(area);
        seki.removeAll(stones);
        area.removeAll(seki);
    }
}
