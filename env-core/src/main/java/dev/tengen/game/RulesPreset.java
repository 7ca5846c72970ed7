package dev.tengen.game;

import dev.tengen.board.Grid;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rule sets with a name. Those here are the ones that area scoring without handicap or tax says in full. */
public enum RulesPreset {
    /** The rules of Tromp and Taylor. */
    TROMP_TAYLOR("tromp-taylor", Rules.TROMP_TAYLOR, "Tromp-Taylor: positional superko, suicide, area score."),

    /** The Computer Go Server's. */
    CGOS(
            "cgos",
            new Rules(Ko.POSITIONAL, Suicide.FORBIDDEN, 2, 7.5),
            "The Computer Go Server's: positional superko, no suicide; komi 7.0 on 9x9.") {
        @Override
        public Rules rules(Grid grid) {
            boolean isNineByNine = grid.width() == 9 && grid.height() == 9;
            return isNineByNine ? super.rules(grid).withKomi(7.0) : super.rules(grid);
        }
    },

    /** New Zealand's. */
    NEW_ZEALAND(
            "new-zealand",
            new Rules(Ko.SITUATIONAL, Suicide.MULTI_STONE, 2, 7.0),
            "New Zealand's: situational superko, suicide of two stones or more."),

    /** Ing's Goe, without its own ko rules, which no program plays. */
    GOE("goe", new Rules(Ko.POSITIONAL, Suicide.ANY, 2, 7.5), "Ing's Goe with positional superko and suicide."),

    /** The area rules of the Goban program. */
    GOBAN_CHINESE(
            "goban-chinese",
            new Rules(Ko.POSITIONAL, Suicide.FORBIDDEN, 2, 7.5),
            "Area score with positional superko and no suicide, as the program Goban plays.");

    private final String presetName;
    private final Rules rules;
    private final String summary;

    RulesPreset(String presetName, Rules rules, String summary) {
        this.presetName = presetName;
        this.rules = rules;
        this.summary = summary;
    }

    /** Returns the preset called {@code name}, in lower case with hyphens, if there is one. */
    public static Optional<RulesPreset> named(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.presetName.equals(name))
                .findFirst();
    }

    /** Returns the names of all presets. */
    public static List<String> names() {
        return Arrays.stream(values()).map(RulesPreset::presetName).toList();
    }

    /** Returns its name, as in "tromp-taylor". */
    public String presetName() {
        return presetName;
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
