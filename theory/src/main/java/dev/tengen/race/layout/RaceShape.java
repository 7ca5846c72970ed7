package dev.tengen.race.layout;

import dev.tengen.board.InvalidValueException;
import java.util.List;

/**
 * A region outside of an essential chain whose liberties are not plain: to take some of them, a player must move elsewhere in
 * it first. Drawn as it lies above its owner's chain, which fills the row below; safe stones of the other color are above it
 * and on both sides.
 *
 * @param name a short name, of lowercase letters and digits
 * @param rows three rows of the same length: {@code X} a stone of the owner, {@code O} one of the other color, {@code .} empty
 */
public record RaceShape(String name, List<String> rows) {
    /** How many rows a shape has. */
    public static final int HEIGHT = 3;

    /** A pocket of three behind stones that the owner can save: worth fighting for. */
    public static final RaceShape HOT_THREE = of("hot3", "...", "XXX", ".OO");
    /** A pocket of four behind stones that the owner can save. */
    public static final RaceShape HOT_FOUR = of("hot4", "....", "XXXX", ".OOO");
    /** A pocket in two parts behind stones that the owner can save. */
    public static final RaceShape HOT_BENT = of("hotbent", ".X.", "XX.", ".OO");
    /** Stones that have two ways home: two liberties, and three moves to take them. */
    public static final RaceShape COLD_THREE = of("cold3", "...", "XXX", "O..");
    /** A way out of two points. */
    public static final RaceShape WAY_TWO = of("way2", "O", ".", ".");
    /** A way out of three points. */
    public static final RaceShape WAY_THREE = of("way3", ".", ".", ".");
    /** A ko for an approach move. */
    public static final RaceShape KO = of("ko", "OOO", "O.O", "X.X");

    static final char OWNER = 'X';
    static final char ENEMY = 'O';
    static final char EMPTY = '.';

    private static final List<RaceShape> WITHOUT_KO =
            List.of(HOT_THREE, HOT_FOUR, HOT_BENT, COLD_THREE, WAY_TWO, WAY_THREE);

    /** Throws {@link InvalidValueException} where the name or the rows are not as they should be. */
    public RaceShape {
        rows = List.copyOf(rows);
        if (!name.matches("[a-z0-9]+")) {
            throw InvalidValueException.not("name", "\"" + name + "\"", "of lowercase letters and digits");
        }
        if (rows.size() != HEIGHT) {
            throw InvalidValueException.not("rows", rows.size(), "of length " + HEIGHT);
        }
        for (String row : rows) {
            if (!row.matches("[XO.]+") || row.length() != rows.get(0).length()) {
                throw InvalidValueException.not("rows", "\"" + row + "\"", "of X, O and . and as long as the others");
            }
        }
    }

    private static RaceShape of(String name, String... rows) {
        return new RaceShape(name, List.of(rows));
    }

    /** Returns the shapes named here that have no ko in them. */
    public static List<RaceShape> withoutKo() {
        return WITHOUT_KO;
    }

    /** Returns how many columns it takes. */
    public int width() {
        return rows.get(0).length();
    }

    /**
     * Returns how many points can change: empty ones, and the owner's stones that are not beside the chain below. Stones of the
     * other color are counted as safe.
     */
    public int pointCount() {
        String open = rows.get(0) + rows.get(1);
        long count = open.chars().filter(symbol -> symbol != ENEMY).count()
                + rows.get(HEIGHT - 1).chars().filter(symbol -> symbol == EMPTY).count();
        return (int) count;
    }
}
