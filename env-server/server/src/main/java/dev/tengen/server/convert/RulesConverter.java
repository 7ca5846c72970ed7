package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.game.KataGoRules;
import dev.tengen.game.Ko;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.HandicapBonus;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.RepetitionEnd;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoringRule;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.TaxRule;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.RulesPresets;
import java.util.Arrays;

/** Converts rules to core types and back. */
public final class RulesConverter {
    private static final String KO = "KO_RULE_";
    private static final String SUICIDE = "SUICIDE_RULE_";
    private static final String SCORING = "SCORING_RULE_";
    private static final String TAX = "TAX_RULE_";
    private static final String BONUS = "HANDICAP_BONUS_";
    private static final String DEAD_STONES = "DEAD_STONES_RULE_";
    private static final String REPETITION_END = "REPETITION_END_";

    private RulesConverter() {}

    /**
     * Returns the rules of {@code message} on {@code grid}.
     *
     * @throws CallException if the preset or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static dev.tengen.game.Rules toCore(Rules message, Grid grid) {
        dev.tengen.game.Rules.Builder rules = preset(message).rules(grid).toBuilder();
        Enums.toCore("ko", message.getKo(), message.getKoValue(), KO, Ko.class).ifPresent(rules::ko);
        Enums.toCore("suicide", message.getSuicide(), message.getSuicideValue(), SUICIDE, Suicide.class)
                .ifPresent(rules::suicide);
        Enums.toCore("scoring", message.getScoring(), message.getScoringValue(), SCORING, Scoring.class)
                .ifPresent(rules::scoring);
        Enums.toCore("tax", message.getTax(), message.getTaxValue(), TAX, Tax.class)
                .ifPresent(rules::tax);
        setEnd(message, rules);
        if (message.getPassesToEnd() != 0) {
            rules.passesToEnd(SpecConverter.requireInt("passes_to_end", message.getPassesToEnd(), 2, 3));
        }
        if (message.hasKomi()) {
            rules.komi(message.getKomi());
        }
        if (message.hasFriendlyPassOk()) {
            rules.friendlyPassOk(message.getFriendlyPassOk());
        }
        return rules.build();
    }

    /** Sets the rules that apply once play has ended. */
    private static void setEnd(Rules message, dev.tengen.game.Rules.Builder rules) {
        Enums.toCore(
                        "handicap_bonus",
                        message.getHandicapBonus(),
                        message.getHandicapBonusValue(),
                        BONUS,
                        dev.tengen.game.HandicapBonus.class)
                .ifPresent(rules::handicapBonus);
        Enums.toCore(
                        "dead_stones",
                        message.getDeadStones(),
                        message.getDeadStonesValue(),
                        DEAD_STONES,
                        DeadStones.class)
                .ifPresent(rules::deadStones);
        Enums.toCore(
                        "repetition_end",
                        message.getRepetitionEnd(),
                        message.getRepetitionEndValue(),
                        REPETITION_END,
                        dev.tengen.game.RepetitionEnd.class)
                .ifPresent(rules::repetitionEnd);
    }

    /**
     * Returns the preset that {@code message} names, or the default.
     *
     * @throws CallException if there is no preset of that name
     */
    public static RulesPreset preset(Rules message) {
        String name = message.getPreset();
        if (name.isEmpty()) {
            return RulesPreset.TROMP_TAYLOR;
        }
        return RulesPresets.named("preset", name);
    }

    /** Returns {@code rules} as a complete message, with the first preset that equals them apart from komi. */
    public static Rules toProto(dev.tengen.game.Rules rules) {
        RulesPreset preset = Arrays.stream(RulesPreset.values())
                .filter(named -> RulesText.isOf(named, rules))
                .findFirst()
                .orElse(RulesPreset.TROMP_TAYLOR);
        return toProto(rules, preset);
    }

    /** Returns {@code rules} as a complete message; {@code preset} is the one they were made from. */
    public static Rules toProto(dev.tengen.game.Rules rules, RulesPreset preset) {
        return Rules.newBuilder()
                .setPreset(preset.presetName())
                .setKomi(rules.komi())
                .setKo(Enums.toProto(rules.ko(), KO, KoRule.class))
                .setSuicide(Enums.toProto(rules.suicide(), SUICIDE, SuicideRule.class))
                .setPassesToEnd(rules.passesToEnd())
                .setScoring(Enums.toProto(rules.scoring(), SCORING, ScoringRule.class))
                .setTax(Enums.toProto(rules.tax(), TAX, TaxRule.class))
                .setHandicapBonus(Enums.toProto(rules.handicapBonus(), BONUS, HandicapBonus.class))
                .setDeadStones(Enums.toProto(rules.deadStones(), DEAD_STONES, DeadStonesRule.class))
                .setRepetitionEnd(Enums.toProto(rules.repetitionEnd(), REPETITION_END, RepetitionEnd.class))
                .setFriendlyPassOk(rules.friendlyPassOk())
                .setHash(rules.hash())
                .setKatagoJson(KataGoRules.json(rules))
                .build();
    }
}
