package dev.tengen.env;

import static dev.tengen.env.LittleEndianBytes.FLOAT;
import static dev.tengen.env.LittleEndianBytes.INT;
import static dev.tengen.env.LittleEndianBytes.LONG;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Legality;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The states of lanes of a batch: one row for each lane in a request.
 *
 * <p>Each {@link RowField} is one byte array over all rows, row after row: the bytes on the wire. The arrays belong to
 * the caller of the request, who may lend them to a later one ({@link EnvironmentBatch#rows(byte[], LaneRows)}).
 * Threads may write disjoint ranges of rows concurrently; a reader must wait for all of them.
 */
public final class LaneRows {
    private static final RowField[] FIELDS = RowField.values();
    private static final int LEAST_GROWN_ROW_COUNT = 4;
    private static final byte[] NO_BYTES = {};

    private final RowLayout layout;
    private int rowCount;

    /** The bytes of each field, indexed by {@link RowField#index}. */
    private final byte[][] fields = new byte[FIELDS.length][];

    private byte[] observations;
    private byte[] actionMasks;

    /** Whether the arrays have the bytes of an earlier request. */
    private final boolean isReused;

    /** The rows of ended episodes, by the first row of the range that they come from. */
    private final SortedMap<Integer, LaneRows> endedByRange = new TreeMap<>();

    private int carriedOutCount;

    /** The proposals of dead stones by row. */
    private Map<Integer, PointSet> proposals = Map.of();

    private boolean hasProposals;

    /**
     * Creates rows of zeros without actions. {@code lanes} has the lane of each row, or is empty for all lanes in
     * order.
     */
    LaneRows(RowLayout layout, int rowCount, byte[] lanes) {
        this.layout = layout;
        this.rowCount = rowCount;
        for (RowField field : FIELDS) {
            int byteCount = rowCount * field.byteCount(layout);
            fields[field.index()] = field == RowField.LANES ? lanes : byteCount == 0 ? NO_BYTES : new byte[byteCount];
        }
        Arrays.fill(bytes(RowField.ACTIONS), (byte) EnvironmentBatch.NO_ACTION);
        Arrays.fill(bytes(RowField.OPPONENT_ACTIONS), (byte) EnvironmentBatch.NO_ACTION);
        observations = bytes(RowField.OBSERVATIONS);
        actionMasks = bytes(RowField.ACTION_MASKS);
        isReused = false;
    }

    /** Creates rows in the arrays of {@code old}, which has as many rows. They have no actions yet. */
    private LaneRows(LaneRows old, byte[] lanes) {
        layout = old.layout;
        rowCount = old.rowCount;
        System.arraycopy(old.fields, 0, fields, 0, fields.length);
        fields[RowField.LANES.index()] = lanes;
        observations = old.observations;
        actionMasks = old.actionMasks;
        isReused = true;
    }

    /**
     * Returns unfilled rows for {@code lanes} in the arrays of these rows, which nobody may use from now on. The number
     * of rows must be the same. {@link #setActions} must follow.
     */
    LaneRows reusedFor(byte[] lanes) {
        return new LaneRows(this, lanes);
    }

    /** Makes the rows from {@code from} (inclusive) to {@code to} (exclusive) as those of new arrays. */
    void clear(int from, int to) {
        if (!isReused) {
            return;
        }
        for (RowField field : FIELDS) {
            if (field != RowField.LANES && field != RowField.ACTIONS) {
                int byteCount = field.byteCount(layout);
                byte empty = field == RowField.OPPONENT_ACTIONS ? (byte) EnvironmentBatch.NO_ACTION : 0;
                Arrays.fill(bytes(field), from * byteCount, to * byteCount, empty);
            }
        }
    }

    /**
     * Sets the action of each row, an int32 each. The rows take ownership of the array; the batch writes drawn actions
     * to it.
     *
     * @throws InvalidValueException if the number of actions is not the number of rows
     */
    public void setActions(byte[] actions) {
        int byteCount = rowCount * Integer.BYTES;
        if (actions.length != byteCount) {
            throw InvalidValueException.not(
                    "actions", "of " + actions.length + " bytes", byteCount + " bytes long, an int32 for each lane");
        }
        fields[RowField.ACTIONS.index()] = actions;
    }

    /** Returns the number of rows. */
    public int rowCount() {
        return rowCount;
    }

    /** Returns the layout of rows. */
    public RowLayout layout() {
        return layout;
    }

    /** Returns the bytes of {@code field}, row after row. */
    public byte[] bytes(RowField field) {
        return fields[field.index()];
    }

    /** Returns the value in {@code row} of {@code field}, which has one byte per row. */
    public int byteAt(RowField field, int row) {
        return bytes(field)[row];
    }

    /** Returns the value in {@code row} of {@code field}, which has four bytes per row. */
    public int intAt(RowField field, int row) {
        return (int) INT.get(bytes(field), row * Integer.BYTES);
    }

    /** Returns the lane of {@code row}. */
    public int lane(int row) {
        return bytes(RowField.LANES).length == 0 ? row : intAt(RowField.LANES, row);
    }

    /** Returns the action in {@code row}. */
    public int action(int row) {
        return intAt(RowField.ACTIONS, row);
    }

    /** Returns whether the request proposes dead stones in {@code row}. */
    boolean isProposal(int row) {
        return hasProposals && proposals.containsKey(row);
    }

    /**
     * Returns the dead stones that the request proposes in {@code row}, which must be a {@linkplain #isProposal
     * proposal}.
     */
    PointSet proposal(int row) {
        return Objects.requireNonNull(proposals.get(row), "the row is a proposal");
    }

    /** Sets the proposals of dead stones by row. */
    void setProposals(Map<Integer, PointSet> byRow) {
        proposals = byRow;
        hasProposals = !byRow.isEmpty();
    }

    /** Returns the reward of {@code color} in {@code row}. */
    public float reward(int row, int color) {
        return (float) FLOAT.get(bytes(RowField.REWARDS), rewardOffset(row, color));
    }

    private static int rewardOffset(int row, int color) {
        return (2 * row + color - Color.BLACK) * Float.BYTES;
    }

    /** Returns the state hash in {@code row}. */
    public long stateHash(int row) {
        return (long) LONG.get(bytes(RowField.STATE_HASHES), row * Long.BYTES);
    }

    /** Returns the margin in {@code row}. */
    public float margin(int row) {
        return (float) FLOAT.get(bytes(RowField.MARGINS), row * Float.BYTES);
    }

    /** Returns whether the episode in {@code row} has ended. */
    public boolean isOver(int row) {
        return byteAt(RowField.END_REASONS, row) != 0;
    }

    /** Returns whether {@code action} is legal in {@code row}, resignation excluded. Any int is accepted. */
    public boolean isLegal(int row, int action) {
        int byteCount = layout.actionMaskByteCount();
        return action >= 0
                && action < Byte.SIZE * byteCount
                && (actionMasks[row * byteCount + (action >>> 3)] & 0x80 >>> (action & 7)) != 0;
    }

    /**
     * Returns the final rows of the lanes whose episodes the request ended, in the order of these rows. Empty except
     * under {@link Autoreset#SAME_STEP}.
     */
    public synchronized LaneRows ended() {
        int count = endedByRange.values().stream().mapToInt(LaneRows::rowCount).sum();
        LaneRows joined = new LaneRows(layout, count, new byte[count * Integer.BYTES]);
        int row = 0;
        for (LaneRows range : endedByRange.values()) {
            for (RowField field : FIELDS) {
                int byteCount = field.byteCount(layout);
                System.arraycopy(
                        range.bytes(field), 0, joined.bytes(field), row * byteCount, range.rowCount * byteCount);
            }
            row += range.rowCount;
        }
        return joined;
    }

    /** Returns the number of actions of the request that were carried out. Rejected actions do not count. */
    public synchronized int carriedOutCount() {
        return carriedOutCount;
    }

    /** Adds the results of stepping a range of rows, the first of which is {@code from}. */
    synchronized void addRange(int from, int carriedOut, LaneRows ended) {
        carriedOutCount += carriedOut;
        if (ended.rowCount > 0) {
            endedByRange.put(from, ended);
        }
    }

    byte[] observations() {
        return observations;
    }

    byte[] actionMasks() {
        return actionMasks;
    }

    void setByte(RowField field, int row, int value) {
        bytes(field)[row] = (byte) value;
    }

    void setInt(RowField field, int row, int value) {
        INT.set(bytes(field), row * Integer.BYTES, value);
    }

    void setStateHash(int row, long hash) {
        LONG.set(bytes(RowField.STATE_HASHES), row * Long.BYTES, hash);
    }

    void setMargin(int row, double margin) {
        FLOAT.set(bytes(RowField.MARGINS), row * Float.BYTES, (float) margin);
    }

    void setRewards(int row, double black, double white) {
        FLOAT.set(bytes(RowField.REWARDS), rewardOffset(row, Color.BLACK), (float) black);
        FLOAT.set(bytes(RowField.REWARDS), rewardOffset(row, Color.WHITE), (float) white);
    }

    void setIllegalReason(int row, Legality reason) {
        setByte(RowField.ILLEGAL_REASONS, row, reason.number());
    }

    /** Writes why the episode ended, or {@link EndReason#NONE}. */
    void setEnd(int row, EndReason reason) {
        setByte(RowField.TERMINATED, row, reason.isTermination() ? 1 : 0);
        setByte(RowField.TRUNCATED, row, reason.isTruncation() ? 1 : 0);
        setByte(RowField.END_REASONS, row, reason.number());
    }

    /** Adds a row of zeros for {@code lane} and returns its number. The rows must have their lanes listed. */
    int add(int lane) {
        if (bytes(RowField.LANES).length == rowCount * Integer.BYTES) {
            grow(Math.max(LEAST_GROWN_ROW_COUNT, 2 * rowCount));
        }
        setInt(RowField.LANES, rowCount, lane);
        return rowCount++;
    }

    private void grow(int room) {
        for (RowField field : FIELDS) {
            fields[field.index()] = Arrays.copyOf(bytes(field), room * field.byteCount(layout));
        }
        observations = bytes(RowField.OBSERVATIONS);
        actionMasks = bytes(RowField.ACTION_MASKS);
    }
}
