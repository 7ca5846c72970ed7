package dev.tengen.race.layout;

import java.util.List;

/** An eye space that only one essential chain encloses, in a shape that fits the strip of a {@link RaceLayout}. */
/*
 * Each eye is drawn as it lies at the right end of Black's chain. Digits are its points, in the order in which stones
 * of the other color are placed in it; # is a stone of the owner.
 */
public enum RaceEye {
    /** No eye. */
    NONE("0"),
    /** One point. */
    ONE("1", "1"),
    /** Two points. */
    TWO("2", "12"),
    /** Three points in a line. The first stone inside is in the middle; without it the eye can be split in two. */
    THREE("3", "213"),
    /**
     * Three points around a corner. The first stone inside is at the corner; without it the eye can be split in two.
     */
    BENT_THREE("3b", "12", "3#"),
    /** Four points in a square. */
    SQUARE_FOUR("4", "12", "43"),
    /**
     * A square and one more point. The first stone inside is at the vital point; without it the eye can be split in
     * two.
     */
    BULKY_FIVE("5", "42#", "315");

    private final String code;
    private final List<String> rows;
    private final int area;

    RaceEye(String code, String... rows) {
        this.code = code;
        this.rows = List.of(rows);
        area = (int) String.join("", rows).chars().filter(Character::isDigit).count();
    }

    /** Returns the number of points, empty or with stones of the other color. */
    public int area() {
        return area;
    }

    /** Returns the short name used in the name of a layout. */
    public String code() {
        return code;
    }

    /**
     * Returns the maximum number of stones of the other color inside: one less than the points, so that they have a
     * liberty.
     */
    public int maxStoneCount() {
        return Math.max(0, area - 1);
    }

    /**
     * Returns whether this is a plain eye of class 1 with {@code stoneCount} stones of the other color inside. It can
     * no longer be split in two, and, if it has four points or more, at least two of them are empty.
     */
    public boolean isPlain(int stoneCount) {
        boolean isSettled = stoneCount > 0 || this == NONE || this == ONE || this == TWO || this == SQUARE_FOUR;
        return isSettled && (area < SQUARE_FOUR.area || stoneCount <= area - 2);
    }

    /** Returns the number of columns. */
    int width() {
        return rows.isEmpty() ? 0 : rows.get(0).length();
    }

    /** Returns the number of rows. */
    int height() {
        return rows.size();
    }

    /**
     * Returns the symbol at {@code row} and {@code column}, as in a {@link RaceShape}, with {@code stoneCount} stones
     * of the other color inside.
     */
    char symbol(int row, int column, int stoneCount) {
        char place = rows.get(row).charAt(column);
        if (place == '#') {
            return RaceShape.OWNER;
        }
        return place - '0' <= stoneCount ? RaceShape.ENEMY : RaceShape.EMPTY;
    }
}
