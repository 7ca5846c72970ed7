package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import java.util.Optional;

/**
 * A region of a race played by itself: the rules of the board, within its points.
 *
 * <p>The essential chain beside it either has a liberty elsewhere that is never filled, or has no liberty but those here. Safe
 * enemy stones beside it are never captured. Suicide is no move here: it only gives stones away.
 */
final class LocalBoard {
    /** More points have no room in the bits, nor a tree of moves in any memory. */
    static final int MAX_POINT_COUNT = 62;

    private final Region region;
    private final int[] points;
    private final long[] neighbors;
    private final long all;
    private final long besideEssential;
    private final long besideSafe;
    private final long besideUnplayable;
    private final boolean isLast;
    private final LocalState start;

    /**
     * Makes the board of {@code region}, which has at most {@link #MAX_POINT_COUNT}.
     *
     * @param isLast whether the essential chain has no liberty but those here
     */
    LocalBoard(Race race, SafeChains safe, Region region, boolean isLast) {
        this.region = region;
        this.isLast = isLast;
        points = new int[region.points().size()];
        for (int i = 0, point = region.points().first();
                point >= 0;
                i++, point = region.points().next(point)) {
            points[i] = point;
        }
        neighbors = new long[points.length];
        Grid grid = race.board().grid();
        for (int i = 0; i < points.length; i++) {
            neighbors[i] = bits(besides(PointSet.of(grid, points[i])));
        }
        all = bits(region.points());
        besideEssential = bits(besides(race.essential(region.owner())));
        besideSafe = bits(besides(safe.stones(Color.opponent(region.owner()))));
        besideUnplayable = bits(besides(race.unplayable()));
        start = stateOf(race.board(), region.owner());
    }

    private static PointSet besides(PointSet points) {
        PointSet around = new PointSet(points.grid());
        around.addNeighborsOf(points);
        return around;
    }

    private long bits(PointSet set) {
        long bits = 0;
        for (int i = 0; i < points.length; i++) {
            bits |= set.contains(points[i]) ? 1L << i : 0;
        }
        return bits;
    }

    private LocalState stateOf(Board board, int owner) {
        return new LocalState(bits(board.points(owner)), bits(board.points(Color.opponent(owner))));
    }

    /** Returns what tells this from other boards: equal keys have equal games. */
    Object key() {
        return new Key(region.owner(), region.points(), besideEssential, besideSafe, besideUnplayable, isLast, start);
    }

    /** Returns the color of the essential chain. */
    int owner() {
        return region.owner();
    }

    /** Returns a text that tells where it is. */
    String place() {
        return region.place();
    }

    /** Returns the stones that are on the real board. */
    LocalState start() {
        return start;
    }

    /** Returns the empty points of {@code state}. */
    long empty(LocalState state) {
        return all & ~state.stones();
    }

    /** Returns the stones of the region that belong to the essential chain. */
    private long joined(long own) {
        return flood(own & besideEssential, own);
    }

    /** Returns the liberties that the essential chain has here. */
    long liberties(LocalState state) {
        return (besideEssential | neighborsOf(joined(state.own()))) & empty(state);
    }

    /** Returns the enemy stones that cannot be captured. */
    private long safe(long enemy) {
        return flood(enemy & (besideSafe | besideUnplayable), enemy);
    }

    /**
     * Returns whether all that is left are liberties of the essential chain beside safe enemy stones: the enemy fills them one
     * by one, and nothing else can happen.
     */
    boolean isPlain(LocalState state) {
        long empty = empty(state);
        long safe = safe(state.enemy());
        long fillable = besideSafe | besideUnplayable | neighborsOf(safe);
        return safe == state.enemy()
                && joined(state.own()) == state.own()
                && liberties(state) == empty
                && (empty & ~fillable) == 0;
    }

    /**
     * Returns whether the essential chain has no liberty here and will have none: it is captured, or its owner has no move
     * that regains one.
     */
    boolean isLost(LocalState state) {
        return liberties(state) == 0 && (isLast || !canRegain(state));
    }

    private boolean canRegain(LocalState state) {
        for (long rest = empty(state); rest != 0; rest &= rest - 1) {
            Optional<LocalState> next = play(state, Long.numberOfTrailingZeros(rest), true);
            if (next.isPresent() && liberties(next.get()) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns what the stones are after a move to an empty point, of the owner or the enemy; empty if that is suicide. An
     * enemy's move that takes the last liberty of the essential chain, where it has no other, leaves it without any here.
     */
    Optional<LocalState> play(LocalState state, int index, boolean isOwner) {
        long stone = 1L << index;
        LocalState placed = isOwner
                ? new LocalState(state.own() | stone, state.enemy())
                : new LocalState(state.own(), state.enemy() | stone);
        if (isLast && !isOwner && liberties(placed) == 0) {
            return Optional.of(placed);
        }
        long captured = dead(placed, neighbors[index], !isOwner);
        LocalState after = isOwner
                ? new LocalState(placed.own(), placed.enemy() & ~captured)
                : new LocalState(placed.own() & ~captured, placed.enemy());
        return dead(after, stone, isOwner) == 0 ? Optional.of(after) : Optional.empty();
    }

    /** Returns the stones of the chains of one player, of those with a stone in {@code seeds}, that have no liberty left. */
    private long dead(LocalState state, long seeds, boolean isOwner) {
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

    private boolean hasLiberty(LocalState state, long chain, boolean isOwner) {
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
            LocalState start) {}
}
