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
 * The points of a race that can change, numbered from 0, so that a set of them fits the bits of a long (a bitboard).
 * These are the playable empty points, and the stones of chains that can be captured without ending the race.
 * Immutable.
 */
/*
 * All other stones never change. A chain with an unplayable liberty can never be captured: it is immune. An essential
 * chain stands until the race ends. A stone placed beside one of these becomes part of it, so for each point it is
 * enough to know which kinds of these chains are beside it: its anchors. A stone beside an unplayable point is immune
 * as well.
 *
 * Twins are points that can be exchanged without changing the race, such as the plain liberties of a chain. They are
 * only looked for where a stone of either color would be anchored, so that it stays once it is placed. Before that,
 * edges between two points with the same anchors for both colors are removed. A stone on one of the points has the
 * liberties of its anchor, which include the other point with or without the edge.
 */
final class RaceRegion {
    /** The maximum number of points of a region. */
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
            PointSet safe = immune.intersection(race.board().points(color));
            besideImmune[color] = beside(safe) | beside(race.unplayable());
            isEssentialImmune[color] = immune.contains(race.essential(color).first());
        }
        linkNeighbors();
        twins = findTwins();
    }

    /** Returns the region of {@code race}; empty if it has more than {@link #MAX_POINT_COUNT} points. */
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
        return bits(stones.neighbors());
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

    /** Returns, as bits, which kinds of permanent stones are beside point {@code index}. */
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

    /** Returns the number of points. */
    int pointCount() {
        return points.length;
    }

    /** Returns all points. */
    long all() {
        return (1L << points.length) - 1;
    }

    /** Returns the point of the board with number {@code index} in the region. */
    int point(int index) {
        return points[index];
    }

    /** Returns the number of a point of the board; negative if the point is not in the region. */
    int index(int point) {
        return Arrays.binarySearch(points, point);
    }

    /** Returns the points of {@code set} that are in the region. */
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

    /** Returns the points beside chains of {@code color} that can never be captured. */
    long besideImmune(int color) {
        return besideImmune[color];
    }

    /**
     * Returns the points where a stone of {@code color} becomes part of a chain that stands until the end of the race.
     */
    long anchor(int color) {
        return besideEssential[color] | besideImmune[color];
    }

    /** Returns whether the essential chain of {@code color} can never be captured. */
    boolean isEssentialImmune(int color) {
        return isEssentialImmune[color];
    }

    /** Returns all neighbors of the points of {@code set}; they may be in the set themselves. */
    long neighborsOf(long set) {
        long reach = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            reach |= neighbors[Long.numberOfTrailingZeros(rest)];
        }
        return reach;
    }

    /** Flood fill: returns the points connected to {@code seeds} inside {@code area}, including the seeds in it. */
    long flood(long seeds, long area) {
        long found = seeds & area;
        long edge = found;
        while (edge != 0) {
            edge = neighborsOf(edge) & area & ~found;
            found |= edge;
        }
        return found;
    }

    /**
     * Returns the canonical representative of all colorings that differ from {@code coloring} only by an exchange of
     * twins.
     */
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

    /** Returns {@code empty} with only one point of each set of twins. */
    long withoutTwins(long empty) {
        long kept = empty;
        for (long same : twins) {
            kept = (kept & ~same) | Long.lowestOneBit(empty & same);
        }
        return kept;
    }
}
