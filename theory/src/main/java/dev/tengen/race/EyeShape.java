package dev.tengen.race;

import dev.tengen.board.InvalidValueException;

/**
 * How many liberties an eye counts for that cannot become two.
 *
 * @param area how many points it has, [0, 7]; 0 for no eye
 * @param stones how many of them hold enemy stones, [0, {@code area}]
 */
public record EyeShape(int area, int stones) {
    /** The largest eye that an enemy can keep from becoming two. */
    public static final int MAX_AREA = 7;

    /** No eye. */
    public static final EyeShape NONE = new EyeShape(0, 0);

    /** Throws {@link InvalidValueException} where a count is out of range. */
    public EyeShape {
        if (area < 0 || area > MAX_AREA) {
            throw InvalidValueException.outside("area", area, 0, MAX_AREA);
        }
        if (stones < 0 || stones > area) {
            throw InvalidValueException.outside("stones", stones, 0, area);
        }
    }

    /**
     * Returns how many moves it takes the enemy to fill it, when the owner answers only to capture. To fill all points but
     * one gives the owner the stones inside, and an eye of one point less to start again: (n² - 3n) / 2 + 3 for n points.
     */
    public int liberties() {
        int empty = area <= 2 ? area : (area * area - 3 * area) / 2 + 3;
        return empty - stones;
    }

    /** Returns what eyes are compared by: 0 for none, 1 for up to three points, and the area from four points on. */
    public int rank() {
        return area <= 3 ? Math.min(area, 1) : area;
    }

    /** Returns whether the count holds: a larger eye with all points but one filled is captured or captures at once. */
    public boolean isCounted() {
        return stones <= Math.max(area - 1, 0) && (area <= 3 || stones <= area - 2);
    }
}
