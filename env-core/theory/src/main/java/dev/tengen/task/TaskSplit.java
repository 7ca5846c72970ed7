package dev.tengen.task;

import dev.tengen.base.SplitMix64;
import java.util.Locale;

/** A split of all positions of a kind: training, validation or test. */
public enum TaskSplit {
    /** Positions for training: seven tenths of all. */
    TRAIN,
    /** Positions for the choice of parameters: one tenth. */
    VALIDATION,
    /** Positions for the final evaluation: two tenths. */
    TEST;

    private static final int TENTHS = 10;
    private static final int TEST_TENTHS = 2;

    /** Returns the name used in parameters and labels. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the split of the positions with {@code key}, a text that is equal for all positions that must not be
     * apart.
     */
    static TaskSplit of(String key) {
        int tenth = (int) Long.remainderUnsigned(hash(key), TENTHS);
        return tenth < TEST_TENTHS ? TEST : tenth == TEST_TENTHS ? VALIDATION : TRAIN;
    }

    /** Returns a hash of {@code text}, the same on any machine. */
    static long hash(String text) {
        long hash = 0;
        for (int index = 0; index < text.length(); index++) {
            hash = SplitMix64.mix(hash * 31 + text.charAt(index));
        }
        return hash;
    }
}
