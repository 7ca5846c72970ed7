package dev.tengen.cli.play;

import dev.tengen.cli.option.EnumNames;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.KataGoRules;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Tax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes rules in words. */
final class RulesDescription {
    private RulesDescription() {}

    /** Returns board size and rules of {@code game} on one line, without rules that have the usual value. */
    static String line(Game game) {
        Rules rules = game.rules();
        List<String> words = new ArrayList<>();
        words.add(game.grid() + " board");
        words.add("ko " + EnumNames.of(rules.ko()));
        words.add("suicide " + EnumNames.of(rules.suicide()));
        if (rules.scoring() != Scoring.AREA) {
            words.add("scoring " + EnumNames.of(rules.scoring()));
        }
        if (rules.tax() != Tax.NONE) {
            words.add("tax " + EnumNames.of(rules.tax()));
        }
        if (rules.handicapBonus() != HandicapBonus.NONE) {
            words.add("handicap bonus " + EnumNames.of(rules.handicapBonus()));
        }
        if (rules.repetitionEnd() != RepetitionEnd.NONE) {
            words.add("a repetition is a " + EnumNames.of(rules.repetitionEnd()));
        }
        words.add(String.format(Locale.ROOT, "komi %.1f", rules.komi()));
        boolean isAgreed = rules.deadStones() == DeadStones.AGREEMENT;
        words.add(rules.passesToEnd() + " passes end the "
                + (isAgreed ? "play, then the players agree on dead stones" : "game"));
        return String.join(", ", words);
    }

    /** Returns all rules of {@code game}, their presets, their hash and KataGo's JSON, one item per line. */
    static String all(Game game) {
        Rules rules = game.rules();
        String json = KataGoRules.json(rules);
        return String.join(
                "\n",
                item("presets", presets(rules)),
                item("ko", EnumNames.of(rules.ko())),
                item("suicide", EnumNames.of(rules.suicide())),
                item("scoring", EnumNames.of(rules.scoring())),
                item("tax", EnumNames.of(rules.tax())),
                item("passes to end", "" + rules.passesToEnd()),
                item("komi", String.format(Locale.ROOT, "%.1f", rules.komi())),
                item("handicap bonus", EnumNames.of(rules.handicapBonus()) + handicap(game)),
                item("dead stones", EnumNames.of(rules.deadStones())),
                item("repetition end", EnumNames.of(rules.repetitionEnd())),
                item("friendly pass ok", rules.friendlyPassOk() ? "yes" : "no"),
                item("hash", String.format(Locale.ROOT, "%016x", rules.hash())),
                item("KataGo", json.isEmpty() ? "cannot express them" : json));
    }

    private static String item(String name, String value) {
        return String.format(Locale.ROOT, "  %-16s  %s", name, value);
    }

    /** Returns the presets with these rules, regardless of komi. */
    private static String presets(Rules rules) {
        String names = Arrays.stream(RulesPreset.values())
                .filter(preset -> RulesText.isOf(preset, rules))
                .map(RulesPreset::presetName)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }

    private static String handicap(Game game) {
        int handicap = game.setup().handicap();
        return handicap == 0 ? "" : "; " + handicap + " handicap stones";
    }
}
