package dev.tengen.env;

import dev.tengen.board.InvalidValueException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Many environments, stepped together. Each is a lane, with a spec of its own; lanes are numbered from 0.
 *
 * <pre>{@code
 * EnvironmentBatch batch = new EnvironmentBatch(List.of(spec), seeds, Autoreset.NEXT_STEP);
 * LaneRows rows = batch.open();
 * while (isWanted) {
 *     rows = batch.step(choose(rows));
 * }
 * }</pre>
 *
 * <p>A request is carried out in three parts: {@link #rows} makes its answer, {@link #step(LaneRows, int, int)} or another
 * call works on a range of rows, and the answer is read. Threads may work on disjoint ranges of the same rows at once; all
 * else is for one thread at a time. A lane gets the same actions and seeds to the same end however the work is divided.
 */
public final class EnvironmentBatch {
    /** Leaves the lane as it is. */
    public static final int NO_ACTION = -1;

    /**
     * Stands for an action drawn uniformly among the legal ones, the pass included, by a generator that follows from the
     * lane's first seed.
     */
    public static final int DRAWN_ACTION = -3;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};

    private final List<EnvironmentSpec> specs;
    private final long[] seeds;
    private final Autoreset autoreset;
    private final RowLayout layout;
    private final Lane[] lanes;

    /** The request that last named each lane, to tell a lane named twice. */
    private final int[] namedBy;

    private int requestCount;

    /**
     * Makes a batch with as many lanes as {@code seeds}, which are those of the first episodes. There is one spec for all
     * lanes or one for each. The episodes begin with {@link #open()}.
     */
    public EnvironmentBatch(List<EnvironmentSpec> specs, long[] seeds, Autoreset autoreset) {
        if (seeds.length == 0) {
            throw InvalidValueException.not("seeds", "[]", "one for each lane, of which there is at least one");
        }
        if (specs.size() != 1 && specs.size() != seeds.length) {
            throw InvalidValueException.not(
                    "specs", "a list of " + specs.size(), "one spec, or one for each of " + seeds.length + " lanes");
        }
        this.specs = List.copyOf(specs);
        this.seeds = seeds.clone();
        this.autoreset = autoreset;
        layout = RowLayout.of(specs);
        lanes = new Lane[seeds.length];
        namedBy = new int[seeds.length];
    }

    /** Returns the count of lanes. */
    public int laneCount() {
        return lanes.length;
    }

    /** Returns how rows are laid out. */
    public RowLayout layout() {
        return layout;
    }

    /** Returns the spec of {@code lane}. */
    public EnvironmentSpec spec(int lane) {
        return specs.size() == 1 ? specs.get(0) : specs.get(lane);
    }

    /** Returns the seeds of the first episodes. */
    public long[] seeds() {
        return seeds.clone();
    }

    /** Starts the first episode of each lane. */
    public LaneRows open() {
        LaneRows rows = rows(NO_BYTES);
        open(rows, 0, rows.rowCount());
        return rows;
    }

    /** Takes an action in each lane: one of the lane's own board, or a negative one named in this package. */
    public LaneRows step(int... actions) {
        LaneRows rows = rows(NO_BYTES);
        rows.takeActions(LittleEndianBytes.of(actions));
        step(rows, 0, rows.rowCount());
        return rows;
    }

    /** Starts a new episode in each of {@code chosen} lanes, or in all where none is named. */
    public LaneRows reset(int... chosen) {
        LaneRows rows = rows(LittleEndianBytes.of(chosen));
        reset(rows, NO_BYTES, 0, rows.rowCount());
        return rows;
    }

    /**
     * Returns rows to be filled for the lanes that {@code named} holds, a uint32 each, or for all lanes where it is empty.
     * The array is taken over. Throws {@link InvalidValueException} where a lane is named twice or is not there.
     */
    public LaneRows rows(byte[] named) {
        if (named.length == 0) {
            return new LaneRows(layout, lanes.length, named);
        }
        if (named.length % Integer.BYTES != 0) {
            throw InvalidValueException.not("lanes", "of " + named.length + " bytes", "a uint32 for each lane");
        }
        requestCount++;
        for (int offset = 0; offset < named.length; offset += Integer.BYTES) {
            int lane = (int) INT.get(named, offset);
            if (lane < 0 || lane >= lanes.length) {
                throw InvalidValueException.outside("lanes", Integer.toUnsignedString(lane), 0, lanes.length - 1);
            }
            if (namedBy[lane] == requestCount) {
                throw InvalidValueException.not("lanes", "with lane " + lane + " twice", "a list of different lanes");
            }
            namedBy[lane] = requestCount;
        }
        return new LaneRows(layout, named.length / Integer.BYTES, named);
    }

    /** Starts the first episode in the rows from {@code from} (inclusive) to {@code to} (exclusive) of all lanes. */
    public void open(LaneRows rows, int from, int to) {
        for (int row = from; row < to; row++) {
            int lane = rows.lane(row);
            lanes[lane] = new Lane(spec(lane), seeds[lane], autoreset, layout);
            lanes[lane].open(rows, row);
        }
    }

    /** Takes the actions that stand in the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    public void step(LaneRows rows, int from, int to) {
        LaneRows ended = new LaneRows(layout, 0, NO_BYTES);
        int carriedOut = 0;
        for (int row = from; row < to; row++) {
            carriedOut += lanes[rows.lane(row)].step(rows, row, ended) ? 1 : 0;
        }
        rows.addRange(from, carriedOut, ended);
    }

    /**
     * Starts new episodes in the rows from {@code from} (inclusive) to {@code to} (exclusive), with the seed that {@code
     * newSeeds} holds for each row, a uint64, or where it is empty with that which follows from the lane's last.
     */
    public void reset(LaneRows rows, byte[] newSeeds, int from, int to) {
        requireSeeds(rows, newSeeds);
        for (int row = from; row < to; row++) {
            Lane lane = lanes[rows.lane(row)];
            if (newSeeds.length == 0) {
                lane.reset(rows, row);
            } else {
                lane.reset((long) LONG.get(newSeeds, row * Long.BYTES), rows, row);
            }
        }
    }

    /** Throws {@link InvalidValueException} where there are neither as many seeds as rows nor none. */
    public static void requireSeeds(LaneRows rows, byte[] newSeeds) {
        int byteCount = rows.rowCount() * Long.BYTES;
        if (newSeeds.length != 0 && newSeeds.length != byteCount) {
            throw InvalidValueException.not(
                    "seeds",
                    "of " + newSeeds.length + " bytes",
                    byteCount + " bytes long, a uint64 for each lane, or empty");
        }
    }
}
