package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The named rule sets. */
public enum RulesPreset {
    /** The rules of Tromp and Taylor. */
    TROMP_TAYLOR("tromp-taylor", Rules.TROMP_TAYLOR, "Tromp-Taylor: positional superko, suicide, area scoring."),

    /** Chinese rules with simple ko. */
    CHINESE(
            "chinese",
            area(Ko.SIMPLE, 7.5)
                    .handicapBonus(HandicapBonus.N)
                    .friendlyPassOk(true)
                    .build(),
            "Chinese rules as played: simple ko, no suicide, area scoring, one point for White per handicap stone."),

    /** Chinese rules with positional superko. */
    CHINESE_SUPERKO(
            "chinese-superko",
            area(Ko.POSITIONAL, 7.5)
                    .handicapBonus(HandicapBonus.N)
                    .friendlyPassOk(true)
                    .build(),
            "Chinese rules as on Go servers: positional superko, otherwise the same as chinese.",
            "chinese-ogs",
            "chinese-kgs"),

    /** The rules of the Computer Go Server (CGOS). */
    CGOS(
            "cgos",
            area(Ko.POSITIONAL, 7.5).build(),
            "Computer Go Server (CGOS): positional superko, no suicide, area scoring; komi 7.0 on 9x9.") {
        @Override
        public Rules rules(Grid grid) {
            boolean isNineByNine = grid.width() == 9 && grid.height() == 9;
            return isNineByNine ? super.rules(grid).withKomi(7.0) : super.rules(grid);
        }
    },

    /** Japanese rules, without judgment of life and death. */
    JAPANESE(
            "japanese",
            territory(Ko.SIMPLE, 6.5).tax(Tax.SEKI).build(),
            "Japanese rules: simple ko, no suicide, territory scoring, no points in seki; scored as it stands."),

    /** Korean rules, the same as the Japanese ones. */
    KOREAN("korean", JAPANESE.rules, "Korean rules, the same as japanese."),

    /** The rules of the American Go Association. */
    AGA(
            "aga",
            area(Ko.SITUATIONAL, 7.5)
                    .handicapBonus(HandicapBonus.N_MINUS_ONE)
                    .friendlyPassOk(true)
                    .build(),
            "AGA: situational superko, no suicide, area scoring, one point for White per handicap stone but the first."),

    /** The rules of the British Go Association, the same as AGA. */
    BGA("bga", AGA.rules, "British rules, the same as aga."),

    /** The rules of the French Go Federation, the same as AGA. */
    FRENCH("french", AGA.rules, "French rules, the same as aga."),

    /** New Zealand rules. */
    NEW_ZEALAND(
            "new-zealand",
            area(Ko.SITUATIONAL, 7.0)
                    .suicide(Suicide.MULTI_STONE)
                    .friendlyPassOk(true)
                    .build(),
            "New Zealand rules: situational superko, suicide of two or more stones, area scoring.",
            "nz"),

    /** Ing's Goe rules, without Ing's own ko rules, which no program plays. */
    GOE(
            "goe",
            area(Ko.POSITIONAL, 7.5).suicide(Suicide.ANY).friendlyPassOk(true).build(),
            "Ing's Goe: positional superko, suicide, area scoring.",
            "ing"),

    /** Stone scoring, as area scoring with a group tax. */
    STONE_SCORING(
            "stone-scoring",
            area(Ko.SIMPLE, 7.5).tax(Tax.ALL).friendlyPassOk(true).build(),
            "Stone scoring: area scoring minus two points per group, simple ko, no suicide.",
            "ancient-area"),

    /** Ancient territory scoring. */
    ANCIENT_TERRITORY(
            "ancient-territory",
            territory(Ko.SIMPLE, 6.5).tax(Tax.ALL).build(),
            "Ancient territory scoring: minus two points per group, simple ko, no suicide."),

    /** The rules of a guide to writing the game, published in 2011. */
    BLOG_2011(
            "blog-2011",
            territory(Ko.POSITIONAL, 5.5)
                    .passesToEnd(3)
                    .deadStones(DeadStones.AGREEMENT)
                    .build(),
            "Positional superko, territory scoring, three passes, then the players agree on dead stones."),

    /** The territory rules of the program Goban. */
    GOBAN_JAPANESE(
            "goban-japanese",
            territory(Ko.SIMPLE, 6.5).build(),
            "Territory scoring, simple ko, no suicide, as in the program Goban."),

    /** The area rules of the program Goban. */
    GOBAN_CHINESE(
            "goban-chinese",
            area(Ko.POSITIONAL, 7.5).build(),
            "Area scoring, positional superko, no suicide, as in the program Goban."),

    /** The rules of the game "go" in OpenSpiel. */
    OPENSPIEL(
            "openspiel",
            area(Ko.SIMPLE, 7.5).repetitionEnd(RepetitionEnd.DRAW).build(),
            "OpenSpiel: simple ko, no suicide, area scoring; any other repetition of a coloring is a tie."),

    /** The rules of Go in pgx. */
    PGX(
            "pgx",
            area(Ko.SIMPLE, 7.5).repetitionEnd(RepetitionEnd.LOSS).build(),
            "The rules of pgx: simple ko, no suicide, area scoring; any other repetition of a coloring loses the game."),

    /** The rules of go_v5 in PettingZoo. */
    PETTINGZOO_V5(
            "pettingzoo-v5",
            area(Ko.SIMPLE, 7.5).build(),
            "PettingZoo go_v5: simple ko, no suicide, area scoring; other repetitions are allowed.");

    private final String presetName;
    private final Rules rules;
    private final String summary;
    private final List<String> aliases;

    RulesPreset(String presetName, Rules rules, String summary, String... aliases) {
        this.presetName = presetName;
        this.rules = rules;
        this.summary = summary;
        this.aliases = List.of(aliases);
    }

    private static Rules.Builder area(Ko ko, double komi) {
        return new Rules(ko, Suicide.FORBIDDEN, 2, komi).toBuilder();
    }

    private static Rules.Builder territory(Ko ko, double komi) {
        return area(ko, komi).scoring(Scoring.TERRITORY);
    }

    /** Returns the preset with the given name or alias, if there is one. Spellings are those of {@link Names}. */
    public static Optional<RulesPreset> named(String name) {
        return Arrays.stream(values())
                .filter(preset -> Names.areEqual(preset.presetName, name)
                        || preset.aliases.stream().anyMatch(alias -> Names.areEqual(alias, name)))
                .findFirst();
    }

    /**
     * Returns the preset with the given name or alias.
     *
     * @param field the name of the field for the error message
     * @throws InvalidValueException if there is no such preset
     */
    public static RulesPreset named(String field, String name) {
        return named(name).orElseThrow(() -> InvalidValueException.notOneOf(field, name, names()));
    }

    /** Returns the names of all presets, without aliases. */
    public static List<String> names() {
        return Arrays.stream(values()).map(RulesPreset::presetName).toList();
    }

    /** Returns the name, such as "tromp-taylor". */
    public String presetName() {
        return presetName;
    }

    /** Returns the other names of this preset. */
    public List<String> aliases() {
        return aliases;
    }

    /** Returns a description in one sentence. */
    public String summary() {
        return summary;
    }

    /** Returns the rules for games on {@code grid}. */
    public Rules rules(Grid grid) {
        return rules;
    }
}
