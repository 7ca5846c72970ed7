package dev.tengen.game;

/** Which suicides are allowed: plays that leave their own chain without a liberty and so remove it. */
public enum Suicide {
    /** None. */
    FORBIDDEN {
        @Override
        boolean allows(int stoneCount) {
            return stoneCount == 0;
        }
    },

    /** Suicide of two or more stones. */
    MULTI_STONE {
        @Override
        boolean allows(int stoneCount) {
            return stoneCount != 1;
        }
    },

    /** All suicides. A one-stone suicide leaves the board unchanged, so only the ko rule can forbid it. */
    ANY {
        @Override
        boolean allows(int stoneCount) {
            return true;
        }
    };

    /** Returns whether a play that removes {@code stoneCount} own stones is allowed; 0 means no suicide. */
    abstract boolean allows(int stoneCount);
}
