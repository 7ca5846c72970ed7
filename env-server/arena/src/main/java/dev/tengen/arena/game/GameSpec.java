package dev.tengen.arena.game;

import dev.tengen.arena.clock.PlayerClock;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import java.time.Duration;

/**
 * The spec of a game.
 *
 * @param opening the opening
 * @param rules the rules, with komi
 * @param maxMoves the number of moves, including the opening, at which the game ends: 0 for three times the number of
 *     points, -1 for unlimited, otherwise more than the opening has
 * @param moveLimitRule what happens then
 * @param adjudication the rules that end the game early
 * @param timeControls the time controls of both players; the moves of the opening take no time
 * @param networkAllowance the part of each move's time that does not count, at most a minute
 */
public record GameSpec(
        Opening opening,
        Rules rules,
        int maxMoves,
        MoveLimitRule moveLimitRule,
        Adjudication adjudication,
        TimeControls timeControls,
        Duration networkAllowance) {
    /**
     * Creates a spec.
     *
     * @throws InvalidValueException if a value is out of range or the opening is not legal
     */
    public GameSpec {
        opening.play(rules);
        adjudication.requireFor(rules);
        PlayerClock.requireAllowance(networkAllowance);
        int limit = moveLimit(maxMoves, opening);
        int played = opening.moves().size();
        InvalidValueException.requireWithin(
                "max_moves", maxMoves, EnvironmentSpec.UNLIMITED_MOVES, EnvironmentSpec.GREATEST_MAX_MOVES);
        if (limit != EnvironmentSpec.UNLIMITED_MOVES && limit <= played) {
            throw InvalidValueException.not(
                    "max_moves", limit, "more than " + played + ", the moves of opening " + opening.id());
        }
    }

    /**
     * Creates the spec of a game between players with the same time control that is not ended early.
     *
     * @throws InvalidValueException if a value is out of range or the opening is not legal
     */
    public GameSpec(
            Opening opening,
            Rules rules,
            int maxMoves,
            MoveLimitRule moveLimitRule,
            TimeControl timeControl,
            Duration networkAllowance) {
        this(
                opening,
                rules,
                maxMoves,
                moveLimitRule,
                Adjudication.NONE,
                TimeControls.both(timeControl),
                networkAllowance);
    }

    /**
     * Creates the spec of a game that is scored at the limit on moves.
     *
     * @throws InvalidValueException if a value is out of range or the opening is not legal
     */
    public GameSpec(Opening opening, Rules rules, int maxMoves, TimeControl timeControl, Duration networkAllowance) {
        this(opening, rules, maxMoves, MoveLimitRule.SCORE, timeControl, networkAllowance);
    }

    /** Creates the spec of a game without a time limit, with at most {@code 3 × points} moves. */
    public GameSpec(Opening opening, Rules rules) {
        this(opening, rules, EnvironmentSpec.DEFAULT_MAX_MOVES, TimeControl.NONE, Duration.ZERO);
    }

    /** Returns this spec with another opening. */
    public GameSpec withOpening(Opening other) {
        return new GameSpec(other, rules, maxMoves, moveLimitRule, adjudication, timeControls, networkAllowance);
    }

    /** Returns this spec with other time controls. */
    public GameSpec withTimeControls(TimeControls others) {
        return new GameSpec(opening, rules, maxMoves, moveLimitRule, adjudication, others, networkAllowance);
    }

    /**
     * Returns this spec with other rules that end the game early.
     *
     * @throws InvalidValueException if they do not fit the rules of the game
     */
    public GameSpec withAdjudication(Adjudication other) {
        return new GameSpec(opening, rules, maxMoves, moveLimitRule, other, timeControls, networkAllowance);
    }

    /** Returns the size of the board. */
    public Grid grid() {
        return opening.setup().grid();
    }

    /** Returns the move number at which the game ends, or {@link EnvironmentSpec#UNLIMITED_MOVES}. */
    public int moveLimit() {
        return moveLimit(maxMoves, opening);
    }

    private static int moveLimit(int maxMoves, Opening opening) {
        boolean isDefault = maxMoves == EnvironmentSpec.DEFAULT_MAX_MOVES;
        return isDefault ? 3 * opening.setup().grid().pointCount() : maxMoves;
    }
}
