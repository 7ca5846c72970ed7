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

/**
 * The areas of both players as KataGo counts them. Nothing here allocates but the constructor. Not thread-safe.
 */
final class KataGoAreas {
    /*
     * A player's area is his stones and the empty points that reach no other color, as everywhere; but the territory of the
     * other player's pass-alive stones is that player's, with all stones in it.
     *
     * Under a tax an area falls into regions, connected parts. One that touches a neutral point, or holds a stone of its owner
     * in atari, is in seki: there the owner's own stones count and nothing else. Under territory scoring KataGo shows areas
     * only in a second phase of play, so never here.
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
     * Works the areas out for {@code board}, whose stones in atari are {@code inAtari}. They are pass-alive as if suicide were
     * legal if {@code isSuicideAssumed}, and else by {@code rules}.
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
            leaveSekiOut(board, Color.BLACK, inAtari);
            leaveSekiOut(board, Color.WHITE, inAtari);
        }
    }

    /** Returns the area of {@code color}. A view: it changes with {@link #find}. */
    PointSet area(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Gives each player his stones and the empty points that reach no other color. */
    private void findReach(Board board) {
        black.copyFrom(board.points(Color.BLACK));
        black.floodWithin(board.points(Color.EMPTY), scratch);
        white.copyFrom(board.points(Color.WHITE));
        white.floodWithin(board.points(Color.EMPTY), scratch);
        scratch.copyFrom(black);
        scratch.retainAll(white);
        black.removeAll(scratch);
        white.removeAll(scratch);
    }

    /** Gives the territory of the pass-alive stones of {@code color} to that player. */
    private void claim(int color) {
        area(color).addAll(passAlive.territory(color));
        area(Color.opponent(color)).removeAll(passAlive.territory(color));
    }

    private void leaveSekiOut(Board board, int color, PointSet inAtari) {
        PointSet area = area(color);
        PointSet stones = board.points(color);
        seki.copyFrom(inAtari);
        seki.retainAll(stones);
        seki.addNeighborsOf(neutral);
        seki.retainAll(area);
        seki.floodWithin(area, scratch);
        seki.removeAll(stones);
        area.removeAll(seki);
    }
}
