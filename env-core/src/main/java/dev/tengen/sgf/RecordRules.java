package dev.tengen.sgf;

import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import java.util.Optional;

/**
 * The rules that a record is to be played by: what RU says, with the komi of KM.
 *
 * <p>RU names a preset, by name or alias, or holds rules in one of KataGo's notations, as {@link RulesText} reads them. Komi
 * is that of KM, then what RU says beside the rules, then that of the preset on the record's grid.
 *
 * @param rules the rules
 * @param preset the preset they are of, komi apart, if they are one's; where several are the same, the one that was named
 * @param warning says that RU is not understood, and what is taken instead; empty where RU is understood, or missing
 */
public record RecordRules(Rules rules, Optional<RulesPreset> preset, Optional<String> warning) {
    /**
     * Returns the rules of {@code record}.
     *
     * @param fallback the rules, whose komi counts only where KM is missing, of a record whose RU is missing or not understood
     */
    public static RecordRules of(GameRecord record, Rules fallback) {
        Optional<String> text = record.rules();
        Optional<RulesPreset> preset = text.flatMap(RulesText::preset);
        Optional<Rules> known =
                preset.map(named -> named.rules(record.grid())).or(() -> text.flatMap(RulesText::parse));
        Rules rules = known.orElse(fallback);
        Rules withKomi =
                record.komi().isPresent() ? rules.withKomi(record.komi().getAsDouble()) : rules;
        Optional<String> unknown = known.isPresent() ? Optional.empty() : text;
        return new RecordRules(
                withKomi,
                preset.or(() -> RulesText.preset(RulesText.name(withKomi))),
                unknown.map(name -> warning(name, fallback)));
    }

    /**
     * Returns what RU would call the rules, komi apart: the name of the preset, else KataGo's short form; empty where there is
     * neither.
     */
    public String name() {
        return preset.map(RulesPreset::presetName).orElseGet(() -> RulesText.name(rules));
    }

    private static String warning(String text, Rules fallback) {
        String name = RulesText.name(fallback);
        return "RU: the rules " + SgfException.quote(text) + " are not known; taken instead: "
                + (name.isEmpty() ? "those at hand" : name);
    }
}
