package dev.tengen.game;

import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Parses and formats rules as text: preset names, and KataGo's two notations. */
public final class RulesText {
    private RulesText() {}

    /**
     * Returns the rules that {@code text} describes: the name or an alias of a preset, or either notation of
     * {@link KataGoRules}. Case does not matter, and the words of a name may be separated by spaces, hyphens,
     * underscores or slashes. Komi is the value in the text, otherwise that of the preset for large boards, or 7.5.
     * Empty if the text describes no known rules.
     */
    public static Optional<Rules> parse(String text) {
        return named(text).or(() -> KataGoRules.parse(text, Rules.TROMP_TAYLOR.komi()));
    }

    /**
     * Returns the rules that {@code text} describes, as {@link #parse(String)} does, for a game with known komi:
     * {@code komi} applies unless the text gives another value in addition to the rules.
     */
    public static Optional<Rules> parse(String text, double komi) {
        return named(text).map(rules -> rules.withKomi(komi)).or(() -> KataGoRules.parse(text, komi));
    }

    /**
     * Returns a text that {@link #parse} reads as rules that play and score like {@code rules}, apart from komi: the
     * name of the first preset that matches, otherwise KataGo's short form. Empty if neither can express the rules.
     */
    public static String name(Rules rules) {
        return Arrays.stream(RulesPreset.values())
                .filter(preset -> isOf(preset, rules))
                .findFirst()
                .map(RulesPreset::presetName)
                .orElseGet(() -> KataGoRules.shortForm(rules));
    }

    /** Returns whether {@code rules} equal those of {@code preset}, apart from komi. */
    public static boolean isOf(RulesPreset preset, Rules rules) {
        return preset.rules(Grid.square(Grid.MAX_SIZE)).withKomi(rules.komi()).equals(rules);
    }

    private static Optional<Rules> named(String text) {
        return preset(text).map(preset -> preset.rules(Grid.square(Grid.MAX_SIZE)));
    }

    /**
     * Returns the preset that {@code text} names, in the spellings that {@link #parse} accepts; empty if it names none.
     */
    public static Optional<RulesPreset> preset(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT).replaceAll("[ _/-]+", "-");
        return RulesPreset.named(name);
    }
}
