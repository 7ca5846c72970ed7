package dev.tengen.race;

import dev.tengen.base.InvalidValueException;

/**
 * An eye that cannot be split in two, and the number of liberties it counts for.
 *
 * @param area the number of its points, [0, 7]; 0 for no eye
 * @param stones the number of these points that hold enemy stones, [0, {@code area}]
 */
public record EyeShape(int area, int stones) {
    /** The largest eye that an enemy can keep from becoming two eyes. */
    public static final int MAX_AREA = 7;

    /** No eye. */
    public static final EyeShape NONE = new EyeShape(0, 0);

    /**
     * Creates a shape.
     *
     * @throws InvalidValueException if a number is out of range
     */
    public EyeShape {
        InvalidValueException.requireWithin("area", area, 0, MAX_AREA);
        InvalidValueException.requireWithin("stones", stones, 0, area);
    }

    /**
     * Returns the number of moves that the enemy needs to fill the eye if the owner only answers to capture. Filling
     * all points but one gives the owner the stones inside, and an eye smaller by one point to start again: (n² - 3n) /
     * 2 + 3 for n points.
     */
    public int liberties() {
        int empty = area <= 2 ? area : (area * area - 3 * area) / 2 + 3;
        return empty - stones;
    }

    /**
     * Returns the rank by which eyes are compared: 0 for no eye, 1 for up to three points, and the area for four points
     * or more.
     */
    public int rank() {
        return area <= 3 ? Math.min(area, 1) : area;
    }

    /**
     * Returns whether {@link #liberties} is valid. A larger eye with all points but one filled is captured or captures
     * at once.
     */
    public boolean isCounted() {
        return stones <= Math.max(area - 1, 0) && (area <= 3 || stones <= area - 2);
    }
}
