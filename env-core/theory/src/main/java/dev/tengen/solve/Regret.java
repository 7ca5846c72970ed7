package dev.tengen.solve;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The loss of a move compared with perfect play: the margin that its player could force before the move, minus the
 * margin after it. It is 0 for a best move and never negative.
 *
 * @param moveNumber the number of the move in the game
 * @param color the color that made it
 * @param move the point or the pass
 * @param points the points lost; empty if a limit was reached
 */
public record Regret(int moveNumber, int color, int move, OptionalInt points) {
    /**
     * Returns the regret of each move of {@code game}. The limits apply to each position. The game is not changed.
     *
     * @throws IllegalArgumentException if the game has another grid or other rules
     * @throws IllegalStateException if the game was resigned
     */
    public static List<Regret> ofGame(Solver solver, Game game, SearchLimits limits) {
        List<Regret> regrets = new ArrayList<>();
        Game replayed = game.replayTo(0);
        Bounds before = solver.margin(replayed, limits);
        for (int number = 1; number <= game.moveNumber(); number++) {
            if (replayed.isOver()) {
                replayed.resume();
                before = solver.margin(replayed, limits);
            }
            int color = replayed.playerToMove();
            int move = game.move(number);
            replayed.playUnchecked(move);
            Bounds after = solver.margin(replayed, limits);
            regrets.add(new Regret(number, color, move, lost(color, before, after)));
            before = after;
        }
        return regrets;
    }

    /**
     * Returns the regret of a legal {@code move} in the current position of {@code game}. The game is not changed. The
     * points are empty if {@code before} is not exact.
     *
     * @param solver the solver
     * @param game the game before the move
     * @param before the proven bounds of the margin before the move
     * @param move the point or the pass
     * @param limits the limits of the search after the move
     * @throws IllegalArgumentException if the game has another grid or other rules
     */
    public static Regret ofMove(Solver solver, Game game, Bounds before, int move, SearchLimits limits) {
        int color = game.playerToMove();
        Game after = game.copy();
        after.playUnchecked(move);
        OptionalInt points = before.isExact() ? lost(color, before, solver.margin(after, limits)) : OptionalInt.empty();
        return new Regret(game.moveNumber() + 1, color, move, points);
    }

    private static OptionalInt lost(int color, Bounds before, Bounds after) {
        if (!before.isExact() || !after.isExact()) {
            return OptionalInt.empty();
        }
        int gained = after.lower() - before.lower();
        return OptionalInt.of(color == Color.BLACK ? -gained : gained);
    }

    /** Returns the total points lost by {@code color}; empty if the loss of one of its moves is unknown. */
    public static OptionalInt total(List<Regret> regrets, int color) {
        int total = 0;
        for (Regret regret : regrets) {
            if (regret.color == color) {
                if (regret.points.isEmpty()) {
                    return OptionalInt.empty();
                }
                total += regret.points.getAsInt();
            }
        }
        return OptionalInt.of(total);
    }
}
