package dev.tengen.race.layout;

import dev.tengen.base.InvalidValueException;
import java.util.List;

/**
 * A region outside of an essential chain whose liberties are not plain: some of them need an approach move first. It is
 * drawn as it lies above its owner's chain, which fills the row below. Safe stones of the other color are above it and
 * on both sides.
 *
 * @param name a short name of lowercase letters and digits
 * @param rows three rows of the same length: {@code X} for a stone of the owner, {@code O} for one of the other color,
 *     {@code .} for an empty point
 */
public record RaceShape(String name, List<String> rows) {
    /** The number of rows of a shape. */
    public static final int HEIGHT = 3;

    /** A pocket of three points behind stones that the owner can save. Its temperature is high. */
    public static final RaceShape HOT_THREE = of("hot3", "...", "XXX", ".OO");
    /** A pocket of four behind stones that the owner can save. */
    public static final RaceShape HOT_FOUR = of("hot4", "....", "XXXX", ".OOO");
    /** A bent pocket behind stones that the owner can save. */
    public static final RaceShape HOT_BENT = of("hotbent", ".X.", "XX.", ".OO");
    /** Stones with two ways to connect: two liberties, and three moves to fill them. */
    public static final RaceShape COLD_THREE = of("cold3", "...", "XXX", "O..");
    /** A way out of two points. */
    public static final RaceShape WAY_TWO = of("way2", "O", ".", ".");
    /** A way out of three points. */
    public static final RaceShape WAY_THREE = of("way3", ".", ".", ".");
    /** A ko over an approach move. */
    public static final RaceShape KO = of("ko", "OOO", "O.O", "X.X");

    static final char OWNER = 'X';
    static final char ENEMY = 'O';
    static final char EMPTY = '.';

    private static final List<RaceShape> WITHOUT_KO =
            List.of(HOT_THREE, HOT_FOUR, HOT_BENT, COLD_THREE, WAY_TWO, WAY_THREE);

    /**
     * Creates a shape.
     *
     * @throws InvalidValueException if the name or the rows are malformed
     */
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

    /** Returns the predefined shapes that contain no ko. */
    public static List<RaceShape> withoutKo() {
        return WITHOUT_KO;
    }

    /** Returns the number of columns. */
    public int width() {
        return rows.get(0).length();
    }

    /**
     * Returns the number of points that can change: empty points, and the owner's stones that are not beside the chain
     * below. Stones of the other color count as safe.
     */
    public int pointCount() {
        String open = rows.get(0) + rows.get(1);
        long count = open.chars().filter(symbol -> symbol != ENEMY).count()
                + rows.get(HEIGHT - 1).chars().filter(symbol -> symbol == EMPTY).count();
        return (int) count;
    }
}
