package dev.tengen.cgt;

import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/** Generates random games: trees of moves with small integers as leaves. */
final class RandomForms {
    private final SplitMix64 random;
    private final int maxOptions;
    private final int maxLeaf;

    RandomForms(long seed, int maxOptions, int maxLeaf) {
        this.random = new SplitMix64(seed);
        this.maxOptions = maxOptions;
        this.maxLeaf = maxLeaf;
    }

    /** Returns a game with at most {@code depth} moves before its leaves. */
    SlowForm next(int depth) {
        if (depth == 0 || random.nextInt(8) == 0) {
            return SlowForm.integer(random.nextInt(2 * maxLeaf + 1) - maxLeaf);
        }
        return new SlowForm(nextOptions(depth - 1), nextOptions(depth - 1));
    }

    private List<SlowForm> nextOptions(int depth) {
        List<SlowForm> options = new ArrayList<>();
        // A side without moves is rare, because it makes the game a number.
        int count = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(maxOptions);
        while (options.size() < count) {
            options.add(next(depth));
        }
        return options;
    }

    /** Returns a multiple of {@code 2^-exponent} from 0 to {@code max}. */
    Dyadic nextNumber(int max, int exponent) {
        return new Dyadic(random.nextInt((max << exponent) + 1), exponent);
    }
}
