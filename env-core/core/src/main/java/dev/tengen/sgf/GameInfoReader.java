package dev.tengen.sgf;

import dev.tengen.board.Grid;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the game information of a line: board size, komi, handicap, names.
 *
 * <p>SZ and GM belong to the first node. The others may be in any node of the line. The first value counts, and a blank
 * value counts as missing.
 */
final class GameInfoReader {
    private static final Set<String> IDENTIFIERS = Stream.concat(
                    Stream.of("AP", "HA", "KM"), Stream.of(GameText.values()).map(GameText::identifier))
            .collect(Collectors.toUnmodifiableSet());
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,9}");
    private static final Pattern NUMBER_IN_TEXT = Pattern.compile("[^0-9+-]{0,40}([0-9]{1,9})(?![0-9.,]).*");
    private static final Pattern SIZES = Pattern.compile("([0-9]{1,9})\\s*[xX*\u00d7]\\s*([0-9]{1,9})");
    private static final Pattern RESULT = Pattern.compile(
            "0|draw|jigo|void|\\?|[bw]\\+([0-9]{1,9}([.,][0-9]{0,9})?|[.,][0-9]{1,9}|r|resign|t|time|f|forfeit)?");
    private static final Pattern DATE =
            Pattern.compile("[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?(,([0-9]{4}|[0-9]{2})(-[0-9]{2}){0,2}){0,1000}");
    private static final Set<String> GO_NAMES = Set.of("go", "weiqi", "wei-chi", "baduk", "igo");
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
     * @throws SgfException if GM in {@code root} names another game, or in strict mode if it is no number
     */
    void requireGo(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("GM");
        if (property.isEmpty()) {
            return;
        }
        String text = property.get().onlyValue().simpleText().strip();
        if (text.isEmpty() || GO_NAMES.contains(text.toLowerCase(Locale.ROOT))) {
            warnings.repaired(property.get().position(0), "GM", notWhole(text), "read as Go");
        } else if (integer(property.get(), text) != 1) {
            throw property.get().error(0, "game " + text + " is not Go, which is 1");
        }
    }

    /**
     * Returns the grid that SZ gives as {@code size} or {@code columns:rows}; 19x19 where SZ is missing. In tolerant
     * mode SZ may also be empty or {@code columns x rows}.
     *
     * @throws SgfException if SZ is not a size, or outside [1, 25]
     */
    Grid grid(SgfNode root) throws SgfException {
        Optional<SgfProperty> property = root.property("SZ");
        if (property.isEmpty()) {
            return Grid.of(DEFAULT_SIZE, DEFAULT_SIZE);
        }
        String text = property.get().onlyValue().simpleText().strip();
        Matcher sizes = SIZES.matcher(text);
        if (text.isEmpty() || sizes.matches()) {
            String reading = text.isEmpty() ? "" + DEFAULT_SIZE : sizes.group(1) + ":" + sizes.group(2);
            warnings.repaired(property.get().position(0), "SZ", notWhole(text), "read as " + reading);
            text = reading;
        }
        int colon = text.indexOf(':');
        int width = size(property.get(), colon < 0 ? text : text.substring(0, colon));
        int height = colon < 0 ? width : size(property.get(), text.substring(colon + 1));
        return Grid.of(width, height);
    }

    private static String notWhole(String text) {
        return SgfException.quote(text) + " is not a whole number";
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
            throw property.error(0, notWhole(text));
        }
        return Integer.parseInt(text);
    }

    /**
     * Returns the information of the nodes added so far.
     *
     * @throws SgfException in strict mode, if the komi or the handicap is invalid
     */
    GameInfo info(Grid grid) throws SgfException {
        Map<GameText, String> texts = new EnumMap<>(GameText.class);
        for (GameText kind : GameText.values()) {
            SgfProperty property = properties.get(kind.identifier());
            if (property != null) {
                texts.put(kind, property.value().simpleText());
            }
        }
        warnOfFormat("RE", RESULT, "is not understood; expected a result such as B+3.5, W+R, 0 or Void");
        warnOfFormat("DT", DATE, "is not understood; expected a date such as 2003-04-17");
        return new GameInfo(new KomiReader(properties, grid, warnings).read(), handicap(grid), texts);
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

    private int handicap(Grid grid) throws SgfException {
        SgfProperty property = properties.get("HA");
        if (property == null) {
            return 0;
        }
        String text = property.onlyValue(warnings).simpleText().strip();
        int handicap = 0;
        if (INTEGER.matcher(text).matches()) {
            handicap = Integer.parseInt(text);
        } else {
            Matcher number = NUMBER_IN_TEXT.matcher(text);
            handicap = number.matches() ? Integer.parseInt(number.group(1)) : 0;
            warnings.repaired(property.position(0), "HA", notWhole(text), "read as " + handicap);
        }
        if (handicap < 0) {
            warnings.repaired(property.position(0), "HA", handicap + " is negative", "read as 0");
            return 0;
        }
        int pointCount = grid.pointCount();
        if (handicap >= GameInfo.LEAST_HANDICAP && handicap > pointCount) {
            String problem = handicap + " handicap stones do not fit on " + pointCount + " points";
            warnings.repaired(property.position(), "HA", problem, "read as 0");
            return 0;
        }
        // FF[4] has no handicap of one stone. Programs that write HA[1] mean that Black just moves first.
        return handicap == 1 ? 0 : handicap;
    }

    /** Returns the position of HA in the text. */
    SgfPosition handicapPosition() {
        SgfProperty property = properties.get("HA");
        return property == null ? SgfPosition.NONE : property.position();
    }
}
