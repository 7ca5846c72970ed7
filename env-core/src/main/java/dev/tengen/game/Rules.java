package dev.tengen.game;

import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;

/**
 * Rules of play and of scoring: one value for each question on which rule sets differ.
 *
 * <pre>{@code
 * Rules rules = Rules.TROMP_TAYLOR.withKo(Ko.SIMPLE).withKomi(5.5);
 * }</pre>
 *
 * @param ko which repetitions are forbidden
 * @param suicide which suicides are allowed
 * @param scoring what points are
 * @param tax what groups cost their owner
 * @param passesToEnd passes in a row that end the play: 2 or 3
 * @param komi points given to White: a multiple of one half within [-1000, 1000]
 * @param handicapBonus points given to White for handicap stones
 * @param deadStones which stones are taken for dead at the end
 * @param repetitionEnd what a repetition does that {@code ko} lets be; anything but {@link RepetitionEnd#NONE} goes only
 *     with {@link Ko#SIMPLE} and {@link Ko#NONE}
 * @param friendlyPassOk whether players may pass before they have captured dead stones. It changes nothing here; some
 *     encodings tell it.
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
        if (ko.isSuperko() && repetitionEnd != RepetitionEnd.NONE) {
            throw InvalidValueException.because(
                    "repetition_end " + repetitionEnd + " needs ko SIMPLE or NONE; " + ko + " lets no repetition be",
                    "repetition_end",
                    repetitionEnd,
                    "NONE where ko is " + ko);
        }
        komi += 0.0; // Negative zero would be another number to a hash and to a reader.
    }

    /** Area rules that score the board as it stands, without tax, bonus or an end by repetition. */
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

    /** Returns whether {@code komi} is a multiple of one half within [-1000, 1000]. */
    public static boolean isKomi(double komi) {
        return Math.abs(komi) <= MAX_KOMI && 2 * komi == Math.rint(2 * komi);
    }

    /** Returns a builder that holds the values of these rules; what they must agree on is checked when it builds. */
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

    /** Returns these rules with another kind of points. */
    public Rules withScoring(Scoring other) {
        return toBuilder().scoring(other).build();
    }

    /** Returns these rules with another tax. */
    public Rules withTax(Tax other) {
        return toBuilder().tax(other).build();
    }

    /** Returns these rules with another count of passes. */
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

    /** Returns these rules with another consequence of a repetition. */
    public Rules withRepetitionEnd(RepetitionEnd other) {
        return toBuilder().repetitionEnd(other).build();
    }

    /** Returns these rules with another word on passing early. */
    public Rules withFriendlyPassOk(boolean other) {
        return toBuilder().friendlyPassOk(other).build();
    }

    /** Returns a hash that is the same on every machine, unlike {@link #hashCode()}; equal rules have equal ones. */
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

    /** Builds {@link Rules} value by value. Not thread-safe. */
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

        /** Sets what points are. */
        public Builder scoring(Scoring value) {
            scoring = value;
            return this;
        }

        /** Sets what groups cost their owner. */
        public Builder tax(Tax value) {
            tax = value;
            return this;
        }

        /** Sets the passes in a row that end the play: 2 or 3. */
        public Builder passesToEnd(int value) {
            passesToEnd = value;
            return this;
        }

        /** Sets the points given to White. */
        public Builder komi(double value) {
            komi = value;
            return this;
        }

        /** Sets the points given to White for handicap stones. */
        public Builder handicapBonus(HandicapBonus value) {
            handicapBonus = value;
            return this;
        }

        /** Sets which stones are taken for dead at the end. */
        public Builder deadStones(DeadStones value) {
            deadStones = value;
            return this;
        }

        /** Sets what a repetition does that the ko rule lets be. */
        public Builder repetitionEnd(RepetitionEnd value) {
            repetitionEnd = value;
            return this;
        }

        /** Sets whether players may pass before they have captured dead stones. */
        public Builder friendlyPassOk(boolean value) {
            friendlyPassOk = value;
            return this;
        }

        /** Returns the rules. Throws {@link IllegalArgumentException} where a value is out of range. */
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
