package dev.tengen.cgt;

import dev.tengen.base.InvalidValueException;

/**
 * The limits of a {@link GameUniverse}. They bound its memory and its time. Time is counted in steps, so that the same
 * computation always ends in the same way.
 *
 * @param games the maximum number of different games, [1, 10000000]
 * @param options the maximum number of options of these games together, [1, 100000000]
 * @param depth the maximum number of moves in a game until only numbers are left, [1, 200]
 * @param cacheEntries the maximum number of entries in each cache, [1, 10000000]
 * @param steps the maximum number of comparisons and constructed games, [1, 1000000000000]
 * @param characters the maximum length of a text that is parsed or printed, [1, 10000000]
 */
public record WorkLimits(int games, int options, int depth, int cacheEntries, long steps, int characters) {
    /** Limits for one request of an untrusted client: at most about 100 MB, and seconds. */
    public static final WorkLimits DEFAULT = new WorkLimits(100_000, 1_000_000, 200, 200_000, 20_000_000, 100_000);

    private static final int MILLION = 1_000_000;

    /**
     * Creates limits.
     *
     * @throws InvalidValueException if a limit is outside its range
     */
    public WorkLimits {
        check("games", games, 10 * MILLION);
        check("options", options, 100 * MILLION);
        // Methods recurse once for each move of a game. At this depth they need half of a usual stack of 1 MB.
        check("depth", depth, 200);
        check("cache_entries", cacheEntries, 10 * MILLION);
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
        return new WorkLimits(games, options, depth, cacheEntries, count, characters);
    }

    /** Returns these limits with another number of games. */
    public WorkLimits withGames(int count) {
        return new WorkLimits(count, options, depth, cacheEntries, steps, characters);
    }

    /** Returns these limits with another number of options. */
    public WorkLimits withOptions(int count) {
        return new WorkLimits(games, count, depth, cacheEntries, steps, characters);
    }

    /** Returns these limits with another depth. */
    public WorkLimits withDepth(int count) {
        return new WorkLimits(games, options, count, cacheEntries, steps, characters);
    }

    /** Returns these limits with another number of cache entries. */
    public WorkLimits withCacheEntries(int count) {
        return new WorkLimits(games, options, depth, count, steps, characters);
    }

    /** Returns these limits with another length of texts. */
    public WorkLimits withCharacters(int count) {
        return new WorkLimits(games, options, depth, cacheEntries, steps, count);
    }
}
