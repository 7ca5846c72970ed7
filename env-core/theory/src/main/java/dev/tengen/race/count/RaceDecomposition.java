package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceLiberties;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Splits a race into the regions beside its essential chains. Nothing outside of these regions affects the race. */
final class RaceDecomposition {
    private final Race race;
    private final Board board;
    private final Grid grid;
    private final SafeChains safe;
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
        idle = new PointSet(grid);
        PointSet open = openPoints();
        findRegions(open);
        findIdle(open);
    }

    /** Returns the chains that cannot be captured. */
    SafeChains safe() {
        return safe;
    }

    List<Region> regions() {
        return regions;
    }

    /** Returns the regions of one kind. */
    List<Region> regions(Region.Kind kind) {
        return regions.stream().filter(region -> region.kind() == kind).toList();
    }

    /** Returns whether the essential chain of {@code color} is safe from capture. */
    boolean isSafe(int color) {
        return safe.stones(color).contains(race.essential(color).first());
    }

    /**
     * Returns the empty points whose moves must be examined: those of all regions, and those elsewhere where a move is
     * always equal to a pass.
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
        PointSet seeds = race.essential(Color.BLACK).neighbors();
        seeds.addAll(race.essential(Color.WHITE).neighbors());
        seeds.retainAll(open);
        while (!seeds.isEmpty()) {
            PointSet points = PointSet.of(grid, seeds.first());
            points.floodWithin(open);
            seeds.removeAll(points);
            regions.add(region(points));
        }
    }

    /** Finds the empty points that are enclosed only by chains that no sequence of moves can capture. */
    private void findIdle(PointSet open) {
        PointSet firm = safe.immune().copy();
        firm.addAll(race.unplayable());
        PointSet rest = open.copy();
        while (!rest.isEmpty()) {
            PointSet points = PointSet.of(grid, rest.first());
            points.floodWithin(open);
            rest.removeAll(points);
            PointSet around = points.neighbors();
            around.removeAll(points);
            around.removeAll(firm);
            if (around.isEmpty()) {
                idle.addAll(points);
            }
        }
        idle.retainAll(board.points(Color.EMPTY));
    }

    private Region region(PointSet points) {
        PointSet empty = points.intersection(board.points(Color.EMPTY));
        PointSet around = points.neighbors();
        boolean isBlack = around.intersects(race.essential(Color.BLACK));
        boolean isWhite = around.intersects(race.essential(Color.WHITE));
        if (isBlack && isWhite) {
            Region.Kind kind = isShared(points, empty, around) ? Region.Kind.SHARED : Region.Kind.NOT_ENCLOSED;
            return new Region(kind, Color.EMPTY, points, empty);
        }
        int owner = isBlack ? Color.BLACK : Color.WHITE;
        return new Region(ownedKind(owner, points, empty, around), owner, points, empty);
    }

    private boolean isShared(PointSet points, PointSet empty, PointSet around) {
        return empty.equals(points)
                && !around.intersects(safe.stones(Color.BLACK))
                && !around.intersects(safe.stones(Color.WHITE))
                && !around.intersects(race.unplayable())
                && isEachBeside(points, race.essential(Color.BLACK))
                && isEachBeside(points, race.essential(Color.WHITE));
    }

    private Region.Kind ownedKind(int owner, PointSet points, PointSet empty, PointSet around) {
        PointSet enemies = safe.stones(Color.opponent(owner));
        if (around.intersects(safe.stones(owner))) {
            return Region.Kind.NOT_ENCLOSED;
        }
        if (!around.intersects(enemies)) {
            return around.intersects(race.unplayable()) ? Region.Kind.COMPLEX : Region.Kind.EYE;
        }
        boolean isPlain = empty.equals(points)
                && !around.intersects(race.unplayable())
                && isEachBeside(points, race.essential(owner))
                && isEachBeside(points, enemies);
        return isPlain ? Region.Kind.PLAIN : Region.Kind.COMPLEX;
    }

    private boolean isEachBeside(PointSet points, PointSet stones) {
        return points.difference(stones.neighbors()).isEmpty();
    }

    /** Returns the points by their role in the race. */
    RaceLiberties liberties() {
        return new RaceLiberties(
                union(Region.Kind.PLAIN, Color.BLACK, Region::empty),
                union(Region.Kind.PLAIN, Color.WHITE, Region::empty),
                union(Region.Kind.SHARED, Color.EMPTY, Region::empty),
                union(Region.Kind.EYE, Color.BLACK, Region::points),
                union(Region.Kind.EYE, Color.WHITE, Region::points),
                union(Region.Kind.COMPLEX, Color.BLACK, Region::empty),
                union(Region.Kind.COMPLEX, Color.WHITE, Region::empty));
    }

    private PointSet union(Region.Kind kind, int owner, Function<Region, PointSet> part) {
        PointSet points = new PointSet(grid);
        regions.stream()
                .filter(region -> region.kind() == kind && region.owner() == owner)
                .forEach(region -> points.addAll(part.apply(region)));
        return points;
    }
}
