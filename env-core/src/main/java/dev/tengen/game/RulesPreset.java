package dev.tengen.game;

import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rule sets with a name. */
public enum RulesPreset {
    /** The rules of Tromp and Taylor. */
    TROMP_TAYLOR("tromp-taylor", Rules.TROMP_TAYLOR, "Tromp-Taylor: positional superko, suicide, area score."),

    /** China's, with simple ko. */
    CHINESE(
            "chinese",
            area(Ko.SIMPLE, 7.5)
                    .handicapBonus(HandicapBonus.N)
                    .friendlyPassOk(true)
                    .build(),
            "China's as played: simple ko, no suicide, area score, a point to White for each handicap stone."),

    /** China's, with superko. */
    CHINESE_SUPERKO(
            "chinese-superko",
            area(Ko.POSITIONAL, 7.5)
                    .handicapBonus(HandicapBonus.N)
                    .friendlyPassOk(true)
                    .build(),
            "China's as Go servers hold them: positional superko, else as chinese.",
            "chinese-ogs",
            "chinese-kgs"),

    /** The Computer Go Server's. */
    CGOS(
            "cgos",
            area(Ko.POSITIONAL, 7.5).build(),
            "The Computer Go Server's: positional superko, no suicide; komi 7.0 on 9x9.") {
        @Override
        public Rules rules(Grid grid) {
            boolean isNineByNine = grid.width() == 9 && grid.height() == 9;
            return isNineByNine ? super.rules(grid).withKomi(7.0) : super.rules(grid);
        }
    },

    /** Japan's, without judgment of life and death. */
    JAPANESE(
            "japanese",
            territory(Ko.SIMPLE, 6.5).tax(Tax.SEKI).build(),
            "Japan's: simple ko, no suicide, territory score, no points in seki; the board is scored as it stands."),

    /** Korea's, which say the same. */
    KOREAN("korean", JAPANESE.rules, "Korea's, the same as japanese."),

    /** The American Go Association's. */
    AGA(
            "aga",
            area(Ko.SITUATIONAL, 7.5)
                    .handicapBonus(HandicapBonus.N_MINUS_ONE)
                    .friendlyPassOk(true)
                    .build(),
            "America's: situational superko, no suicide, area score, a point to White for each handicap stone but one."),

    /** The British Go Association's, which say the same. */
    BGA("bga", AGA.rules, "Britain's, the same as aga."),

    /** The French Go Federation's, which say the same. */
    FRENCH("french", AGA.rules, "France's, the same as aga."),

    /** New Zealand's. */
    NEW_ZEALAND(
            "new-zealand",
            area(Ko.SITUATIONAL, 7.0)
                    .suicide(Suicide.MULTI_STONE)
                    .friendlyPassOk(true)
                    .build(),
            "New Zealand's: situational superko, suicide of two stones or more.",
            "nz"),

    /** Ing's Goe, without its own ko rules, which no program plays. */
    GOE(
            "goe",
            area(Ko.POSITIONAL, 7.5).suicide(Suicide.ANY).friendlyPassOk(true).build(),
            "Ing's Goe with positional superko and suicide.",
            "ing"),

    /** Stone scoring, as area score with a tax. */
    STONE_SCORING(
            "stone-scoring",
            area(Ko.SIMPLE, 7.5).tax(Tax.ALL).friendlyPassOk(true).build(),
            "Stone scoring of old: area score with two points off for each group, simple ko, no suicide.",
            "ancient-area"),

    /** Territory scoring of old. */
    ANCIENT_TERRITORY(
            "ancient-territory",
            territory(Ko.SIMPLE, 6.5).tax(Tax.ALL).build(),
            "Territory score of old with two points off for each group, simple ko, no suicide."),

    /** The rules of a guide to writing the game, published in 2011. */
    BLOG_2011(
            "blog-2011",
            territory(Ko.POSITIONAL, 5.5)
                    .passesToEnd(3)
                    .deadStones(DeadStones.AGREEMENT)
                    .build(),
            "Positional superko, territory score, three passes, then the players agree on dead stones."),

    /** The territory rules of the Goban program. */
    GOBAN_JAPANESE(
            "goban-japanese",
            territory(Ko.SIMPLE, 6.5).build(),
            "Territory score with simple ko and no suicide, as the program Goban plays."),

    /** The area rules of the Goban program. */
    GOBAN_CHINESE(
            "goban-chinese",
            area(Ko.POSITIONAL, 7.5).build(),
            "Area score with positional superko and no suicide, as the program Goban plays."),

    /** As OpenSpiel's game "go" plays. */
    OPENSPIEL(
            "openspiel",
            area(Ko.SIMPLE, 7.5).repetitionEnd(RepetitionEnd.DRAW).build(),
            "As OpenSpiel plays: simple ko, no suicide, and any other repetition of a coloring ends the game as a tie."),

    /** As pgx's Go plays. */
    PGX(
            "pgx",
            area(Ko.SIMPLE, 7.5).repetitionEnd(RepetitionEnd.LOSS).build(),
            "As pgx plays: simple ko, no suicide, and who makes any other repetition of a coloring loses."),

    /** As PettingZoo's go_v5 plays. */
    PETTINGZOO_V5(
            "pettingzoo-v5",
            area(Ko.SIMPLE, 7.5).build(),
            "As PettingZoo's go_v5 plays: simple ko, no suicide, and other repetitions pass unnoticed.");

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

    /** Returns the preset called {@code name} or with that alias, in lower case with hyphens, if there is one. */
    public static Optional<RulesPreset> named(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.presetName.equals(name) || preset.aliases.contains(name))
                .findFirst();
    }

    /** Returns the names of all presets, without aliases. */
    public static List<String> names() {
        return Arrays.stream(values()).map(RulesPreset::presetName).toList();
    }

    /** Returns its name, as in "tromp-taylor". */
    public String presetName() {
        return presetName;
    }

    /** Returns its other names. */
    public List<String> aliases() {
        return aliases;
    }

    /** Returns what it is, in one sentence. */
    public String summary() {
        return summary;
    }

    /** Returns its rules on {@code grid}. */
    public Rules rules(Grid grid) {
        return rules;
    }
}
