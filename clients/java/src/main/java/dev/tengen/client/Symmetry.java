package dev.tengen.client;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to turn or mirror a board so that its points cover the same square: there are eight. Those that swap the sides are
 * symmetries of squares alone. Quarter turns are counter-clockwise.
 *
 * <p>What an agent sees in an episode is turned by {@link Timestep#symmetry}, and so are the actions it sends. The methods
 * here turn what is on the board; those of the {@link #inverse} take what the agent sees back to the board as it is:
 *
 * <pre>{@code
 * int onBoard = timestep.symmetry().inverse().turned(action, width, height);
 * }</pre>
 *
 * <p>They throw {@link IllegalArgumentException} for a board that does not have the symmetry, and for arrays of other lengths.
 */
public enum Symmetry {
    /** Nothing is moved. */
    IDENTITY(false, false, false),
    /** A quarter turn: the right column becomes the top row. */
    ROTATE_90(true, true, false),
    /** A half turn. */
    ROTATE_180(false, true, true),
    /** Three quarter turns: the left column becomes the top row. */
    ROTATE_270(true, false, true),
    /** Upside down: the bottom row becomes the top row. */
    FLIP_ROWS(false, true, false),
    /** Left to right: the right column becomes the left column. */
    FLIP_COLUMNS(false, false, true),
    /** Mirrored at the diagonal through the top left corner: rows become columns. */
    TRANSPOSE(true, false, false),
    /** Mirrored at the diagonal through the top right corner. */
    ANTI_TRANSPOSE(true, true, true);

    private static final Symmetry[] ALL = values();

    /* First rows become columns or not, then the order of the rows is turned round or not, then that of the columns. */
    private final boolean swapsSides;
    private final boolean flipsRows;
    private final boolean flipsColumns;

    Symmetry(boolean swapsSides, boolean flipsRows, boolean flipsColumns) {
        this.swapsSides = swapsSides;
        this.flipsRows = flipsRows;
        this.flipsColumns = flipsColumns;
    }

    /** Returns the symmetry with the {@code number} that the contract gives it; 0, from servers that know none, is none. */
    static Symmetry of(int number) {
        if (number < 0 || number > ALL.length) {
            throw new IllegalArgumentException("symmetry " + number + " is outside [0, " + ALL.length + "]");
        }
        return number == 0 ? IDENTITY : ALL[number - 1];
    }

    /** Returns whether rows become columns, which only a square allows. */
    public boolean swapsSides() {
        return swapsSides;
    }

    /** Returns the symmetry that takes back what this one does. */
    public Symmetry inverse() {
        return switch (this) {
            case ROTATE_90 -> ROTATE_270;
            case ROTATE_270 -> ROTATE_90;
            default -> this;
        };
    }

    /** Returns where {@code action} comes to on a board of the given size; the pass and a resignation stay. */
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
            throw new IllegalArgumentException(this + " is no symmetry of a board of " + width + "x" + height);
        }
    }

    /** Returns {@code mask} turned, on a board of the given size. */
    public ActionMask turned(ActionMask mask, int width, int height) {
        requireLength(mask.actionCount(), width * height + 1);
        byte[] packed = new byte[(mask.actionCount() + 7) / 8];
        for (int action : mask.actions()) {
            int target = turned(action, width, height);
            packed[target >>> 3] |= (byte) (0x80 >>> (target & 7));
        }
        return new ActionMask(packed, mask.actionCount());
    }

    /** Returns {@code policy}, a number for each action with that of the pass last, turned, on a board of the given size. */
    public float[] turnedPolicy(float[] policy, int width, int height) {
        requireLength(policy.length, width * height + 1);
        float[] turned = new float[policy.length];
        for (int action = 0; action < policy.length; action++) {
            turned[turned(action, width, height)] = policy[action];
        }
        return turned;
    }

    /** Returns {@code planes}, one behind the other and each a number for each point, turned, on a board of the given size. */
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

    /** Returns {@code values}, one for each point as in {@link Score#owners}, turned, on a board of the given size. */
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
