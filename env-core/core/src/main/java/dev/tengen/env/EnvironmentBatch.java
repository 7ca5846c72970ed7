package dev.tengen.env;

import static dev.tengen.env.LittleEndianBytes.INT;
import static dev.tengen.env.LittleEndianBytes.LONG;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A batch of environments that are stepped together. Each environment is a lane, with its own spec. Lanes are numbered
 * from 0.
 *
 * <pre>{@code
 * EnvironmentBatch batch = new EnvironmentBatch(List.of(spec), seeds, Autoreset.NEXT_STEP);
 * LaneRows rows = batch.open();
 * while (isWanted) {
 *     rows = batch.step(choose(rows));
 * }
 * }</pre>
 *
 * <p>A request has three steps: {@link #rows} creates its rows, {@link #step(LaneRows, int, int)} or another call fills
 * a range of rows, and the caller reads the rows. Threads may fill disjoint ranges of the same rows concurrently.
 * Everything else is for one thread at a time. The results do not depend on how the rows are divided.
 */
public final class EnvironmentBatch {
    /** The action that leaves the lane unchanged. */
    public static final int NO_ACTION = -1;

    /**
     * Requests a uniformly drawn legal action, passes included. The generator is derived from the first seed of the
     * lane.
     */
    public static final int DRAWN_ACTION = -3;

    /**
     * Lanes that take more bytes than this are read ahead. Smaller batches stay in the caches, where that costs more
     * than it saves.
     */
    private static final long CACHE_BYTES = 24L << 20;

    private static final byte[] NO_BYTES = {};

    private final List<EnvironmentSpec> specs;
    private final long[] seeds;
    private final Autoreset autoreset;
    private final Function<Grid, Zobrist> zobrist;
    private final RowLayout layout;
    private final LaneToolsPool pool;

    /** The rows of ended episodes of a batch that reports none. */
    private final LaneRows noEnds;

    private final Lane[] lanes;

    /** The last request that named each lane, to detect duplicates. */
    private final int[] namedBy;

    private int requestCount;

    private final boolean touchesAhead;

    /** The sum of what was read ahead. Nobody needs it, but the compiler would drop reads without a result. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    /**
     * Creates a batch. {@link #open()} starts the episodes.
     *
     * @param specs one spec for all lanes, or one for each lane
     * @param seeds the seed of the first episode of each lane
     * @throws InvalidValueException if {@code seeds} is empty, or the number of specs does not match
     */
    public EnvironmentBatch(List<EnvironmentSpec> specs, long[] seeds, Autoreset autoreset) {
        this(specs, seeds, autoreset, Zobrist::of);
    }

    /**
     * Creates a batch whose games compute position hashes with the keys that {@code zobrist} returns for the size of
     * their board.
     */
    EnvironmentBatch(List<EnvironmentSpec> specs, long[] seeds, Autoreset autoreset, Function<Grid, Zobrist> zobrist) {
        if (seeds.length == 0) {
            throw InvalidValueException.not("seeds", "[]", "one seed for each lane, and at least one");
        }
        if (specs.size() != 1 && specs.size() != seeds.length) {
            throw InvalidValueException.not(
                    "specs", "a list of " + specs.size(), "one spec, or one for each of " + seeds.length + " lanes");
        }
        this.specs = List.copyOf(specs);
        this.seeds = seeds.clone();
        this.autoreset = autoreset;
        this.zobrist = zobrist;
        layout = RowLayout.of(specs);
        pool = new LaneToolsPool(this.specs, layout);
        noEnds = new LaneRows(layout, 0, NO_BYTES);
        lanes = new Lane[seeds.length];
        namedBy = new int[seeds.length];
        touchesAhead = memoryBytes(0, 1) > CACHE_BYTES;
    }

    /** Returns the number of lanes. */
    public int laneCount() {
        return lanes.length;
    }

    /** Returns the layout of rows. */
    public RowLayout layout() {
        return layout;
    }

    /**
     * Returns an estimate of the size in memory of the batch, in bytes, when every lane has played {@code moveCount}
     * moves in an episode, or as many as its episodes may have, and {@code threadCount} threads have filled rows at the
     * same time.
     */
    public long memoryBytes(int moveCount, int threadCount) {
        long bytes = specs.size() == 1
                ? lanes.length * laneBytes(specs.get(0), moveCount)
                : specs.stream().mapToLong(spec -> laneBytes(spec, moveCount)).sum();
        return bytes + pool.memoryBytes(moveCount, threadCount, specs.size() == 1 ? lanes.length : 1);
    }

    private long laneBytes(EnvironmentSpec spec, int moveCount) {
        int limit = spec.moveLimit() == EnvironmentSpec.UNLIMITED_MOVES ? moveCount : spec.moveLimit();
        return Lane.memoryBytes(spec, layout, Math.min(moveCount, limit));
    }

    /** Returns an estimate of the greatest memory that an opponent takes while it chooses a move, in bytes. */
    public long searchBytes() {
        return specs.stream()
                .flatMap(spec -> spec.opponent().stream())
                .mapToLong(opponent -> opponent.player().searchBytes())
                .max()
                .orElse(0);
    }

    /**
     * Returns the size in memory of the proposals of dead stones in all lanes, in bytes, after {@code more} have been
     * added to the largest board.
     */
    public long proposalBytes(int more) {
        long bytes = 0;
        long greatest = 0;
        for (int number = 0; number < lanes.length; number++) {
            long each = Game.proposalBytes(spec(number).grid());
            greatest = Math.max(greatest, each);
            Lane lane = lanes[number];
            bytes += lane == null ? 0 : lane.proposalCount() * each;
        }
        return bytes + more * greatest;
    }

    /** Returns the greatest number of moves in an episode of a lane; {@link Integer#MAX_VALUE} if one is unlimited. */
    public int moveLimit() {
        int greatest = 0;
        for (EnvironmentSpec spec : specs) {
            int limit = spec.moveLimit();
            greatest = Math.max(greatest, limit == EnvironmentSpec.UNLIMITED_MOVES ? Integer.MAX_VALUE : limit);
        }
        return greatest;
    }

    /** Returns the spec of {@code lane}. */
    public EnvironmentSpec spec(int lane) {
        return specs.size() == 1 ? specs.get(0) : specs.get(lane);
    }

    /** Returns whether answers also have rows of ended episodes: at most as many as others. */
    public boolean reportsEnds() {
        return autoreset == Autoreset.SAME_STEP;
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

    /**
     * Plays an action in each lane: one of the lane's own board, {@link #NO_ACTION}, {@link #DRAWN_ACTION} or a
     * resignation.
     */
    public LaneRows step(int... actions) {
        LaneRows rows = rows(NO_BYTES);
        rows.setActions(LittleEndianBytes.of(actions));
        step(rows, 0, rows.rowCount());
        return rows;
    }

    /** Starts a new episode in each of the {@code chosen} lanes, or in all lanes if there are none. */
    public LaneRows reset(int... chosen) {
        LaneRows rows = rows(LittleEndianBytes.of(chosen));
        reset(rows, NO_BYTES, 0, rows.rowCount());
        return rows;
    }

    /**
     * Returns unfilled rows for the lanes in {@code named}, a uint32 each, or for all lanes if it is empty. The rows
     * take ownership of the array.
     *
     * @throws InvalidValueException if a lane does not exist or occurs twice
     */
    public LaneRows rows(byte[] named) {
        requireLanes(named);
        return new LaneRows(layout, rowCount(named), named);
    }

    private int rowCount(byte[] named) {
        return named.length == 0 ? lanes.length : named.length / Integer.BYTES;
    }

    private void requireLanes(byte[] named) {
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
    }

    /**
     * Returns unfilled rows like {@link #rows(byte[])}, for a step. They use the arrays of {@code old} if it has as
     * many rows; nobody may use {@code old} from now on. {@link LaneRows#setActions} must follow.
     *
     * @param old the rows of an earlier request, which has been carried out
     * @throws InvalidValueException if a lane does not exist or occurs twice
     */
    public LaneRows rows(byte[] named, LaneRows old) {
        requireLanes(named);
        int rowCount = rowCount(named);
        return rowCount == old.rowCount() ? old.reusedFor(named) : new LaneRows(layout, rowCount, named);
    }

    /**
     * Sets proposals of dead stones, which take the place of passes in {@code rows}. Call it after
     * {@link LaneRows#setActions}. A proposal at a time when none is due, or with points that are not whole chains, is
     * reported in its row: {@link Legality#NO_AGREEMENT} or {@link Legality#NOT_WHOLE_CHAINS}. The lane does not change
     * then, under every {@link IllegalActionPolicy}.
     *
     * @throws InvalidValueException if a lane has no row or several proposals, its rules do not ask for an agreement on
     *     dead stones, its action is not its pass, or a point is not on its board or occurs twice
     */
    public void setProposals(LaneRows rows, List<LaneProposal> proposals) {
        if (proposals.isEmpty()) {
            return;
        }
        Map<Integer, Integer> rowByLane = new HashMap<>();
        for (int row = 0; row < rows.rowCount(); row++) {
            rowByLane.put(rows.lane(row), row);
        }
        Map<Integer, PointSet> byRow = new HashMap<>();
        for (LaneProposal proposal : proposals) {
            Integer row = rowByLane.get(proposal.lane());
            if (row == null) {
                throw InvalidValueException.not(
                        "proposals.lane", Integer.toUnsignedString(proposal.lane()), "a lane of the request");
            }
            if (byRow.put(row, points(proposal, rows.action(row))) != null) {
                throw InvalidValueException.not(
                        "proposals", "with lane " + proposal.lane() + " twice", "a list of different lanes");
            }
        }
        rows.setProposals(byRow);
    }

    private PointSet points(LaneProposal proposal, int action) {
        EnvironmentSpec spec = spec(proposal.lane());
        if (spec.rules().deadStones() != DeadStones.AGREEMENT) {
            throw InvalidValueException.not(
                    "proposals.lane", proposal.lane(), "a lane whose rules ask for an agreement on dead stones");
        }
        int pass = spec.grid().pass();
        if (action != pass) {
            throw InvalidValueException.not(
                    "actions",
                    action + " in lane " + proposal.lane() + ", which proposes dead stones,",
                    pass + ", the pass of the lane");
        }
        return proposal.pointSet(spec.grid());
    }

    /** Starts the first episode in the rows from {@code from} (inclusive) to {@code to} (exclusive) of all lanes. */
    public void open(LaneRows rows, int from, int to) {
        LaneToolsPool.Loan tools = pool.loan();
        for (int row = from; row < to; row++) {
            int lane = rows.lane(row);
            lanes[lane] = new Lane(newEnvironment(lane), seeds[lane], autoreset, layout, ofLane(lane, tools));
            lanes[lane].open(rows, row);
        }
        tools.giveBack();
    }

    /** Returns the state of {@code lane}, from which a lane of another batch with the same specs can continue. */
    public LaneSnapshot snapshot(int lane) {
        return lanes[lane].snapshot();
    }

    /**
     * Puts {@code lane} into the state of {@code snapshot}, which must come from a batch with the same specs and the
     * same {@link Autoreset}. In a batch that is not open, this takes the place of {@link #open} for the lane.
     *
     * @throws InvalidValueException if the actions are not a legal game with the end that the snapshot has
     */
    public void restore(int lane, LaneSnapshot snapshot) {
        LaneToolsPool.Loan tools = pool.loan();
        lanes[lane] = new Lane(spec(lane), snapshot, autoreset, layout, ofLane(lane, tools));
        tools.giveBack();
    }

    private Environment newEnvironment(int lane) {
        EnvironmentSpec spec = spec(lane);
        return new Environment(spec, seeds[lane], zobrist.apply(spec.grid()));
    }

    /** Plays the actions in the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    public void step(LaneRows rows, int from, int to) {
        LaneRows ended = reportsEnds() ? new LaneRows(layout, 0, NO_BYTES) : noEnds;
        rows.clear(from, to);
        LaneToolsPool.Loan tools = pool.loan();
        int carriedOut = 0;
        int sum = 0;
        for (int row = from; row < to; row++) {
            if (touchesAhead) {
                sum += touchAfter(rows, row, to);
            }
            carriedOut += lane(rows.lane(row), tools).step(rows, row, ended) ? 1 : 0;
        }
        touched = sum;
        tools.giveBack();
        rows.addRange(from, carriedOut, ended);
    }

    /**
     * Reads the memory of the lanes in the two rows after {@code row}, so that it arrives while the lane in {@code row}
     * is stepped. One is read in two parts: the first has the addresses of the second.
     */
    private int touchAfter(LaneRows rows, int row, int to) {
        int sum = 0;
        if (row + 2 < to) {
            sum += lanes[rows.lane(row + 2)].game().touchObjects();
        }
        if (row + 1 < to) {
            sum += lanes[rows.lane(row + 1)].game().touchArrays();
        }
        return sum;
    }

    /**
     * Starts new episodes in the rows from {@code from} (inclusive) to {@code to} (exclusive).
     *
     * @param newSeeds the seed of each row, a uint64; if empty, the next seed of each lane is used
     * @throws InvalidValueException if the number of seeds does not match
     */
    public void reset(LaneRows rows, byte[] newSeeds, int from, int to) {
        requireSeeds(rows, newSeeds);
        LaneToolsPool.Loan tools = pool.loan();
        for (int row = from; row < to; row++) {
            Lane lane = lane(rows.lane(row), tools);
            if (newSeeds.length == 0) {
                lane.reset(rows, row);
            } else {
                lane.reset((long) LONG.get(newSeeds, row * Long.BYTES), rows, row);
            }
        }
        tools.giveBack();
    }

    /** Returns a lane, which uses its part of {@code tools} from now on. */
    private Lane lane(int number, LaneToolsPool.Loan tools) {
        Lane lane = lanes[number];
        lane.setTools(ofLane(number, tools));
        return lane;
    }

    private LaneTools ofLane(int lane, LaneToolsPool.Loan tools) {
        return tools.ofSpec(specs.size() == 1 ? 0 : lane);
    }

    /**
     * Checks the number of seeds.
     *
     * @throws InvalidValueException if {@code newSeeds} is neither empty nor one uint64 for each row
     */
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
