package dev.tengen.game;

/** Which plays that leave their own chain without a liberty, and so remove it, are allowed. */
public enum Suicide {
    /** None. */
    FORBIDDEN {
        @Override
        boolean allows(int stoneCount) {
            return stoneCount == 0;
        }
    },

    /** Those that remove two stones or more. */
    MULTI_STONE {
        @Override
        boolean allows(int stoneCount) {
            return stoneCount != 1;
        }
    },

    /** All, to the letter. A one-stone suicide leaves the board as it was; the ko rule alone judges it. */
    ANY {
        @Override
        boolean allows(int stoneCount) {
            return true;
        }
    };

    /** Returns whether a play that removes {@code stoneCount} own stones is allowed; 0 is a play without suicide. */
    abstract boolean allows(int stoneCount);
}
