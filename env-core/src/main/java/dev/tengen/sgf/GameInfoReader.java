package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the game information of a line: board size, komi, handicap, names.
 *
 * <p>SZ and GM belong to the first node. The others may be in any node of the line. The first value counts, and a blank value
 * counts as missing.
 */
final class GameInfoReader {
    private static final Set<String> IDENTIFIERS = Stream.concat(
                    Stream.of("AP", "HA", "KM"), Stream.of(GameText.values()).map(GameText::identifier))
            .collect(Collectors.toUnmodifiableSet());
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,9}");
    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]{1,9}([.,][0-9]{0,9})?|[.,][0-9]{1,9})");
    private static final Pattern RESULT = Pattern.compile(
            "0|draw|jigo|void|\\?|[bw]\\+([0-9]{1,9}([.,][0-9]{0,9})?|[.,][0-9]{1,9}|r|resign|t|time|f|forfeit)?");
    private static final Pattern DATE =
            Pattern.compile("[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?(,([0-9]{4}|[0-9]{2})(-[0-9]{2}){0,2}){0,1000}");
    private static final int DEFAULT_SIZE = 19;

    private final Map<String, SgfProperty> properties = new HashMap<>();
    private final SgfWarning.Collector warnings;

    GameInfoReader(SgfWarning.Collector warnings) {
        this.warnings = warnings;
    }

    /** Adds the game information of the next node of the line. */
    void add(SgfNode node) {
        for (SgfProperty property : node.properties()) {
            boolean counts = IDENTIFIERS.contains(property.identifier())
                    && !property.value().simpleText().isBlank();
            if (counts) {
                properties.putIfAbsent(property.identifier(), property);
            }
        }
    }

    /**
     * Checks that the game is Go.
     *
     * @throws SgfException if GM in {@code root} names another game
     */
    static void requireGo(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("GM");
        if (property.isPresent()) {
            String text = property.get().onlyValue().simpleText().strip();
            if (integer(property.get(), text) != 1) {
                throw property.get().error(0, "game " + text + " is not Go, which is 1");
            }
        }
    }

    /**
     * Returns the grid that SZ gives as {@code size} or {@code columns:rows}; 19x19 where SZ is missing.
     *
     * @throws SgfException if SZ is not a size, or outside [1, 25]
     */
    static Grid grid(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("SZ");
        if (property.isEmpty()) {
            return Grid.of(DEFAULT_SIZE, DEFAULT_SIZE);
        }
        String text = property.get().onlyValue().simpleText();
        int colon = text.indexOf(':');
        int width = size(property.get(), colon < 0 ? text : text.substring(0, colon));
        int height = colon < 0 ? width : size(property.get(), text.substring(colon + 1));
        return Grid.of(width, height);
    }

    private static int size(SgfProperty property, String text) throws SgfException {
        int size = integer(property, text.strip());
        if (size < Grid.MIN_SIZE || size > Grid.MAX_SIZE) {
            throw property.error(0, "size " + size + " is outside [" + Grid.MIN_SIZE + ", " + Grid.MAX_SIZE + "]");
        }
        return size;
    }

    private static int integer(SgfProperty property, String text) throws SgfException {
        if (!INTEGER.matcher(text).matches()) {
            throw property.error(0, SgfException.quote(text) + " is not a whole number");
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns the information of the nodes added so far.
     *
     * @throws SgfException if the komi or the handicap is invalid
     */
    GameInfo info() throws SgfException {
        Map<GameText, String> texts = new EnumMap<>(GameText.class);
        for (GameText kind : GameText.values()) {
            SgfProperty property = properties.get(kind.identifier());
            if (property != null) {
                texts.put(kind, property.value().simpleText());
            }
        }
        warnOfFormat("RE", RESULT, "is not understood; expected a result such as B+3.5, W+R, 0 or Void");
        warnOfFormat("DT", DATE, "is not understood; expected a date such as 2003-04-17");
        return new GameInfo(komi(), handicap(), texts);
    }

    private void warnOfFormat(String identifier, Pattern format, String problem) {
        SgfProperty property = properties.get(identifier);
        if (property != null) {
            String text = property.value().simpleText().strip();
            if (!format.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
                warnings.add(property.position(0), identifier, SgfException.quote(text) + " " + problem);
            }
        }
    }

    private int handicap() throws SgfException {
        SgfProperty property = properties.get("HA");
        if (property == null) {
            return 0;
        }
        int handicap = integer(property, property.onlyValue().simpleText().strip());
        if (handicap < 0) {
            throw property.error(0, handicap + " is negative");
        }
        // FF[4] has no handicap of one stone. Programs that write HA[1] mean that Black just moves first.
        return handicap == 1 ? 0 : handicap;
    }

    /** Returns the position of HA in the text. */
    SgfPosition handicapPosition() {
        SgfProperty property = properties.get("HA");
        return property == null ? SgfPosition.NONE : property.position();
    }

    /** Returns the komi (KM). A comma is accepted as a decimal point, as in {@code 7,5}. */
    private OptionalDouble komi() throws SgfException {
        SgfProperty property = properties.get("KM");
        if (property == null) {
            warnings.add(SgfPosition.NONE, "KM", "missing; the komi is unknown");
            return OptionalDouble.empty();
        }
        String text = property.onlyValue().simpleText().strip();
        if (!REAL.matcher(text).matches()) {
            throw property.error(0, SgfException.quote(text) + " is not a number");
        }
        double recorded = Double.parseDouble(text.replace(',', '.'));
        double komi = isFromFox() ? foxKomi(recorded) : recorded;
        if (!Rules.isKomi(komi)) {
            throw property.error(0, "komi " + text + " is not a multiple of 0.5 within [-1000, 1000]");
        }
        if (komi != recorded) {
            warnings.add(property.position(0), "KM", text + " was written by Fox and is read as " + komi + " points");
        }
        return OptionalDouble.of(komi + 0.0); // -0.0 becomes 0.0
    }

    private boolean isFromFox() {
        SgfProperty applications = properties.get("AP");
        return applications != null
                && applications.values().stream()
                        .anyMatch(value -> value.simpleText().startsWith("foxwq"));
    }

    /**
     * Returns the komi that the server Fox means. Fox writes hundredths of a point, and under Chinese rules hundredths of a
     * stone, which is two points. So 650 is 6.5 and 375 is 7.5.
     */
    private static double foxKomi(double recorded) {
        if (recorded < 50) {
            return recorded;
        }
        boolean inStones = recorded > 200 && recorded <= 400;
        return recorded / (inStones ? 50 : 100);
    }
}
