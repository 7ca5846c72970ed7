package dev.tengen.arena.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Tax;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which the arena ends games early.
 *
 * @param resign when a player resigns; null for never
 * @param draw when a game is a draw; null for never
 * @param settled whether a game ends when every point is settled: {@link dev.tengen.analysis.SettledArea}
 */
public record Adjudication(
        @Nullable ResignRule resign, @Nullable DrawRule draw, boolean settled) {
    /** No game ends early. */
    public static final Adjudication NONE = new Adjudication(null, null, false);

    /**
     * Checks that these rules can be used with the rules of a game.
     *
     * @throws InvalidValueException if they cannot
     */
    public void requireFor(Rules rules) {
        if (draw != null && rules.komi() != Math.rint(rules.komi())) {
            throw InvalidValueException.not("komi", rules.komi(), "a whole number, which the rule for draws needs");
        }
        if (!settled) {
            return;
        }
        String why = ", which the rule for settled games needs";
        if (rules.scoring() != Scoring.AREA) {
            throw InvalidValueException.not("scoring", rules.scoring(), "AREA" + why);
        }
        if (rules.tax() != Tax.NONE) {
            throw InvalidValueException.not("tax", rules.tax(), "NONE" + why);
        }
        if (rules.repetitionEnd() != RepetitionEnd.NONE) {
            throw InvalidValueException.not("repetition_end", rules.repetitionEnd(), "NONE" + why);
        }
    }

    /**
     * Returns the rules in words, such as "resignation below 0.05 at 3 moves, draw within 0.1 of one half at 10 moves
     * from move 40"; empty without rules.
     */
    public String summary() {
        List<String> words = new ArrayList<>();
        resignRule()
                .ifPresent(rule -> words.add("resignation below " + rule.below() + " at " + rule.moveCount() + " moves"
                        + from(rule.fromMove()) + (rule.bothAgree() ? " if both agree" : "")));
        drawRule()
                .ifPresent(rule -> words.add("draw within " + rule.margin() + " of one half at " + rule.moveCount()
                        + " moves" + from(rule.fromMove())));
        if (settled) {
            words.add("score when every point is settled");
        }
        return String.join(", ", words);
    }

    private static String from(int move) {
        return move == 0 ? "" : " from move " + move;
    }

    /** Returns the rule for resigning; empty for none. */
    Optional<ResignRule> resignRule() {
        return Optional.ofNullable(resign);
    }

    /** Returns the rule for draws; empty for none. */
    Optional<DrawRule> drawRule() {
        return Optional.ofNullable(draw);
    }
}
