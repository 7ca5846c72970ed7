package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceLiberties;
import java.util.ArrayList;
import java.util.List;

/** The regions beside the essential chains of a race. Nothing outside of them touches the race. */
final class RaceDecomposition {
    private final Race race;
    private final Board board;
    private final Grid grid;
    private final SafeChains safe;
    private final PointSet scratch;
    private final List<Region> regions = new ArrayList<>();
    private final PointSet idle;

    RaceDecomposition(Race race) {
        this(race, new SafeChains(race.board(), race.unplayable()));
    }

    RaceDecomposition(Race race, SafeChains safe) {
        this.race = race;
        this.safe = safe;
        board = race.board();
        grid = board.grid();
        scratch = new PointSet(grid);
        idle = new PointSet(grid);
        PointSet open = openPoints();
        findRegions(open);
        findIdle(open);
    }

    /** Returns the chains that cannot be captured. */
    SafeChains safe() {
        return safe;
    }

    /** Returns the regions. */
    List<Region> regions() {
        return regions;
    }

    /** Returns the regions of one kind. */
    List<Region> regions(RegionKind kind) {
        return regions.stream().filter(region -> region.kind() == kind).toList();
    }

    /** Returns whether the essential chain of {@code color} cannot be captured. */
    boolean isSafe(int color) {
        return safe.stones(color).contains(race.essential(color).first());
    }

    /**
     * Returns the empty points where moves are looked at: those of all regions, and those elsewhere where a move is no more
     * than a pass, whatever else is played.
     */
    PointSet playable() {
        PointSet points = idle.copy();
        regions.forEach(region -> points.addAll(region.empty()));
        return points;
    }

    private PointSet openPoints() {
        PointSet open = new PointSet(grid);
        open.fill();
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            open.removeAll(race.essential(color));
            open.removeAll(safe.stones(color));
        }
        open.removeAll(race.unplayable());
        return open;
    }

    private void findRegions(PointSet open) {
        PointSet seeds = besides(race.essential(Color.BLACK));
        seeds.addAll(besides(race.essential(Color.WHITE)));
        seeds.retainAll(open);
        while (!seeds.isEmpty()) {
            PointSet points = PointSet.of(grid, seeds.first());
            points.floodWithin(open, scratch);
            seeds.removeAll(points);
            regions.add(region(points));
        }
    }

    /** Finds the empty points that only chains enclose which cannot be captured whatever anybody does. */
    private void findIdle(PointSet open) {
        PointSet firm = safe.immune().copy();
        firm.addAll(race.unplayable());
        PointSet rest = open.copy();
        while (!rest.isEmpty()) {
            PointSet points = PointSet.of(grid, rest.first());
            points.floodWithin(open, scratch);
            rest.removeAll(points);
            PointSet around = besides(points);
            around.removeAll(points);
            around.removeAll(firm);
            if (around.isEmpty()) {
                idle.addAll(points);
            }
        }
        idle.retainAll(board.points(Color.EMPTY));
    }

    private Region region(PointSet points) {
        PointSet empty = points.copy();
        empty.retainAll(board.points(Color.EMPTY));
        PointSet around = besides(points);
        boolean isBlack = meets(around, race.essential(Color.BLACK));
        boolean isWhite = meets(around, race.essential(Color.WHITE));
        if (isBlack && isWhite) {
            RegionKind kind = isShared(points, empty, around) ? RegionKind.SHARED : RegionKind.LOOSE;
            return new Region(kind, Color.EMPTY, points, empty);
        }
        int owner = isBlack ? Color.BLACK : Color.WHITE;
        return new Region(ownedKind(owner, points, empty, around), owner, points, empty);
    }

    private boolean isShared(PointSet points, PointSet empty, PointSet around) {
        return empty.equals(points)
                && !meets(around, safe.stones(Color.BLACK))
                && !meets(around, safe.stones(Color.WHITE))
                && !meets(around, race.unplayable())
                && isEachBeside(points, race.essential(Color.BLACK))
                && isEachBeside(points, race.essential(Color.WHITE));
    }

    private RegionKind ownedKind(int owner, PointSet points, PointSet empty, PointSet around) {
        PointSet enemies = safe.stones(Color.opponent(owner));
        if (meets(around, safe.stones(owner))) {
            return RegionKind.LOOSE;
        }
        if (!meets(around, enemies)) {
            return meets(around, race.unplayable()) ? RegionKind.COMPLEX : RegionKind.EYE;
        }
        boolean isPlain = empty.equals(points)
                && !meets(around, race.unplayable())
                && isEachBeside(points, race.essential(owner))
                && isEachBeside(points, enemies);
        return isPlain ? RegionKind.PLAIN : RegionKind.COMPLEX;
    }

    private PointSet besides(PointSet points) {
        PointSet around = new PointSet(grid);
        around.addNeighborsOf(points);
        return around;
    }

    private boolean isEachBeside(PointSet points, PointSet stones) {
        PointSet rest = points.copy();
        rest.removeAll(besides(stones));
        return rest.isEmpty();
    }

    private static boolean meets(PointSet a, PointSet b) {
        PointSet both = a.copy();
        both.retainAll(b);
        return !both.isEmpty();
    }

    /** Returns the points by what they are to the race. */
    RaceLiberties liberties() {
        return new RaceLiberties(
                empty(RegionKind.PLAIN, Color.BLACK),
                empty(RegionKind.PLAIN, Color.WHITE),
                empty(RegionKind.SHARED, Color.EMPTY),
                points(Color.BLACK),
                points(Color.WHITE),
                empty(RegionKind.COMPLEX, Color.BLACK),
                empty(RegionKind.COMPLEX, Color.WHITE));
    }

    private PointSet empty(RegionKind kind, int owner) {
        PointSet points = new PointSet(grid);
        regions.stream()
                .filter(region -> region.kind() == kind && region.owner() == owner)
                .forEach(region -> points.addAll(region.empty()));
        return points;
    }

    private PointSet points(int owner) {
        PointSet points = new PointSet(grid);
        regions.stream()
                .filter(region -> region.kind() == RegionKind.EYE && region.owner() == owner)
                .forEach(region -> points.addAll(region.points()));
        return points;
    }
}
