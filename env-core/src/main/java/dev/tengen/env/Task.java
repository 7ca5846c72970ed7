package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;

/**
 * What the episodes of an environment are where they are not whole games: positions in which something is to be reached,
 * and of which it is known what perfect play reaches. Thread-safe; two tasks of the same name and size are equal.
 */
public interface Task {
    /** Returns its name in full, as in "race-class0:split=test". */
    String taskName();

    /** Returns the size of the board. */
    Grid grid();

    /** Throws {@link InvalidValueException} where its optimum is not known under {@code rules}. */
    void requireRules(Rules rules);

    /**
     * Returns the episode that {@code seed} and {@code options} lead to: the same on any machine. Throws {@link
     * InvalidValueException} where no task has the id that they name.
     */
    TaskEpisode episode(long seed, TaskOptions options);
}
