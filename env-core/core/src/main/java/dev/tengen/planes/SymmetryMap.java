package dev.tengen.planes;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The images of all actions of a board under a symmetry, as lookup tables. "Turned" actions are those after the
 * symmetry.
 *
 * <p>Immutable. There is one instance for each symmetry of each board size.
 */
public final class SymmetryMap {
    private static final Map<Grid, SymmetryMap[]> BY_GRID = new ConcurrentHashMap<>();

    private final Symmetry symmetry;
    private final Grid grid;
    private final short[] turned;
    private final short[] original;

    private SymmetryMap(Symmetry symmetry, Grid grid) {
        this.symmetry = symmetry;
        this.grid = grid;
        turned = new short[grid.pointCount()];
        original = new short[grid.pointCount()];
        for (int point = 0; point < turned.length; point++) {
            int target = symmetry.apply(point, grid);
            turned[point] = (short) target;
            original[target] = (short) point;
        }
    }

    /**
     * Returns the map of {@code symmetry} on {@code grid}.
     *
     * @throws InvalidValueException if {@code grid} does not have this symmetry
     */
    public static SymmetryMap of(Symmetry symmetry, Grid grid) {
        symmetry.requireOn(grid);
        SymmetryMap[] maps = BY_GRID.computeIfAbsent(grid, SymmetryMap::all);
        return maps[symmetry.number() - 1];
    }

    private static SymmetryMap[] all(Grid grid) {
        SymmetryMap[] maps = new SymmetryMap[Symmetry.values().length];
        for (Symmetry symmetry : Symmetry.of(grid)) {
            maps[symmetry.number() - 1] = new SymmetryMap(symmetry, grid);
        }
        return maps;
    }

    public Symmetry symmetry() {
        return symmetry;
    }

    /** Returns the size of the board. */
    public Grid grid() {
        return grid;
    }

    /** Returns the image of {@code action}. Numbers other than points, such as the pass, are unchanged. */
    public int turned(int action) {
        return grid.contains(action) ? turned[action] : action;
    }

    /** Returns the action whose image is {@code action}. Numbers other than points are unchanged. */
    public int original(int action) {
        return grid.contains(action) ? original[action] : action;
    }
}
