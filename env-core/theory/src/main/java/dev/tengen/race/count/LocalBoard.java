package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import java.util.Optional;

/**
 * A region of a race as a board of its own: the rules of play, restricted to its points.
 *
 * <p>The essential chain beside it either has a liberty elsewhere that is never filled, or has no liberties but those
 * here. Safe enemy stones beside it are never captured. Suicide is not a move here, because it only gives stones away.
 */
final class LocalBoard {
    /** The maximum number of points: more do not fit into the bits, and their move tree into no memory. */
    static final int MAX_POINT_COUNT = 62;

    private final Region region;
    private final int[] points;
    private final long[] neighbors;
    private final long all;
    private final long besideEssential;
    private final long besideSafe;
    private final long besideUnplayable;
    private final boolean isLast;
    private final State start;

    /**
     * Creates the board of {@code region}.
     *
     * @param race the race
     * @param safe the safe chains of the race
     * @param region a region of at most {@link #MAX_POINT_COUNT} points
     * @param isLast whether the essential chain has no liberties but those here
     */
    LocalBoard(Race race, SafeChains safe, Region region, boolean isLast) {
        this.region = region;
        this.isLast = isLast;
        points = new int[region.points().size()];
        for (int i = 0; i < points.length; i++) {
            points[i] = region.points().nth(i);
        }
        neighbors = new long[points.length];
        Grid grid = race.board().grid();
        for (int i = 0; i < points.length; i++) {
            neighbors[i] = bits(PointSet.of(grid, points[i]).neighbors());
        }
        all = bits(region.points());
        besideEssential = bits(race.essential(region.owner()).neighbors());
        besideSafe = bits(safe.stones(Color.opponent(region.owner())).neighbors());
        besideUnplayable = bits(race.unplayable().neighbors());
        start = stateOf(race.board(), region.owner());
    }

    private long bits(PointSet set) {
        long bits = 0;
        for (int i = 0; i < points.length; i++) {
            bits |= set.contains(points[i]) ? 1L << i : 0;
        }
        return bits;
    }

    private State stateOf(Board board, int owner) {
        return new State(bits(board.points(owner)), bits(board.points(Color.opponent(owner))));
    }

    /** Returns a cache key: boards with equal keys have equal games. */
    Object key() {
        return new Key(region.owner(), region.points(), besideEssential, besideSafe, besideUnplayable, isLast, start);
    }

    /** Returns the color of the essential chain. */
    int owner() {
        return region.owner();
    }

    /** Returns the location as text. */
    String place() {
        return region.place();
    }

    /** Returns the stones of the real board. */
    State start() {
        return start;
    }

    /** Returns the empty points of {@code state}. */
    long empty(State state) {
        return all & ~state.stones();
    }

    /** Returns the stones of the region that are connected to the essential chain. */
    private long joined(long own) {
        return flood(own & besideEssential, own);
    }

    /** Returns the liberties of the essential chain in this region. */
    long liberties(State state) {
        return (besideEssential | neighborsOf(joined(state.own()))) & empty(state);
    }

    /** Returns the enemy stones that cannot be captured. */
    private long safe(long enemy) {
        return flood(enemy & (besideSafe | besideUnplayable), enemy);
    }

    /**
     * Returns whether only liberties of the essential chain beside safe enemy stones are left. The enemy then fills
     * them one by one, and nothing else can happen.
     */
    boolean isPlain(State state) {
        long empty = empty(state);
        long safe = safe(state.enemy());
        long fillable = besideSafe | besideUnplayable | neighborsOf(safe);
        return safe == state.enemy()
                && joined(state.own()) == state.own()
                && liberties(state) == empty
                && (empty & ~fillable) == 0;
    }

    /**
     * Returns whether the essential chain has no liberty here and cannot get one: it is captured, or its owner has no
     * move that regains one.
     */
    boolean isLost(State state) {
        return liberties(state) == 0 && (isLast || !canRegain(state));
    }

    private boolean canRegain(State state) {
        for (long rest = empty(state); rest != 0; rest &= rest - 1) {
            Optional<State> next = play(state, Long.numberOfTrailingZeros(rest), true);
            if (next.isPresent() && liberties(next.get()) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the stones after a move of the owner or of the enemy to an empty point; empty if the move is suicide. If
     * the essential chain has no liberties elsewhere, an enemy move that takes its last liberty leaves it without any
     * here.
     */
    Optional<State> play(State state, int index, boolean isOwner) {
        long stone = 1L << index;
        State placed =
                isOwner ? new State(state.own() | stone, state.enemy()) : new State(state.own(), state.enemy() | stone);
        if (isLast && !isOwner && liberties(placed) == 0) {
            return Optional.of(placed);
        }
        long captured = dead(placed, neighbors[index], !isOwner);
        State after = isOwner
                ? new State(placed.own(), placed.enemy() & ~captured)
                : new State(placed.own() & ~captured, placed.enemy());
        return dead(after, stone, isOwner) == 0 ? Optional.of(after) : Optional.empty();
    }

    /** Returns the stones of one player's chains without a liberty, among the chains with a stone in {@code seeds}. */
    private long dead(State state, long seeds, boolean isOwner) {
        long stones = isOwner ? state.own() : state.enemy();
        long dead = 0;
        long rest = stones & seeds;
        while (rest != 0) {
            long chain = flood(Long.lowestOneBit(rest), stones);
            rest &= ~chain;
            dead |= hasLiberty(state, chain, isOwner) ? 0 : chain;
        }
        return dead;
    }

    private boolean hasLiberty(State state, long chain, boolean isOwner) {
        if ((neighborsOf(chain) & empty(state)) != 0 || (chain & besideUnplayable) != 0) {
            return true;
        }
        if (isOwner) {
            return (chain & besideEssential) != 0 && (!isLast || liberties(state) != 0);
        }
        return (chain & besideSafe) != 0;
    }

    private long flood(long seeds, long area) {
        long flooded = seeds & area;
        long grown = flooded;
        do {
            flooded = grown;
            grown = flooded | (neighborsOf(flooded) & area);
        } while (grown != flooded);
        return flooded;
    }

    private long neighborsOf(long bits) {
        long result = 0;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            result |= neighbors[Long.numberOfTrailingZeros(rest)];
        }
        return result;
    }

    private record Key(
            int owner,
            PointSet points,
            long besideEssential,
            long besideSafe,
            long besideUnplayable,
            boolean isLast,
            State start) {}

    /**
     * The stones of a region, as bits in the numbering of the region.
     *
     * @param own the stones of the owner of the essential chain
     * @param enemy the stones of the other color
     */
    record State(long own, long enemy) {
        /** Returns the points with a stone. */
        long stones() {
            return own | enemy;
        }
    }
}
