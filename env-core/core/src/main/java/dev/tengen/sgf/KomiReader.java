package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the komi of a line (KM).
 *
 * <p>Programs write it in points, in hundredths of a point, and under Chinese rules in stones, of which one is two
 * points, or in hundredths of a stone.
 */
final class KomiReader {
    private static final String KOMI = "KM";

    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]{1,9}([.,][0-9]{0,9})?|[.,][0-9]{1,9})");

    /** The first number in a text, with one half, one quarter or three quarters after it. */
    private static final Pattern IN_TEXT = Pattern.compile(
            "([+-]?)\\s{0,4}(?:([0-9]{1,9}(?:[.,][0-9]{1,9})?|[.,][0-9]{1,9})\\s{0,4})?(1/2|1/4|3/4|\u00bd|\u00bc|\u00be)?(.*)");

    private static final double HUNDREDTHS = 100;
    private static final double POINTS_PER_STONE = 2;

    /** A komi in hundredths is at most this many points. */
    private static final double MAX_KOMI_IN_HUNDREDTHS = 8;

    /** Below this, a number greater than the points of a small board may be meant in points. */
    private static final double MIN_HUNDREDTHS = 50;

    private static final Set<RulesPreset> CHINESE =
            Set.of(RulesPreset.CHINESE, RulesPreset.CHINESE_SUPERKO, RulesPreset.GOBAN_CHINESE);

    private final Map<String, SgfProperty> properties;
    private final int pointCount;
    private final SgfWarning.Collector warnings;

    /** Creates a reader of a line with the properties {@code properties}. */
    KomiReader(Map<String, SgfProperty> properties, Grid grid, SgfWarning.Collector warnings) {
        this.properties = properties;
        this.pointCount = grid.pointCount();
        this.warnings = warnings;
    }

    /**
     * Returns the komi in points; empty if it is missing or not understood.
     *
     * @throws SgfException in strict mode, if KM is not a komi
     */
    OptionalDouble read() throws SgfException {
        SgfProperty property = properties.get(KOMI);
        if (property == null) {
            warnings.add(SgfPosition.NONE, KOMI, "missing; the komi is unknown");
            return OptionalDouble.empty();
        }
        String text = property.onlyValue(warnings).simpleText().strip();
        boolean isReal = REAL.matcher(text).matches();
        Optional<Double> number = isReal ? Optional.of(parse(text)) : inText(text);
        if (!isReal) {
            String reading = number.map(value -> "read as " + value).orElse("the komi is unknown");
            warnings.repaired(property.position(0), KOMI, SgfException.quote(text) + " is not a number", reading);
        }
        return number.isEmpty() ? OptionalDouble.empty() : points(number.get(), text, property);
    }

    private static double parse(String number) {
        return Double.parseDouble(number.replace(',', '.'));
    }

    /** Returns the first number in {@code text}. */
    private static Optional<Double> inText(String text) {
        String plain = text.replaceAll("[\u2010-\u2015\u2212\uff0d]", "-");
        int start = 0;
        while (start < plain.length() && "+-.,0123456789\u00bd\u00bc\u00be".indexOf(plain.charAt(start)) < 0) {
            start++;
        }
        Matcher matcher = IN_TEXT.matcher(plain.substring(start));
        if (!matcher.matches() || (matcher.group(2) == null && matcher.group(3) == null)) {
            return Optional.empty();
        }
        boolean isPart = startsLikeNumber(matcher.group(4));
        double whole = matcher.group(2) == null ? 0 : parse(matcher.group(2));
        double size = whole
                + Optional.ofNullable(matcher.group(3))
                        .map(KomiReader::fraction)
                        .orElse(0.0);
        return isPart ? Optional.empty() : Optional.of(matcher.group(1).equals("-") ? -size : size);
    }

    /** Returns whether the rest makes another number of the one before, such as the exponent of 1e3. */
    private static boolean startsLikeNumber(String rest) {
        return rest.matches("[0-9/].*|[.,][0-9].*|[eE][+-]?[0-9].*");
    }

    private static double fraction(String text) {
        return switch (text) {
            case "1/2", "\u00bd" -> 0.5;
            case "1/4", "\u00bc" -> 0.25;
            default -> 0.75;
        };
    }

    private OptionalDouble points(double recorded, String text, SgfProperty property) throws SgfException {
        Optional<Double> fox = isWrittenBy("foxwq") ? Optional.of(foxKomi(recorded)) : Optional.empty();
        double komi = fox.orElse(recorded);
        if (fox.isPresent() && komi != recorded && Rules.isKomi(komi)) {
            warn(property, text + " was written by Fox and is read as " + komi + " points");
            return OptionalDouble.of(komi + 0.0);
        }
        Optional<Double> other = isWrittenBy("Tengen") ? Optional.empty() : otherUnit(komi);
        if (other.isPresent()) {
            String problem = "komi " + text + " is not in points";
            warnings.repaired(property.position(0), KOMI, problem, "read as " + other.get() + " points");
            return OptionalDouble.of(other.get());
        }
        if (!Rules.isKomi(komi)) {
            warnings.repaired(
                    property.position(0),
                    KOMI,
                    "komi " + text + " is not a multiple of 0.5 within [-1000, 1000]",
                    "the komi is unknown");
            return OptionalDouble.empty();
        }
        if (Math.abs(komi) > pointCount) {
            warn(property, "komi " + text + " is more than the " + pointCount + " points of the board");
        }
        return OptionalDouble.of(komi + 0.0); // -0.0 becomes 0.0
    }

    private void warn(SgfProperty property, String problem) {
        warnings.add(property.position(0), KOMI, problem);
    }

    /** Returns the komi in points if {@code recorded} is in another unit. */
    private Optional<Double> otherUnit(double recorded) {
        boolean mayBeInStones = isChinese() || properties.get("RU") == null;
        double hundredths = recorded / HUNDREDTHS;
        if (isInQuarters(recorded)) {
            return mayBeInStones ? Optional.of(POINTS_PER_STONE * recorded) : Optional.empty();
        }
        boolean isHundredths = recorded == Math.rint(recorded) && Math.abs(hundredths) <= MAX_KOMI_IN_HUNDREDTHS;
        if (isHundredths && isInQuarters(hundredths) && (isChinese() || (mayBeInStones && recorded > pointCount))) {
            return Optional.of(POINTS_PER_STONE * hundredths);
        }
        boolean isPoints = isHundredths && Math.abs(recorded) > pointCount && Rules.isKomi(hundredths);
        return isPoints && recorded >= MIN_HUNDREDTHS ? Optional.of(hundredths) : Optional.empty();
    }

    private static boolean isInQuarters(double komi) {
        return 2 * komi != Math.rint(2 * komi)
                && 4 * komi == Math.rint(4 * komi)
                && Math.abs(komi) < MAX_KOMI_IN_HUNDREDTHS;
    }

    private boolean isChinese() {
        SgfProperty rules = properties.get("RU");
        if (rules == null) {
            return false;
        }
        Optional<RulesPreset> preset = RulesSpelling.preset(rules.value().simpleText());
        return preset.filter(named -> CHINESE.contains(named)).isPresent();
    }

    private boolean isWrittenBy(String application) {
        SgfProperty applications = properties.get("AP");
        return applications != null
                && applications.values().stream()
                        .anyMatch(value -> value.simpleText()
                                .toLowerCase(Locale.ROOT)
                                .startsWith(application.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns the komi that the server Fox means. Fox writes hundredths of a point, and under Chinese rules hundredths
     * of a stone, which is two points. So 650 is 6.5 and 375 is 7.5.
     */
    private static double foxKomi(double recorded) {
        if (recorded < MIN_HUNDREDTHS) {
            return recorded;
        }
        boolean inStones = recorded > 200 && recorded <= 400;
        return recorded / (inStones ? HUNDREDTHS / POINTS_PER_STONE : HUNDREDTHS);
    }
}
