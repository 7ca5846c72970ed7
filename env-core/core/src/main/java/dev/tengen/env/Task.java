package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;

/**
 * A task: episodes that start from positions with a goal and a known optimum, instead of whole games. Tasks with the
 * same name and size are equal. Thread-safe.
 */
public interface Task {
    /** Returns the complete name, such as "race-class0:split=test". */
    String taskName();

    /** Returns the size of the board. */
    Grid grid();

    /**
     * Checks the rules.
     *
     * @throws InvalidValueException if the optimum is unknown under {@code rules}
     */
    void requireRules(Rules rules);

    /**
     * Returns the episode for {@code seed} and {@code options}, the same on any machine.
     *
     * @throws InvalidValueException if no episode matches {@code options}
     */
    TaskEpisode episode(long seed, TaskOptions options);
}
