package dev.tengen.solve;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The value of a position by alpha-beta over whole games, without a table of values, so no value can come from another
 * game. Move ordering: first the best move from the last visit to the same coloring, then the others by their immediate
 * margin. The ordering does not affect the value.
 */
final class SlowSolver {
    private final Game game;
    private final long maxNodes;
    private final Map<String, Integer> lastBest = new HashMap<>();
    private long nodes;

    private SlowSolver(Game game, long maxNodes) {
        this.game = game;
        this.maxNodes = maxNodes;
    }

    /** Returns the margin, without komi, under perfect play; empty if that takes more than {@code maxNodes}. */
    static OptionalInt margin(Game game, long maxNodes) {
        SlowSolver solver = new SlowSolver(game, maxNodes);
        int points = game.grid().pointCount();
        int value = solver.search(-points, points);
        return solver.isStopped() ? OptionalInt.empty() : OptionalInt.of(sign(game.playerToMove()) * value);
    }

    private boolean isStopped() {
        return nodes > maxNodes;
    }

    /** Returns the margin for the player to move, or a bound of it if it is outside of the window. */
    private int search(int alpha, int beta) {
        nodes++;
        if (isStopped() || game.isOver()) {
            return sign(game.playerToMove()) * margin();
        }
        int best = Integer.MIN_VALUE;
        String key = game.playerToMove() + " " + game.passCount() + " " + game.positionHash();
        for (Candidate candidate : candidates(lastBest.getOrDefault(key, -1))) {
            game.playUnchecked(candidate.move);
            int value = -search(-beta, -Math.max(alpha, best));
            game.undo();
            if (value > best) {
                best = value;
                lastBest.put(key, candidate.move);
            }
            if (best >= beta || isStopped()) {
                break;
            }
        }
        return best;
    }

    private List<Candidate> candidates(int first) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        List<Candidate> candidates = new ArrayList<>();
        legal.forEach(point -> candidates.add(candidate(point, first)));
        candidates.add(candidate(game.grid().pass(), first));
        candidates.sort(Comparator.comparingInt(Candidate::margin).reversed());
        return candidates;
    }

    private Candidate candidate(int move, int first) {
        int sign = sign(game.playerToMove());
        game.playUnchecked(move);
        int margin = margin();
        game.undo();
        return new Candidate(move, move == first ? Integer.MAX_VALUE : sign * margin);
    }

    private int margin() {
        Score score = game.score();
        return score.blackArea() - score.whiteArea();
    }

    private static int sign(int color) {
        return color == Color.BLACK ? 1 : -1;
    }

    /** A move, and its immediate margin for the player. */
    private record Candidate(int move, int margin) {}
}
