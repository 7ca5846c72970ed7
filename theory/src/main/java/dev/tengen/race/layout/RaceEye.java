package dev.tengen.race.layout;

import java.util.List;

/**
 * A space inside of an essential chain that only its owner encloses, and which fits on the strip of a {@link RaceLayout}.
 */
/*
 * Each is drawn as it lies at the right end of Black's chain: digits are its points, in the order in which stones of the other
 * color are put into it, # is a stone of the owner.
 */
public enum RaceEye {
    /** No eye. */
    NONE("0"),
    /** One point. */
    ONE("1", "1"),
    /** Two points. */
    TWO("2", "12"),
    /** Three points in line; a stone inside is in the middle, without which it can be made two eyes. */
    THREE("3", "213"),
    /** Three points around a corner; a stone inside is at the corner, without which it can be made two eyes. */
    BENT_THREE("3b", "12", "3#"),
    /** Four points in a square. */
    SQUARE_FOUR("4", "12", "43"),
    /** A square and one point; a stone inside is at the vital point, without which it can be made two eyes. */
    BULKY_FIVE("5", "42#", "315");

    private final String code;
    private final List<String> rows;
    private final int area;

    RaceEye(String code, String... rows) {
        this.code = code;
        this.rows = List.of(rows);
        area = (int) String.join("", rows).chars().filter(Character::isDigit).count();
    }

    /** Returns the count of points, with stones of the other color or without. */
    public int area() {
        return area;
    }

    /** Returns the short name used in the name of a layout. */
    public String code() {
        return code;
    }

    /** Returns the most stones of the other color that can be inside: one point less than there are, so that they have a liberty. */
    public int maxStoneCount() {
        return Math.max(0, area - 1);
    }

    /**
     * Returns whether this is a plain eye of class 1 with {@code stoneCount} stones of the other color inside: it cannot be made
     * two eyes any more, and, if it has four points or more, at least two of them are empty.
     */
    public boolean isPlain(int stoneCount) {
        boolean isSettled = stoneCount > 0 || this == NONE || this == ONE || this == TWO || this == SQUARE_FOUR;
        return isSettled && (area < SQUARE_FOUR.area || stoneCount <= area - 2);
    }

    /** Returns how many columns it takes. */
    int width() {
        return rows.isEmpty() ? 0 : rows.get(0).length();
    }

    /** Returns how many rows it takes. */
    int height() {
        return rows.size();
    }

    /** Returns what is in {@code row} and {@code column} with {@code stoneCount} stones of the other color inside, as in a shape. */
    char symbol(int row, int column, int stoneCount) {
        char place = rows.get(row).charAt(column);
        if (place == '#') {
            return RaceShape.OWNER;
        }
        return place - '0' <= stoneCount ? RaceShape.ENEMY : RaceShape.EMPTY;
    }
}
