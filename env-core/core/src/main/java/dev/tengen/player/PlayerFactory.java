package dev.tengen.player;

import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/** Creates players of one kind: a built-in player, or an external program. Thread-safe. */
public interface PlayerFactory {
    /** Returns the name of the kind, such as "eye-safe-random". */
    String playerName();

    /** Returns a description of how it plays, in one sentence. */
    String summary();

    /** Returns whether choosing a move may take long. Callers ask slow players in separate threads. */
    default boolean isSlow() {
        return false;
    }

    /** Returns an estimate of the memory that a player keeps between moves, in bytes; 0 if that is little. */
    default long keptBytes() {
        return 0;
    }

    /**
     * Returns an estimate of the memory that a player takes while it chooses a move, besides {@link #keptBytes} and a
     * copy of the game, in bytes; 0 if that is little.
     */
    default long searchBytes() {
        return 0;
    }

    /**
     * Returns whether it plays perfectly. In an environment with a task, the task chooses the moves of such a player,
     * because the task knows the optimal ones.
     */
    default boolean isOracle() {
        return false;
    }

    /**
     * Creates a player for games that start from {@code setup} under {@code rules}.
     *
     * @throws InvalidValueException if it cannot play such games
     * @throws PlayerException if an external program fails to start
     */
    Player create(Setup setup, Rules rules);

    /**
     * Checks in advance whether a player can play games that start from {@code setup} under {@code rules}. An external
     * program may still fail later.
     *
     * @throws InvalidValueException if it is known that the player cannot play such games
     */
    default void requirePlayable(Setup setup, Rules rules) {}
}
