package dev.tengen.client.env;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the eight rotations and reflections of a board. Symmetries that swap the sides exist on square boards only.
 * Rotations are counterclockwise.
 *
 * <p>{@link Timestep#symmetry} has been applied to what an agent sees in an episode, and the server expects its actions
 * in the same view. The methods of this class go from the board to that view. Use the {@link #inverse} to go back to
 * the board:
 *
 * <pre>{@code
 * int onBoard = timestep.symmetry().inverse().turned(action, width, height);
 * }</pre>
 */
public enum Symmetry {
    /** Moves nothing. */
    IDENTITY(false, false, false),
    /** Rotates by a quarter turn: the right column becomes the top row. */
    ROTATE_90(true, true, false),
    /** Rotates by a half turn. */
    ROTATE_180(false, true, true),
    /** Rotates by three quarter turns: the left column becomes the top row. */
    ROTATE_270(true, false, true),
    /** Reverses the order of the rows: the bottom row becomes the top row. */
    FLIP_ROWS(false, true, false),
    /** Reverses the order of the columns: the right column becomes the left column. */
    FLIP_COLUMNS(false, false, true),
    /** Reflects across the diagonal through the top left corner: rows become columns. */
    TRANSPOSE(true, false, false),
    /** Reflects across the diagonal through the top right corner. */
    ANTI_TRANSPOSE(true, true, true);

    private static final Symmetry[] ALL = values();

    /*
     * Steps in this order: rows become columns; the order of the rows is reversed; the order of the columns is
     * reversed.
     */
    private final boolean swapsSides;
    private final boolean flipsRows;
    private final boolean flipsColumns;

    Symmetry(boolean swapsSides, boolean flipsRows, boolean flipsColumns) {
        this.swapsSides = swapsSides;
        this.flipsRows = flipsRows;
        this.flipsColumns = flipsColumns;
    }

    /**
     * Returns the symmetry with this number in the contract.
     *
     * @param number 1 to 8; 0, from servers that know no symmetries, is the identity
     * @throws IllegalArgumentException if {@code number} is outside [0, 8]
     */
    public static Symmetry of(int number) {
        if (number < 0 || number > ALL.length) {
            throw new IllegalArgumentException("symmetry " + number + " is outside [0, " + ALL.length + "]");
        }
        return number == 0 ? IDENTITY : ALL[number - 1];
    }

    /** Returns whether rows become columns, which is possible on square boards only. */
    public boolean swapsSides() {
        return swapsSides;
    }

    /** Returns the symmetry that undoes this one. */
    public Symmetry inverse() {
        return switch (this) {
            case ROTATE_90 -> ROTATE_270;
            case ROTATE_270 -> ROTATE_90;
            default -> this;
        };
    }

    /**
     * Returns the image of {@code action} on a board of the given size. The pass and a resignation are unchanged.
     *
     * @throws IllegalArgumentException if the board does not have this symmetry
     */
    public int turned(int action, int width, int height) {
        requireOn(width, height);
        if (action < 0 || action >= width * height) {
            return action;
        }
        int row = swapsSides ? action % width : action / width;
        int column = swapsSides ? action / width : action % width;
        return (flipsRows ? height - 1 - row : row) * width + (flipsColumns ? width - 1 - column : column);
    }

    private void requireOn(int width, int height) {
        if (swapsSides && width != height) {
            throw new IllegalArgumentException(this + " is not a symmetry of a board of " + width + "x" + height);
        }
    }

    /**
     * Returns the image of {@code mask} on a board of the given size.
     *
     * @throws IllegalArgumentException if the board does not have this symmetry or the mask does not belong to its size
     */
    public ActionMask turned(ActionMask mask, int width, int height) {
        requireLength(mask.actionCount(), width * height + 1);
        byte[] packed = new byte[(mask.actionCount() + 7) / 8];
        for (int action : mask.actions()) {
            int target = turned(action, width, height);
            packed[target >>> 3] |= (byte) (0x80 >>> (target & 7));
        }
        return new ActionMask(packed, mask.actionCount());
    }

    /**
     * Returns the image of {@code policy} on a board of the given size.
     *
     * @param policy a number for each action, the pass last
     * @throws IllegalArgumentException if the board does not have this symmetry or the length is not width * height + 1
     */
    public float[] turnedPolicy(float[] policy, int width, int height) {
        requireLength(policy.length, width * height + 1);
        float[] turned = new float[policy.length];
        for (int action = 0; action < policy.length; action++) {
            turned[turned(action, width, height)] = policy[action];
        }
        return turned;
    }

    /**
     * Returns the image of {@code planes} on a board of the given size.
     *
     * @param planes consecutive planes, each with a number for each point
     * @throws IllegalArgumentException if the board does not have this symmetry or the length is not a multiple of
     *     width * height
     */
    public float[] turnedPlanes(float[] planes, int width, int height) {
        int pointCount = width * height;
        requireLength(planes.length, planes.length / pointCount * pointCount);
        float[] turned = new float[planes.length];
        for (int index = 0; index < planes.length; index++) {
            int point = index % pointCount;
            turned[index - point + turned(point, width, height)] = planes[index];
        }
        return turned;
    }

    /**
     * Returns the image of {@code values} on a board of the given size.
     *
     * @param values one value for each point, as in {@link Score#owner}
     * @throws IllegalArgumentException if the board does not have this symmetry or the length is not width * height
     */
    public <T> List<T> turnedPoints(List<T> values, int width, int height) {
        requireLength(values.size(), width * height);
        List<T> turned = new ArrayList<>(values);
        for (int point = 0; point < values.size(); point++) {
            turned.set(turned(point, width, height), values.get(point));
        }
        return List.copyOf(turned);
    }

    private static void requireLength(int length, int wanted) {
        if (length != wanted) {
            throw new IllegalArgumentException("a length of " + length + " is not " + wanted);
        }
    }
}
