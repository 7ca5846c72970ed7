package dev.tengen.game;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules in KataGo's two notations: JSON, {@code {"ko":"POSITIONAL","scoring":"AREA",...}}, and the short form,
 * {@code koPOSITIONALscoreAREAtaxNONEsui1}.
 *
 * <p>KataGo has fewer kinds of rules than this package, and one more, the button. If one side cannot express the rules
 * of the other, the result is empty instead of an approximation.
 */
public final class KataGoRules {
    private static final Pattern JSON_ENTRY =
            Pattern.compile("\\s*\"(\\w+)\"\\s*:\\s*(?:\"([^\"]*)\"|([-+.\\w]+))\\s*(,?)");
    private static final Pattern SHORT_ENTRY = Pattern.compile(
            "(ko|score|tax|sui|whb|button|fpok|komi)(SIMPLE|POSITIONAL|SITUATIONAL|SPIGHT|AREA|TERRITORY|NONE|SEKI|ALL|N-1|N"
                    + "|-?\\d+(?:\\.\\d+)?)",
            Pattern.CASE_INSENSITIVE);

    private KataGoRules() {}

    /** Returns {@code rules} as JSON without komi; empty if KataGo has no such rules. */
    public static String json(Rules rules) {
        if (!isKnownThere(rules)) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "{\"ko\":\"%s\",\"scoring\":\"%s\",\"tax\":\"%s\",\"suicide\":%b,\"hasButton\":false,"
                        + "\"whiteHandicapBonus\":\"%s\",\"friendlyPassOk\":%b}",
                rules.ko(),
                rules.scoring(),
                rules.tax(),
                rules.suicide() != Suicide.FORBIDDEN,
                text(rules.handicapBonus()),
                rules.friendlyPassOk());
    }

    /**
     * Returns {@code rules} in the short form without komi, as KataGo writes it into game records; empty if KataGo has
     * no such rules.
     */
    public static String shortForm(Rules rules) {
        if (!isKnownThere(rules)) {
            return "";
        }
        return "ko" + rules.ko()
                + "score" + rules.scoring()
                + "tax" + rules.tax()
                + "sui" + (rules.suicide() == Suicide.FORBIDDEN ? 0 : 1)
                + (rules.handicapBonus() == HandicapBonus.NONE ? "" : "whb" + text(rules.handicapBonus()))
                + (rules.friendlyPassOk() ? "fpok1" : "");
    }

    private static boolean isKnownThere(Rules rules) {
        boolean isKo = rules.ko() != Ko.NATURAL_SITUATIONAL && rules.ko() != Ko.NONE;
        // In KataGo suicide means that of two or more stones. Positional superko forbids one-stone suicide by itself.
        boolean isSuicide = rules.suicide() != Suicide.ANY || rules.ko() == Ko.POSITIONAL;
        return isKo
                && isSuicide
                && rules.passesToEnd() == 2
                && rules.deadStones() == DeadStones.AS_IT_STANDS
                && rules.repetitionEnd() == RepetitionEnd.NONE;
    }

    private static String text(HandicapBonus bonus) {
        return switch (bonus) {
            case NONE -> "0";
            case N -> "N";
            case N_MINUS_ONE -> "N-1";
        };
    }

    /**
     * Returns the rules that {@code text} describes in either notation; case does not matter. Empty if the text is in
     * neither notation or has values that are unknown here. Missing fields get KataGo's defaults: positional superko,
     * area scoring, the tax that belongs to the scoring, suicide, no bonus; and {@code komi}.
     */
    static Optional<Rules> parse(String text, double komi) {
        String trimmed = text.strip();
        Map<String, String> values = trimmed.startsWith("{") ? jsonValues(trimmed) : shortValues(trimmed);
        if (values.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(rules(values, komi));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // An invalid value, or an unknown field.
        }
    }

    private static Map<String, String> jsonValues(String json) {
        Map<String, String> values = new LinkedHashMap<>();
        if (!json.endsWith("}")) {
            return values;
        }
        String entries = json.substring(1, json.length() - 1).strip();
        Matcher entry = JSON_ENTRY.matcher(entries);
        int end = 0;
        while (end < entries.length()) {
            boolean isEntry = entry.region(end, entries.length()).lookingAt();
            boolean isLast = isEntry && entry.end() == entries.length();
            if (!isEntry || entry.group(4).isEmpty() != isLast) {
                return Map.of();
            }
            String value = entry.group(2) == null ? entry.group(3) : entry.group(2);
            if (values.put(entry.group(1).toLowerCase(Locale.ROOT), value.toUpperCase(Locale.ROOT)) != null) {
                return Map.of();
            }
            end = entry.end();
        }
        return values;
    }

    private static Map<String, String> shortValues(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher entry = SHORT_ENTRY.matcher(text);
        int end = 0;
        while (end < text.length()) {
            if (!entry.region(end, text.length()).lookingAt()) {
                return Map.of();
            }
            String name = longName(entry.group(1).toLowerCase(Locale.ROOT));
            if (values.put(name, entry.group(2).toUpperCase(Locale.ROOT)) != null) {
                return Map.of();
            }
            end = entry.end();
        }
        return values;
    }

    private static String longName(String shortName) {
        return switch (shortName) {
            case "score" -> "scoring";
            case "sui" -> "suicide";
            case "whb" -> "whitehandicapbonus";
            case "button" -> "hasbutton";
            case "fpok" -> "friendlypassok";
            default -> shortName;
        };
    }

    /**
     * Returns the rules with the given values.
     *
     * @throws IllegalArgumentException if a value or a field is unknown
     */
    private static Rules rules(Map<String, String> values, double komi) {
        Rules.Builder rules =
                Rules.TROMP_TAYLOR.toBuilder().suicide(Suicide.MULTI_STONE).komi(komi);
        if ("TERRITORY".equals(values.get("scoring"))) {
            rules.tax(Tax.SEKI); // The default, which a tax in the text replaces below.
        }
        values.forEach((name, value) -> set(rules, name, value));
        return rules.build();
    }

    private static void set(Rules.Builder rules, String name, String value) {
        switch (name) {
            case "ko" -> rules.ko(ko(value));
            case "scoring" -> rules.scoring(Scoring.valueOf(value));
            case "tax" -> rules.tax(Tax.valueOf(value));
            case "suicide", "multistonesuicidelegal" ->
                rules.suicide(isTrue(name, value) ? Suicide.MULTI_STONE : Suicide.FORBIDDEN);
            case "whitehandicapbonus" -> rules.handicapBonus(handicapBonus(value));
            case "friendlypassok" -> rules.friendlyPassOk(isTrue(name, value));
            case "komi" -> rules.komi(Double.parseDouble(value));
            case "hasbutton" -> requireNoButton(value);
            default -> throw unknown(name, value);
        }
    }

    private static Ko ko(String value) {
        return switch (value) {
            case "SIMPLE" -> Ko.SIMPLE;
            case "POSITIONAL" -> Ko.POSITIONAL;
            case "SITUATIONAL" -> Ko.SITUATIONAL;
            default -> throw unknown("ko", value);
        };
    }

    private static HandicapBonus handicapBonus(String value) {
        return switch (value) {
            case "0" -> HandicapBonus.NONE;
            case "N" -> HandicapBonus.N;
            case "N-1" -> HandicapBonus.N_MINUS_ONE;
            default -> throw unknown("whiteHandicapBonus", value);
        };
    }

    private static boolean isTrue(String name, String value) {
        return switch (value) {
            case "TRUE", "1" -> true;
            case "FALSE", "0" -> false;
            default -> throw unknown(name, value);
        };
    }

    private static void requireNoButton(String value) {
        if (isTrue("hasButton", value)) {
            throw unknown("hasButton", value);
        }
    }

    private static IllegalArgumentException unknown(String name, String value) {
        return new IllegalArgumentException(name + " " + value + " is unknown");
    }
}
