package dev.tengen.cgt;

import dev.tengen.board.InvalidValueException;

/**
 * What a {@link GameUniverse} may use before it gives up. The limits bound its memory and its time; time is counted in steps,
 * so that the same question always ends in the same way.
 *
 * @param games how many different games there may be, [1, 10000000]
 * @param options how many options these games may have together, [1, 100000000]
 * @param depth how many moves a game may take until only numbers are left, [1, 200]
 * @param memos how many answers of each kind are remembered, [1, 10000000]
 * @param steps how many comparisons and games to make, [1, 1000000000000]
 * @param characters how long a text may be that is read or written, [1, 10000000]
 */
public record WorkLimits(int games, int options, int depth, int memos, long steps, int characters) {
    /** For one request of somebody unknown: at most some 100 MB, and seconds. */
    public static final WorkLimits DEFAULT = new WorkLimits(100_000, 1_000_000, 200, 200_000, 20_000_000, 100_000);

    private static final int MILLION = 1_000_000;

    /**
     * Makes limits.
     *
     * @throws InvalidValueException if a limit is outside its range
     */
    public WorkLimits {
        check("games", games, 10 * MILLION);
        check("options", options, 100 * MILLION);
        // Methods call themselves for each move of a game. This deep they need half of a usual stack of 1 MB.
        check("depth", depth, 200);
        check("memos", memos, 10 * MILLION);
        check("steps", steps, 1_000_000L * MILLION);
        check("characters", characters, 10 * MILLION);
    }

    private static void check(String name, long value, long max) {
        if (value < 1 || value > max) {
            throw InvalidValueException.outside(name, value, 1, max);
        }
    }

    /** Returns these limits with another number of steps. */
    public WorkLimits withSteps(long count) {
        return new WorkLimits(games, options, depth, memos, count, characters);
    }

    /** Returns these limits with another number of games. */
    public WorkLimits withGames(int count) {
        return new WorkLimits(count, options, depth, memos, steps, characters);
    }

    /** Returns these limits with another number of options. */
    public WorkLimits withOptions(int count) {
        return new WorkLimits(games, count, depth, memos, steps, characters);
    }

    /** Returns these limits with another depth. */
    public WorkLimits withDepth(int count) {
        return new WorkLimits(games, options, count, memos, steps, characters);
    }

    /** Returns these limits with another number of answers remembered. */
    public WorkLimits withMemos(int count) {
        return new WorkLimits(games, options, depth, count, steps, characters);
    }

    /** Returns these limits with another length of texts. */
    public WorkLimits withCharacters(int count) {
        return new WorkLimits(games, options, depth, memos, steps, count);
    }
}
