package dev.tengen.solve;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a move lost against perfect play: the margin that its player could have forced before it, less that after it. It is 0
 * for a best move and never negative.
 *
 * @param moveNumber which move of the game
 * @param color who made it
 * @param move the point or the pass
 * @param points what it lost; nothing where the limits were reached
 */
public record Regret(int moveNumber, int color, int move, OptionalInt points) {
    /**
     * Returns what each move of {@code game} lost, one answer for each position within {@code limits}. The game is as it was when
     * this returns. Throws as {@link Solver#margin} does.
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
     * Returns what a legal {@code move} loses in {@code game} as it stands, where {@code before} is proven of that; nothing where it
     * is not exact. The game is not changed. Throws as {@link Solver#margin} does.
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

    /** Returns what all moves of {@code color} lost together; nothing where that of one of them is not known. */
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
