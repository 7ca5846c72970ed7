package dev.tengen.cli.board;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes points and moves in words. The core decides; this class only phrases it. */
public final class PositionExplainer {
    private PositionExplainer() {}

    /** Returns whether {@code move} is legal for the player to move, its effect, or why it is illegal. */
    public static String ofMove(Game game, int move) {
        String name = game.grid().name(move);
        String mover = Color.name(game.playerToMove());
        return switch (game.legality(move)) {
            case LEGAL -> name + " is legal for " + mover + effect(game, move);
            case EPISODE_OVER -> name + " is illegal: the game is over.";
            case OUT_OF_RANGE -> name + " is illegal: there is no such point.";
            case OCCUPIED ->
                name + " is illegal: a " + Color.name(game.colorAt(move)).toLowerCase(Locale.ROOT)
                        + " stone stands there.";
            case SUICIDE ->
                name + " is illegal for " + mover + ": " + suicide(game, move) + ", and these rules forbid that.";
            case AGREEMENT ->
                name + " is illegal: play has ended, and the players propose dead stones; pass to propose none.";
            case REPETITION -> name + " is illegal for " + mover + ": " + repetition(game, move);
            case NO_AGREEMENT, NOT_WHOLE_CHAINS -> throw new IllegalStateException(name + " is not a proposal");
        };
    }

    /** Returns the effect of a legal move other than placing a stone. */
    private static String effect(Game game, int move) {
        Game after = game.copy();
        after.playUnchecked(move);
        int count = after.removedCount();
        if (count == 0) {
            return ".";
        }
        return after.colorAt(move) == Color.EMPTY
                ? ": " + suicide(game, move) + ", which these rules allow."
                : "; it captures " + stones(count) + ".";
    }

    private static String suicide(Game game, int move) {
        Game after = game.copy();
        after.playUnchecked(move);
        int count = after.removedCount();
        return "it captures nothing and leaves " + (count == 1 ? "its stone" : "its own chain of " + count + " stones")
                + " without a liberty";
    }

    private static String repetition(Game game, int move) {
        int repeated = game.repeatedMoveNumber(move);
        Game after = game.copy();
        after.playUnchecked(move);
        // A suicide of one stone leaves the board unchanged. A suicide of several stones may restore an earlier
        // position.
        String reason = after.colorAt(move) == Color.EMPTY ? suicide(game, move) + ", so it comes off again and " : "";
        return reason + "the board would be as it was " + when(game, repeated) + ", and the ko rule ("
                + game.rules().ko().name().toLowerCase(Locale.ROOT).replace('_', '-') + ") forbids that.";
    }

    /** Returns the time of a position in words, as in "after move 3 (White C3)". */
    public static String when(Game game, int number) {
        return number == 0 ? "at the start" : "after move " + number + " (" + moveName(game, number) + ")";
    }

    /** Returns move {@code number} in words, as in "White C3". */
    public static String moveName(Game game, int number) {
        return Color.name(game.mover(number)) + " " + game.grid().name(game.move(number));
    }

    /** Returns the chain at {@code point} and its liberties, in words. */
    public static String liberties(Game game, int point) {
        Reach reach = game.reach(point);
        PointSet liberties = liberties(game, reach);
        return chain(game.grid(), reach) + " " + count(liberties.size(), "liberty", "liberties") + ": "
                + names(game.grid(), liberties) + "."
                + (liberties.size() == 1 ? " It is in atari." : "");
    }

    /** Returns the liberties of a chain. */
    public static PointSet liberties(Game game, Reach chain) {
        PointSet liberties = chain.border().copy();
        liberties.retainAll(game.board().points(Color.EMPTY));
        return liberties;
    }

    private static String chain(Grid grid, Reach reach) {
        return "The " + Color.name(reach.color()).toLowerCase(Locale.ROOT) + " chain of "
                + stones(reach.region().size()) + " (" + names(grid, reach.region()) + ") has";
    }

    /** Returns what {@code point} reaches and who owns it as a result, in words. */
    public static String reach(Game game, int point) {
        Reach reach = game.reach(point);
        String name = game.grid().name(point);
        if (reach.color() != Color.EMPTY) {
            return name + " holds a " + Color.name(reach.color()).toLowerCase(Locale.ROOT) + " stone: it counts for "
                    + Color.name(reach.color()) + ". " + reached(reach);
        }
        String owner = reach.owner() == Color.EMPTY ? "nobody" : Color.name(reach.owner());
        return name + " is in an empty area of " + count(reach.region().size(), "point", "points") + ". "
                + reached(reach) + " It counts for " + owner + ".";
    }

    private static String reached(Reach reach) {
        List<String> reached = new ArrayList<>();
        if (reach.color() != Color.EMPTY && reach.reachesEmpty()) {
            reached.add("empty points");
        }
        if (reach.color() != Color.BLACK && reach.reachesBlack()) {
            reached.add("Black");
        }
        if (reach.color() != Color.WHITE && reach.reachesWhite()) {
            reached.add("White");
        }
        return "It reaches " + (reached.isEmpty() ? "nothing else" : String.join(" and ", reached)) + ".";
    }

    /**
     * Returns the chains at {@code points}.
     *
     * @param points at least one stone of each chain
     * @throws InvalidValueException if a point is empty
     */
    public static PointSet chains(Game game, Iterable<Integer> points) {
        PointSet chains = new PointSet(game.grid());
        for (int point : points) {
            if (game.colorAt(point) == Color.EMPTY) {
                throw InvalidValueException.not(
                        "dead point", "\"" + game.grid().name(point) + "\"", "a stone: the point is empty");
            }
            chains.addAll(game.reach(point).region());
        }
        return chains;
    }

    /** Returns the names of points, as in "C3 D3". */
    public static String names(Grid grid, PointSet points) {
        StringBuilder text = new StringBuilder();
        points.forEach(point -> text.append(text.isEmpty() ? "" : " ").append(grid.name(point)));
        return text.toString();
    }

    /** Returns a number of stones in words. */
    public static String stones(int count) {
        return count(count, "stone", "stones");
    }

    private static String count(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }
}
