package dev.tengen.player;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/** Plays uniformly at random among all legal moves, passes included. */
final class RandomPlayer implements Player {
    private final PointSet legal;

    RandomPlayer(Grid grid) {
        legal = new PointSet(grid);
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        game.legalPoints(legal);
        int count = legal.size();
        int choice = random.nextInt(count + 1);
        return choice == count ? game.grid().pass() : legal.nth(choice);
    }
}
