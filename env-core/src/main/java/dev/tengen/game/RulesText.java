package dev.tengen.game;

import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Reads and writes rules as people and programs do: names of presets, and KataGo's two notations. */
public final class RulesText {
    private RulesText() {}

    /**
     * Returns the rules that {@code text} says: the name or an alias of a preset, with blanks, hyphens, underscores or slashes
     * between words, or either notation of {@link KataGoRules}; all without regard to case. Komi is what the text names, else the
     * preset's for large boards or 7.5. Nothing where the text says no rules that are known here.
     */
    public static Optional<Rules> parse(String text) {
        return named(text).or(() -> KataGoRules.parse(text, Rules.TROMP_TAYLOR.komi()));
    }

    /** Does the same for a game whose komi is known: it is {@code komi} unless the text names another beside the rules. */
    public static Optional<Rules> parse(String text, double komi) {
        return named(text).map(rules -> rules.withKomi(komi)).or(() -> KataGoRules.parse(text, komi));
    }

    /**
     * Returns what {@link #parse} reads as rules that play and score as these do, komi apart: the name of the first preset that
     * has them, else KataGo's short form. Empty where neither can say them.
     */
    public static String name(Rules rules) {
        return Arrays.stream(RulesPreset.values())
                .filter(preset -> isOf(preset, rules))
                .findFirst()
                .map(RulesPreset::presetName)
                .orElseGet(() -> KataGoRules.shortForm(rules));
    }

    /** Returns whether {@code rules} are those of {@code preset}, komi apart. */
    public static boolean isOf(RulesPreset preset, Rules rules) {
        return preset.rules(Grid.square(Grid.MAX_SIZE)).withKomi(rules.komi()).equals(rules);
    }

    private static Optional<Rules> named(String text) {
        return preset(text).map(preset -> preset.rules(Grid.square(Grid.MAX_SIZE)));
    }

    /** Returns the preset that {@code text} names as {@link #parse} reads names, if it names one. */
    public static Optional<RulesPreset> preset(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT).replaceAll("[ _/-]+", "-");
        return RulesPreset.named(name.equals("tromptaylor") ? RulesPreset.TROMP_TAYLOR.presetName() : name);
    }
}
