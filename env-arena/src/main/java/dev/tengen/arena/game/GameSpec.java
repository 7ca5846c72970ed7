package dev.tengen.arena.game;

import dev.tengen.arena.clock.PlayerClock;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import java.time.Duration;

/**
 * What a game is played by.
 *
 * @param opening where it starts
 * @param rules its rules, komi included
 * @param maxMoves moves after which it is void, those of the opening included: 0 for three times the count of points, -1 for
 *     unlimited, else more than the opening has
 * @param timeControl how much time a player has; the opening takes none
 * @param networkAllowance the part of each move's time that is free, at most a minute
 */
public record GameSpec(Opening opening, Rules rules, int maxMoves, TimeControl timeControl, Duration networkAllowance) {
    /** Makes a spec. Throws {@link InvalidValueException} where a value is out of range or the opening is not legal. */
    public GameSpec {
        opening.play(rules);
        PlayerClock.requireAllowance(networkAllowance);
        int limit = moveLimit(maxMoves, opening);
        int played = opening.moves().size();
        if (maxMoves < EnvironmentSpec.UNLIMITED_MOVES || maxMoves > EnvironmentSpec.GREATEST_MAX_MOVES) {
            throw InvalidValueException.outside(
                    "max_moves", maxMoves, EnvironmentSpec.UNLIMITED_MOVES, EnvironmentSpec.GREATEST_MAX_MOVES);
        }
        if (limit != EnvironmentSpec.UNLIMITED_MOVES && limit <= played) {
            throw InvalidValueException.not(
                    "max_moves", limit, "more than " + played + ", the moves of opening " + opening.id());
        }
    }

    /** Makes the spec of a game without limits on time, and of {@code 3 × points} moves at most. */
    public GameSpec(Opening opening, Rules rules) {
        this(opening, rules, EnvironmentSpec.DEFAULT_MAX_MOVES, TimeControl.NONE, Duration.ZERO);
    }

    /** Returns this with another opening. */
    public GameSpec withOpening(Opening other) {
        return new GameSpec(other, rules, maxMoves, timeControl, networkAllowance);
    }

    /** Returns the size of the board. */
    public Grid grid() {
        return opening.setup().grid();
    }

    /** Returns the move number at which the game is void, or {@link EnvironmentSpec#UNLIMITED_MOVES}. */
    public int moveLimit() {
        return moveLimit(maxMoves, opening);
    }

    private static int moveLimit(int maxMoves, Opening opening) {
        boolean isDefault = maxMoves == EnvironmentSpec.DEFAULT_MAX_MOVES;
        return isDefault ? 3 * opening.setup().grid().pointCount() : maxMoves;
    }
}
