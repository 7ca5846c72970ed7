package dev.tengen.game;

import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;

/**
 * Rules of play and of scoring. The score is the area score of Tromp-Taylor rule 9.
 *
 * @param ko which repetitions are forbidden
 * @param suicide which suicides are allowed
 * @param passesToEnd passes in a row that end the game: 2 or 3
 * @param komi points given to White: a multiple of one half within [-1000, 1000]
 */
public record Rules(Ko ko, Suicide suicide, int passesToEnd, double komi) {
    /** The greatest komi and, negated, the least. */
    public static final double MAX_KOMI = 1000;

    /** The rules of Tromp and Taylor with a komi of 7.5. */
    public static final Rules TROMP_TAYLOR = new Rules(Ko.POSITIONAL, Suicide.ANY, 2, 7.5);

    /** Throws {@link IllegalArgumentException} where a value is out of range. */
    public Rules {
        if (passesToEnd != 2 && passesToEnd != 3) {
            throw InvalidValueException.outside("passes_to_end", passesToEnd, 2, 3);
        }
        if (!isKomi(komi)) {
            throw InvalidValueException.not("komi", komi, "a multiple of 0.5 within [-1000, 1000]");
        }
        komi += 0.0; // Negative zero would be another number to a hash and to a reader.
    }

    /** Returns whether {@code komi} is a multiple of one half within [-1000, 1000]. */
    public static boolean isKomi(double komi) {
        return Math.abs(komi) <= MAX_KOMI && 2 * komi == Math.rint(2 * komi);
    }

    /** Returns these rules with another ko rule. */
    public Rules withKo(Ko other) {
        return new Rules(other, suicide, passesToEnd, komi);
    }

    /** Returns these rules with another suicide rule. */
    public Rules withSuicide(Suicide other) {
        return new Rules(ko, other, passesToEnd, komi);
    }

    /** Returns these rules with another count of passes. */
    public Rules withPassesToEnd(int other) {
        return new Rules(ko, suicide, other, komi);
    }

    /** Returns these rules with another komi. */
    public Rules withKomi(double other) {
        return new Rules(ko, suicide, passesToEnd, other);
    }

    /** Returns a hash that is the same on every machine, unlike {@link #hashCode()}. */
    long hash() {
        long hash = SplitMix64.mix(ko.name().hashCode());
        hash = SplitMix64.mix(hash ^ suicide.name().hashCode());
        hash = SplitMix64.mix(hash ^ passesToEnd);
        return SplitMix64.mix(hash ^ Math.round(2 * komi));
    }
}
