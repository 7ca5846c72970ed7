package dev.tengen.analysis;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.Players;

/** Positions of random games from start to end, played with and without filling eyes, and random colorings. */
final class RandomPositions {
    private final Grid grid;
    private final SplitMix64 random;
    private final Player careful;
    private final Player careless;

    RandomPositions(Grid grid, SplitMix64 random) {
        this.grid = grid;
        this.random = random;
        careful = Players.EYE_SAFE_RANDOM.create(grid);
        careless = Players.RANDOM.create(grid);
    }

    /** Returns a game in some state. One move in twenty, or in two, may fill an eye. */
    Game game(Rules rules) {
        Game game = new Game(Setup.empty(grid), rules);
        int moveCount = random.nextInt(3 * grid.pointCount());
        int carelessness = random.nextInt(3) == 0 ? 2 : 20;
        while (game.moveNumber() < moveCount && !game.isOver()) {
            Player player = random.nextInt(carelessness) == 0 ? careless : careful;
            game.play(player.chooseMove(game, random));
        }
        return game;
    }

    /** Returns a board with every point colored at random, so chains may have no liberties. */
    Board coloring() {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        int empties = 1 + random.nextInt(4);
        int blacks = 1 + random.nextInt(6);
        for (int point = 0; point < grid.pointCount(); point++) {
            int roll = random.nextInt(empties + blacks + 1);
            if (roll < blacks) {
                black.add(point);
            } else if (roll == blacks) {
                white.add(point);
            }
        }
        Board board = new Board(grid, Zobrist.of(grid));
        if (!black.isEmpty() || !white.isEmpty()) {
            board.setUp(black, white);
        }
        return board;
    }

    /** Returns a board as one string of {@code .XO}. */
    static String drawn(Board board) {
        StringBuilder text = new StringBuilder();
        for (int point = 0; point < board.grid().pointCount(); point++) {
            text.append(".XO".charAt(board.colorAt(point)));
        }
        return text.toString();
    }

    /** Returns the symbol of a color in a drawing. */
    static char symbol(int color) {
        return color == Color.BLACK ? 'X' : 'O';
    }
}
