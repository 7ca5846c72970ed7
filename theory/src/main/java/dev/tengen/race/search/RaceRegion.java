package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The points of a race that can change, numbered from 0, so that a set of them is the bits of a long: empty points that are
 * played, and stones of chains that can be captured without an end of the race. Immutable.
 */
/*
 * All other stones stand still. A chain with a liberty that nobody plays can never be captured: it is immune. An essential
 * chain stands until the race ends. A stone put beside one of these becomes part of it, so each point need only know of which
 * kinds it has a neighbor: its anchors. A stone beside a point that nobody plays is immune as well.
 *
 * Twins are points that can be exchanged without a change of the race, such as the plain liberties of a chain. They are
 * looked for only where a stone of either color would be anchored, so that what is put there stays. Before that, lines
 * between two points of the same anchors for both colors are cut: a stone on one of them has the liberties of its anchor,
 * the other point among them, with or without the line.
 */
final class RaceRegion {
    /** The most points that a region can have. */
    static final int MAX_POINT_COUNT = 62;

    private final Grid grid;
    private final int[] points;
    private final long[] neighbors;
    private final long black;
    private final long white;
    private final long[] besideEssential = new long[3];
    private final long[] besideImmune = new long[3];
    private final boolean[] isEssentialImmune = new boolean[3];
    private final long[] twins;

    private RaceRegion(Race race, PointSet immune, PointSet region) {
        grid = race.board().grid();
        points = new int[region.size()];
        neighbors = new long[points.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = region.nth(i);
        }
        black = bits(race.board().points(Color.BLACK));
        white = bits(race.board().points(Color.WHITE));
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            besideEssential[color] = beside(race.essential(color));
            PointSet safe = immune.copy();
            safe.retainAll(race.board().points(color));
            besideImmune[color] = beside(safe) | beside(race.unplayable());
            isEssentialImmune[color] = immune.contains(race.essential(color).first());
        }
        linkNeighbors();
        twins = findTwins();
    }

    /** Returns the region of {@code race}; empty where it has more than {@link #MAX_POINT_COUNT} points. */
    static Optional<RaceRegion> of(Race race) {
        PointSet immune = race.immune();
        PointSet region = new PointSet(race.board().grid());
        region.fill();
        region.removeAll(race.unplayable());
        region.removeAll(immune);
        region.removeAll(race.essential(Color.BLACK));
        region.removeAll(race.essential(Color.WHITE));
        return region.size() > MAX_POINT_COUNT ? Optional.empty() : Optional.of(new RaceRegion(race, immune, region));
    }

    private long beside(PointSet stones) {
        PointSet reach = new PointSet(grid);
        reach.addNeighborsOf(stones);
        return bits(reach);
    }

    private void linkNeighbors() {
        for (int i = 0; i < points.length; i++) {
            for (int direction = 0; direction < 4; direction++) {
                int other = index(grid.neighbor(points[i], direction));
                if (other >= 0 && !(isHeld(i) && anchors(i) == anchors(other))) {
                    neighbors[i] |= 1L << other;
                }
            }
        }
    }

    /** Returns the kinds of stones that stand still beside point {@code index}, as bits. */
    private int anchors(int index) {
        int kinds = 0;
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            kinds = (kinds << 1) | (int) (besideEssential[color] >>> index & 1);
            kinds = (kinds << 1) | (int) (besideImmune[color] >>> index & 1);
        }
        return kinds;
    }

    /** Returns whether a stone of either color at point {@code index} would be anchored. */
    private boolean isHeld(int index) {
        return ((anchor(Color.BLACK) & anchor(Color.WHITE)) >>> index & 1) != 0;
    }

    private long[] findTwins() {
        List<Long> classes = new ArrayList<>();
        long left = all();
        for (int i = 0; i < points.length; i++) {
            if ((left >>> i & 1) != 0 && isHeld(i)) {
                long same = 0;
                for (int other = i; other < points.length; other++) {
                    boolean isTwin = anchors(i) == anchors(other) && neighbors[i] == neighbors[other];
                    same |= isTwin ? 1L << other : 0;
                }
                left &= ~same;
                classes.add(same);
            }
        }
        return classes.stream()
                .mapToLong(Long::longValue)
                .filter(same -> Long.bitCount(same) > 1)
                .toArray();
    }

    /** Returns the count of points. */
    int pointCount() {
        return points.length;
    }

    /** Returns all points. */
    long all() {
        return (1L << points.length) - 1;
    }

    /** Returns the point of the board that has number {@code index} here. */
    int point(int index) {
        return points[index];
    }

    /** Returns the number of {@code point} of the board, or something negative where it is not in the region. */
    int index(int point) {
        return Arrays.binarySearch(points, point);
    }

    /** Returns those of {@code set} that are in the region. */
    long bits(PointSet set) {
        long bits = 0;
        for (int i = 0; i < points.length; i++) {
            bits |= set.contains(points[i]) ? 1L << i : 0;
        }
        return bits;
    }

    /** Returns the stones in the region before the first move. */
    RaceColoring start() {
        return new RaceColoring(black, white);
    }

    /** Returns the points beside the essential chain of {@code color}. */
    long besideEssential(int color) {
        return besideEssential[color];
    }

    /** Returns the points beside chains of {@code color} that cannot be captured. */
    long besideImmune(int color) {
        return besideImmune[color];
    }

    /** Returns the points where a stone of {@code color} becomes part of a chain that stands until the end. */
    long anchor(int color) {
        return besideEssential[color] | besideImmune[color];
    }

    /** Returns whether the essential chain of {@code color} can never be captured. */
    boolean isEssentialImmune(int color) {
        return isEssentialImmune[color];
    }

    /** Returns all neighbors of points of {@code set}; points of the set may be among them. */
    long neighborsOf(long set) {
        long reach = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            reach |= neighbors[Long.numberOfTrailingZeros(rest)];
        }
        return reach;
    }

    /** Returns the points that paths inside of {@code area} join to {@code seeds}, those of the seeds in it included. */
    long flood(long seeds, long area) {
        long found = seeds & area;
        long edge = found;
        while (edge != 0) {
            edge = neighborsOf(edge) & area & ~found;
            found |= edge;
        }
        return found;
    }

    /** Returns the coloring that stands for all those that an exchange of twins makes of {@code coloring}. */
    RaceColoring canonical(RaceColoring coloring) {
        if (twins.length == 0) {
            return coloring;
        }
        long newBlack = coloring.black();
        long newWhite = coloring.white();
        for (long same : twins) {
            int blackCount = Long.bitCount(newBlack & same);
            int whiteCount = Long.bitCount(newWhite & same);
            long ownBlack = lowest(same, blackCount);
            newBlack = (newBlack & ~same) | ownBlack;
            newWhite = (newWhite & ~same) | (lowest(same, blackCount + whiteCount) & ~ownBlack);
        }
        return new RaceColoring(newBlack, newWhite);
    }

    private static long lowest(long set, int count) {
        long rest = set;
        for (int i = 0; i < count; i++) {
            rest &= rest - 1;
        }
        return set & ~rest;
    }

    /** Returns {@code empty} with but one point of those that are twins of each other. */
    long withoutTwins(long empty) {
        long kept = empty;
        for (long same : twins) {
            kept = (kept & ~same) | Long.lowestOneBit(empty & same);
        }
        return kept;
    }
}
