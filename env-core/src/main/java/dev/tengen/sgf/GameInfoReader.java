package dev.tengen.sgf;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Reads what a game record says about the game: board size, komi, handicap, names.
 *
 * <p>SZ and GM belong to the first node. The rest may stand in any node of the main line, the first one counts, and a
 * blank value is as good as none.
 */
final class GameInfoReader {
    private static final List<String> IDENTIFIERS = List.of("AP", "HA", "KM", "PB", "PW", "RE", "RU");
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,9}");
    private static final Pattern REAL = Pattern.compile("[+-]?([0-9]{1,9}([.,][0-9]{0,9})?|[.,][0-9]{1,9})");
    private static final int DEFAULT_SIZE = 19;

    private final Map<String, SgfProperty> properties = new HashMap<>();

    /** Takes up the game information of the next node of the main line. */
    void add(SgfNode node) {
        for (String identifier : IDENTIFIERS) {
            node.property(identifier)
                    .filter(property -> !property.values().get(0).simpleText().isBlank())
                    .ifPresent(property -> properties.putIfAbsent(identifier, property));
        }
    }

    /** Throws {@link SgfException} if {@code root} says that its game is not Go. */
    static void requireGo(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("GM");
        if (property.isPresent()) {
            SgfValue value = property.get().onlyValue();
            if (integer("GM", value, value.simpleText().strip()) != 1) {
                throw new SgfException(
                        value.position(), "GM: game " + value.simpleText().strip() + " is not Go, which is 1");
            }
        }
    }

    /**
     * Returns the grid that SZ gives as {@code size} or {@code columns:rows}; 19x19 without it.
     *
     * @throws SgfException if it is no size, or outside [1, 25]
     */
    static Grid grid(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("SZ");
        if (property.isEmpty()) {
            return Grid.of(DEFAULT_SIZE, DEFAULT_SIZE);
        }
        SgfValue value = property.get().onlyValue();
        String text = value.simpleText();
        int colon = text.indexOf(':');
        int width = size(value, colon < 0 ? text : text.substring(0, colon));
        int height = colon < 0 ? width : size(value, text.substring(colon + 1));
        return Grid.of(width, height);
    }

    private static int size(SgfValue value, String text) throws SgfException {
        int size = integer("SZ", value, text.strip());
        if (size < Grid.MIN_SIZE || size > Grid.MAX_SIZE) {
            throw new SgfException(
                    value.position(),
                    "SZ: size " + size + " is outside [" + Grid.MIN_SIZE + ", " + Grid.MAX_SIZE + "]");
        }
        return size;
    }

    private static int integer(String identifier, SgfValue value, String text) throws SgfException {
        if (!INTEGER.matcher(text).matches()) {
            throw new SgfException(
                    value.position(), identifier + ": " + SgfException.quote(text) + " is not a whole number");
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns HA, 0 without it.
     *
     * @throws SgfException if it is no number or negative
     */
    int handicap() throws SgfException {
        SgfProperty property = properties.get("HA");
        if (property == null) {
            return 0;
        }
        SgfValue value = property.onlyValue();
        int handicap = integer("HA", value, value.simpleText().strip());
        if (handicap < 0) {
            throw new SgfException(value.position(), "HA: " + handicap + " is negative");
        }
        // FF[4] has no handicap of one stone: who writes HA[1] means that Black just moves first.
        return handicap == 1 ? 0 : handicap;
    }

    /** Returns the place of {@code identifier}, or the start of the text if there is none. */
    SgfPosition position(String identifier) {
        SgfProperty property = properties.get(identifier);
        return property == null ? SgfPosition.START : property.position();
    }

    /**
     * Returns KM. A comma is as good as a point, as in {@code 7,5}.
     *
     * @throws SgfException if it is not a multiple of 0.5 within [-1000, 1000]
     */
    OptionalDouble komi() throws SgfException {
        SgfProperty property = properties.get("KM");
        if (property == null) {
            return OptionalDouble.empty();
        }
        SgfValue value = property.onlyValue();
        String text = value.simpleText().strip();
        if (!REAL.matcher(text).matches()) {
            throw new SgfException(value.position(), "KM: " + SgfException.quote(text) + " is not a number");
        }
        double recorded = Double.parseDouble(text.replace(',', '.'));
        double komi = isFromFox() ? foxKomi(recorded) : recorded;
        if (!Rules.isKomi(komi)) {
            throw new SgfException(
                    value.position(), "KM: komi " + text + " is not a multiple of 0.5 within [-1000, 1000]");
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
     * Returns the points that the server Fox means: it writes hundredths, and for Chinese rules stones, which are two
     * points each. So 650 is 6.5 and 375 is 7.5.
     */
    private static double foxKomi(double recorded) {
        if (recorded < 50) {
            return recorded;
        }
        boolean inStones = recorded > 200 && recorded <= 400;
        return recorded / (inStones ? 50 : 100);
    }

    /** Returns the first value of {@code identifier} on one line, without surrounding white space. */
    Optional<String> text(String identifier) {
        return Optional.ofNullable(properties.get(identifier))
                .map(property -> property.values().get(0).simpleText().strip());
    }
}
