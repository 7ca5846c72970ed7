package dev.tengen.sgf;

import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the preset that RU names in the spellings of programs, servers and collections of games. */
final class RulesSpelling {
    /** For each preset the spellings without the word "rules" and without anything but letters and digits. */
    private static final String SPELLINGS = """
            japanese japan japaness jpn jp j nihon nihonkiin nihonkiin1989 japanese1989 territory \u65e5\u672c \u65e5\u672c\u68cb\u9662 \u65e5\u5f0f \u65e5
            chinese china chn cn c chineese area zhongguo \u4e2d\u56fd \u4e2d\u570b \u4e2d\u56fd\u68cb\u9662 \u4e2d\u5f0f \u4e2d chinese2002 cga
            korean korea kor kr k kba hanguk \u97e9\u56fd \u97d3\u56fd \u97d3\u570b \ud55c\uad6d
            aga american america usa us aga1991 americangoassociation
            bga british britain uk britishgoassociation
            french france fr ffg
            new-zealand newzealand nz nzga newzealandgosociety
            goe ing ingsst ingrule inggoe simplifieding ings \u5e94\u6c0f \u61c9\u6c0f \u8ba1\u70b9\u5236 \u8a08\u9ede\u5236
            tromp-taylor tromptaylor tt tromp logical
            cgos computergo
            """;

    private static final Map<String, RulesPreset> PRESETS = presets();

    private RulesSpelling() {}

    private static Map<String, RulesPreset> presets() {
        Map<String, RulesPreset> presets = new HashMap<>();
        SPELLINGS.lines().forEach(line -> {
            String[] words = line.split(" ", -1);
            RulesPreset preset = RulesPreset.named(words[0]).orElseThrow();
            presets.put(plain(words[0]), preset);
            for (int i = 1; i < words.length; i++) {
                presets.put(words[i], preset);
            }
        });
        return Map.copyOf(presets);
    }

    /** Returns the preset that {@code text} names, if it names one. */
    static Optional<RulesPreset> preset(String text) {
        return RulesText.preset(text).or(() -> Optional.ofNullable(PRESETS.get(plain(text))));
    }

    /** Returns the name without words that do not distinguish rules. */
    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("\\([^)]{0,40}\\)", "")
                .replaceAll("\\b(the|official|rules?|ruleset|rule set|go|weiqi|baduk|counting|scoring|style)\\b", "")
                .replaceAll(
                        "\u89c4\u5219|\u898f\u5247|\u30eb\u30fc\u30eb|\u68cb\u89c4|\u68cb\u898f|\u6cd5|\uaddc\uce59|\ub8f0|[^\\p{L}\\p{N}]",
                        "");
    }
}
