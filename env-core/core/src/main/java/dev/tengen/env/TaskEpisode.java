package dev.tengen.env;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An episode of a {@link Task}: its starting position, its goal, and its optimal moves. A value is 1 if a color reaches
 * the goal, -1 if the other color does, and 0 if neither does. Games passed to methods must have started from
 * {@link #setup}; they are unchanged when a call returns. Immutable and thread-safe.
 */
public interface TaskEpisode {
    /** Returns the label of the position. */
    TaskLabel label();

    /** Returns the starting position. */
    Setup setup();

    /** Returns the color of the agent. */
    int agentColor();

    /** Returns the options that select this episode. */
    default TaskOptions options() {
        return new TaskOptions(label().id(), agentColor(), setup().playerToMove());
    }

    /** Returns the move number at which the episode is truncated. */
    int moveLimit();

    /**
     * Returns the points that action masks contain besides the pass, if masks are restricted. Callers must not modify
     * the set.
     */
    Optional<PointSet> region();

    /** Returns the value for {@code color} if both sides play perfectly from the start. */
    int optimalValue(int color);

    /** Returns the color that has reached the goal in {@code game}, otherwise {@link dev.tengen.board.Color#EMPTY}. */
    int winner(Game game);

    /** Returns whether environments report {@link #isOptimal} for each move, which may need a search. */
    boolean isJudged();

    /**
     * Returns whether the legal {@code move} keeps the optimal value for the player to move in {@code game}, which must
     * not be decided. Empty if that is unknown.
     */
    Optional<Boolean> isOptimal(Game game, int move);

    /** Returns the value of {@code game} for {@code color} under perfect play from there; empty if that is unknown. */
    OptionalInt value(Game game, int color);

    /**
     * Returns an optimal move for the player to move in {@code game}, which must not be decided.
     *
     * @throws PlayerException if none is known
     */
    int chooseMove(Game game, SplitMix64 random);
}
