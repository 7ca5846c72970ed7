package dev.tengen.game;

import dev.tengen.board.PointSet;
import java.util.function.LongConsumer;

/**
 * Counts sequences of legal moves ("perft"), the usual test of a move generator. Passes count as moves, and no move
 * follows the end of a game.
 */
public final class Perft {
    private final Game game;
    private final int depth;
    private final long[] nodes;
    private final PointSet[] legal;
    private final LongConsumer progress;

    private Perft(Game game, int depth, LongConsumer progress) {
        this.game = game;
        this.depth = depth;
        this.progress = progress;
        nodes = new long[depth + 1];
        legal = new PointSet[depth];
        for (int i = 0; i < depth; i++) {
            legal[i] = new PointSet(game.grid());
        }
    }

    /**
     * Returns the number of move sequences of each length from 0 to {@code depth} that start at the current position of
     * {@code game}. The game is in the same state afterwards.
     */
    public static long[] count(Game game, int depth) {
        return count(game, depth, done -> {});
    }

    /**
     * Returns the counts of {@link #count(Game, int)} and calls {@code progress} after each first move with the number
     * of first moves counted so far.
     */
    public static long[] count(Game game, int depth, LongConsumer progress) {
        Perft perft = new Perft(game, depth, progress);
        perft.visit(0);
        return perft.nodes;
    }

    private void visit(int level) {
        nodes[level]++;
        if (level == depth || game.isOver()) {
            return;
        }
        PointSet points = legal[level];
        game.legalPoints(points);
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            follow(point, level);
        }
        follow(game.grid().pass(), level);
    }

    private void follow(int move, int level) {
        game.playLegal(move);
        visit(level + 1);
        game.undo();
        if (level == 0) {
            progress.accept(nodes[1]);
        }
    }
}
