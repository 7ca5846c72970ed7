package dev.tengen.sgf;

import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import java.util.Optional;

/**
 * The rules of a record: those of RU with the komi of KM, and with the values that {@link RecordedEpisode} holds.
 *
 * <p>RU has the name or an alias of a preset, in the spellings of many programs, or rules in one of KataGo's notations,
 * which {@link RulesText} parses. The komi is that of KM, else that of RU, else that of the preset on the record's
 * grid.
 *
 * @param rules the rules
 * @param preset the preset that the rules belong to, komi apart, if there is one; of several equal presets, the named
 *     one
 * @param warning reports that RU is not understood, and which rules are used instead, or that recorded values do not
 *     fit each other; empty if neither is the case
 */
public record RecordRules(Rules rules, Optional<RulesPreset> preset, Optional<String> warning) {
    /**
     * Returns the rules of {@code record}.
     *
     * @param fallback the rules of a record whose RU is missing or not understood; their komi counts only if KM is
     *     missing
     */
    public static RecordRules of(GameRecord record, Rules fallback) {
        Optional<String> text = record.rules();
        Optional<RulesPreset> preset = text.flatMap(RulesSpelling::preset);
        Optional<Rules> known =
                preset.map(named -> named.rules(record.grid())).or(() -> text.flatMap(RulesText::parse));
        Rules rules = known.orElse(fallback);
        Rules withKomi =
                record.komi().isPresent() ? rules.withKomi(record.komi().getAsDouble()) : rules;
        Optional<String> unknown = known.isPresent() ? Optional.empty() : text;
        Optional<String> warning = unknown.map(name -> warning(name, fallback));
        try {
            Rules exact = RecordedEpisode.of(record).rules(withKomi);
            return new RecordRules(exact, preset(exact, preset.filter(named -> exact.equals(withKomi))), warning);
        } catch (IllegalArgumentException e) {
            String misfit = "TENGEN: its rules are ignored, because " + e.getMessage();
            return new RecordRules(
                    withKomi,
                    preset(withKomi, preset),
                    Optional.of(warning.map(unread -> unread + "; " + misfit).orElse(misfit)));
        }
    }

    private static Optional<RulesPreset> preset(Rules rules, Optional<RulesPreset> named) {
        return named.or(() -> RulesText.preset(RulesText.name(rules)));
    }

    /**
     * Returns the text of the rules for RU, komi apart: the name of the preset, else KataGo's short form; empty if
     * there is neither.
     */
    public String name() {
        return preset.map(RulesPreset::presetName).orElseGet(() -> RulesText.name(rules));
    }

    private static String warning(String text, Rules fallback) {
        String name = RulesText.name(fallback);
        return "RU: the rules " + SgfException.quote(text) + " are unknown; used instead: "
                + (name.isEmpty() ? "the default rules" : name);
    }
}
