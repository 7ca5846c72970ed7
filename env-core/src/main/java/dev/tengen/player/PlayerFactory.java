package dev.tengen.player;

import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/** A kind of player, by name: built in, or a program on this machine. Thread-safe. */
public interface PlayerFactory {
    /** Returns its name, as in "eye-safe-random". */
    String playerName();

    /** Returns how it plays, in one sentence. */
    String summary();

    /**
     * Returns whether a move may take longer than a caller should wait for who serves others meanwhile: such players are
     * asked in threads of their own.
     */
    default boolean isSlow() {
        return false;
    }

    /**
     * Returns whether it plays perfectly. Where an environment has a task, the task itself then chooses the player's moves,
     * since it knows what is best.
     */
    default boolean isOracle() {
        return false;
    }

    /**
     * Returns a new player for games that start from {@code setup} under {@code rules}. Throws {@link
     * dev.tengen.board.InvalidValueException} where it cannot play such games; a program may also fail to start.
     */
    Player create(Setup setup, Rules rules);

    /**
     * Throws {@link dev.tengen.board.InvalidValueException} where it is known beforehand that it cannot play games that start from
     * {@code setup} under {@code rules}; one that is a program may turn out later not to.
     */
    default void requirePlayable(Setup setup, Rules rules) {}
}
