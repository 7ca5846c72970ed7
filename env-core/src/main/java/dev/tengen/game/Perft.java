package dev.tengen.game;

import dev.tengen.board.PointSet;
import java.util.function.LongConsumer;

/**
 * Counts sequences of legal moves, the usual test of a move generator ("perft"). Passes count as moves, and nothing
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
     * Returns the count of move sequences of each length from 0 to {@code depth} that begin at the present position of
     * {@code game}, which is as it was when this returns.
     */
    public static long[] count(Game game, int depth) {
        return count(game, depth, done -> {});
    }

    /** Does the same and calls {@code progress} with the count of first moves whose sequences have been counted. */
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
        game.playUnchecked(move);
        visit(level + 1);
        game.undo();
        if (level == 0) {
            progress.accept(nodes[1]);
        }
    }
}
