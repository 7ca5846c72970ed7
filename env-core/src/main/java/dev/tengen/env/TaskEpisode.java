package dev.tengen.env;

import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerException;
import java.util.Optional;

/**
 * One episode of a {@link Task}: where it begins, when it is decided, and what is best in it. A value is 1 where a color
 * reaches what the task is about, -1 where the other does, and 0 where nobody does. Immutable and thread-safe; games that are
 * given to it started from its {@link #setup} and are as they were when a call returns.
 */
public interface TaskEpisode {
    /** Returns which position it plays. */
    TaskLabel label();

    /** Returns the position it starts from. */
    Setup setup();

    /** Returns whose part the agent takes. */
    int agentColor();

    /** Returns what a reset asks for that wants this very episode. */
    default TaskOptions options() {
        return new TaskOptions(label().id(), agentColor(), setup().playerToMove());
    }

    /** Returns the move number at which it is truncated. */
    int moveLimit();

    /** Returns the points that action masks are restricted to, besides the pass, if they are; not to be changed. */
    Optional<PointSet> region();

    /** Returns what {@code color} reaches from the start where both play perfectly. */
    int optimalValue(int color);

    /** Returns the color that has reached it in {@code game}, else {@link dev.tengen.board.Color#EMPTY}. */
    int winner(Game game);

    /** Returns whether moves are to be told apart by {@link #isOptimal}, which may take a search. */
    boolean isJudged();

    /**
     * Returns whether {@code move}, a legal one, keeps the best value for the player to move in {@code game}, which is not
     * decided. Empty where that is not known.
     */
    Optional<Boolean> isOptimal(Game game, int move);

    /**
     * Returns a best move for the player to move in {@code game}, which is not decided. Throws {@link PlayerException} where
     * that is not known.
     */
    int chooseMove(Game game, SplitMix64 random);
}
