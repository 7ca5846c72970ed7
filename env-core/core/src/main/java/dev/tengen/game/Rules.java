package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;

/**
 * Rules of play and of scoring: one value for each aspect in which rule sets differ.
 *
 * <pre>{@code
 * Rules rules = Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE).withKomi(5.5);
 * }</pre>
 *
 * @param ko which repetitions are forbidden
 * @param suicide which suicides are allowed
 * @param scoring what counts as a point
 * @param tax the points subtracted for groups
 * @param passesToEnd the number of consecutive passes that end play: 2 or 3
 * @param komi points for White: a multiple of 0.5 within [-1000, 1000]
 * @param handicapBonus points for White for handicap stones
 * @param deadStones which stones are removed as dead at the end
 * @param repetitionEnd the effect of a repetition that {@code ko} allows; a value other than {@link RepetitionEnd#NONE}
 *     requires {@link Ko#SIMPLE} or {@link Ko#NONE}
 * @param friendlyPassOk whether players may pass before they have captured dead stones; it has no effect here, but some
 *     encodings include it
 */
public record Rules(
        Ko ko,
        Suicide suicide,
        Scoring scoring,
        Tax tax,
        int passesToEnd,
        double komi,
        HandicapBonus handicapBonus,
        DeadStones deadStones,
        RepetitionEnd repetitionEnd,
        boolean friendlyPassOk) {
    /** The largest komi; its negative is the smallest. */
    public static final double MAX_KOMI = 1000;

    /** The rules of Tromp and Taylor with a komi of 7.5. */
    public static final Rules TROMP_TAYLOR = new Rules(Ko.POSITIONAL, Suicide.ANY, 2, 7.5);

    /**
     * Creates rules from all values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public Rules {
        InvalidValueException.requireWithin("passes_to_end", passesToEnd, 2, 3);
        if (!isKomi(komi)) {
            throw InvalidValueException.not("komi", komi, "a multiple of 0.5 within [-1000, 1000]");
        }
        if (ko.isSuperko() && repetitionEnd != RepetitionEnd.NONE) {
            throw InvalidValueException.because(
                    "repetition_end " + repetitionEnd + " needs ko SIMPLE or NONE; " + ko + " forbids all repetitions",
                    "repetition_end",
                    repetitionEnd,
                    "NONE where ko is " + ko);
        }
        komi += 0.0; // Negative zero would have a different hash and text.
    }

    /**
     * Creates rules with area scoring of the board as it stands, without tax, bonus or an end by repetition.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public Rules(Ko ko, Suicide suicide, int passesToEnd, double komi) {
        this(
                ko,
                suicide,
                Scoring.AREA,
                Tax.NONE,
                passesToEnd,
                komi,
                HandicapBonus.NONE,
                DeadStones.AS_IT_STANDS,
                RepetitionEnd.NONE,
                false);
    }

    /** Returns whether {@code komi} is a multiple of 0.5 within [-1000, 1000]. */
    public static boolean isKomi(double komi) {
        return Math.abs(komi) <= MAX_KOMI && 2 * komi == Math.rint(2 * komi);
    }

    /** Returns a builder that starts with the values of these rules. Values are checked when it builds. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns these rules with another ko rule. */
    public Rules withKo(Ko other) {
        return toBuilder().ko(other).build();
    }

    /** Returns these rules with another suicide rule. */
    public Rules withSuicide(Suicide other) {
        return toBuilder().suicide(other).build();
    }

    /** Returns these rules with another scoring. */
    public Rules withScoring(Scoring other) {
        return toBuilder().scoring(other).build();
    }

    /** Returns these rules with another tax. */
    public Rules withTax(Tax other) {
        return toBuilder().tax(other).build();
    }

    /** Returns these rules with another number of passes that end play. */
    public Rules withPassesToEnd(int other) {
        return toBuilder().passesToEnd(other).build();
    }

    /** Returns these rules with another komi. */
    public Rules withKomi(double other) {
        return toBuilder().komi(other).build();
    }

    /** Returns these rules with another bonus for handicap stones. */
    public Rules withHandicapBonus(HandicapBonus other) {
        return toBuilder().handicapBonus(other).build();
    }

    /** Returns these rules with another treatment of dead stones. */
    public Rules withDeadStones(DeadStones other) {
        return toBuilder().deadStones(other).build();
    }

    /** Returns these rules with another effect of a repetition. */
    public Rules withRepetitionEnd(RepetitionEnd other) {
        return toBuilder().repetitionEnd(other).build();
    }

    /** Returns these rules with another value of {@code friendlyPassOk}. */
    public Rules withFriendlyPassOk(boolean other) {
        return toBuilder().friendlyPassOk(other).build();
    }

    /** Returns a hash that is the same on every machine, unlike {@link #hashCode()}. Equal rules have equal hashes. */
    public long hash() {
        long hash = mix(0, ko.name().hashCode());
        hash = mix(hash, suicide.name().hashCode());
        hash = mix(hash, scoring.name().hashCode());
        hash = mix(hash, tax.name().hashCode());
        hash = mix(hash, passesToEnd);
        hash = mix(hash, Math.round(2 * komi));
        hash = mix(hash, handicapBonus.name().hashCode());
        hash = mix(hash, deadStones.name().hashCode());
        hash = mix(hash, repetitionEnd.name().hashCode());
        return mix(hash, friendlyPassOk ? 1 : 0);
    }

    private static long mix(long hash, long value) {
        return SplitMix64.mix(hash ^ value);
    }

    /** A builder of {@link Rules}. Not thread-safe. */
    public static final class Builder {
        private Ko ko;
        private Suicide suicide;
        private Scoring scoring;
        private Tax tax;
        private int passesToEnd;
        private double komi;
        private HandicapBonus handicapBonus;
        private DeadStones deadStones;
        private RepetitionEnd repetitionEnd;
        private boolean friendlyPassOk;

        private Builder(Rules rules) {
            ko = rules.ko;
            suicide = rules.suicide;
            scoring = rules.scoring;
            tax = rules.tax;
            passesToEnd = rules.passesToEnd;
            komi = rules.komi;
            handicapBonus = rules.handicapBonus;
            deadStones = rules.deadStones;
            repetitionEnd = rules.repetitionEnd;
            friendlyPassOk = rules.friendlyPassOk;
        }

        /** Sets which repetitions are forbidden. */
        public Builder ko(Ko value) {
            ko = value;
            return this;
        }

        /** Sets which suicides are allowed. */
        public Builder suicide(Suicide value) {
            suicide = value;
            return this;
        }

        /** Sets what counts as a point. */
        public Builder scoring(Scoring value) {
            scoring = value;
            return this;
        }

        /** Sets the points subtracted for groups. */
        public Builder tax(Tax value) {
            tax = value;
            return this;
        }

        /** Sets the number of consecutive passes that end play: 2 or 3. */
        public Builder passesToEnd(int value) {
            passesToEnd = value;
            return this;
        }

        /** Sets the points for White. */
        public Builder komi(double value) {
            komi = value;
            return this;
        }

        /** Sets the points for White for handicap stones. */
        public Builder handicapBonus(HandicapBonus value) {
            handicapBonus = value;
            return this;
        }

        /** Sets which stones are removed as dead at the end. */
        public Builder deadStones(DeadStones value) {
            deadStones = value;
            return this;
        }

        /** Sets the effect of a repetition that the ko rule allows. */
        public Builder repetitionEnd(RepetitionEnd value) {
            repetitionEnd = value;
            return this;
        }

        /** Sets whether players may pass before they have captured dead stones. */
        public Builder friendlyPassOk(boolean value) {
            friendlyPassOk = value;
            return this;
        }

        /**
         * Returns the rules.
         *
         * @throws IllegalArgumentException if a value is out of range
         */
        public Rules build() {
            return new Rules(
                    ko,
                    suicide,
                    scoring,
                    tax,
                    passesToEnd,
                    komi,
                    handicapBonus,
                    deadStones,
                    repetitionEnd,
                    friendlyPassOk);
        }
    }
}
