package dev.tengen.reference;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Life without condition as D. B. Benson defined it ("Life in the Game of Go", 1976), by sets of sets of points.
 *
 * <p>Colorings are strings of {@code .XO}, row by row.
 */
public final class ReferencePassAlive {
    private final ReferenceBoard board;
    private final String coloring;
    private final char own;
    private final boolean canClear;
    private final Set<Set<Integer>> allChains;
    private final Set<Set<Integer>> allRegions;
    private final Set<Integer> stones = new TreeSet<>();

    /** Analyses the color drawn as {@code own}, whose enemy can clear its own stones by suicide if {@code canClear}. */
    public ReferencePassAlive(int width, int height, String coloring, char own, boolean canClear) {
        board = new ReferenceBoard(width, height);
        this.coloring = coloring;
        this.own = own;
        this.canClear = canClear;
        String ownOrNot = coloring.replaceAll("[^" + own + "]", "-");
        allChains = components(ownOrNot, own);
        allRegions = components(ownOrNot, '-');
        findAlive();
    }

    private Set<Set<Integer>> components(String drawing, char symbol) {
        Set<Set<Integer>> found = new HashSet<>();
        IntStream.range(0, drawing.length())
                .filter(point -> drawing.charAt(point) == symbol)
                .forEach(point -> found.add(board.connected(drawing, point)));
        return found;
    }

    /*
     * Removes chains with fewer than two vital regions, then regions beside a chain that was removed, while there are
     * any.
     */
    private void findAlive() {
        Set<Set<Integer>> chains = new HashSet<>(allChains);
        Set<Set<Integer>> regions = new HashSet<>(allRegions);
        boolean changes = true;
        while (changes) {
            changes = chains.removeIf(chain ->
                    regions.stream().filter(region -> isVital(region, chain)).count() < 2);
            changes |= regions.removeIf(region ->
                    allChains.stream().anyMatch(chain -> !chains.contains(chain) && areNeighbors(region, chain)));
        }
        chains.forEach(stones::addAll);
    }

    /* Every empty point of the region is a liberty of the chain; with suicide, any point can become such a point. */
    private boolean isVital(Set<Integer> region, Set<Integer> chain) {
        List<Integer> empty =
                region.stream().filter(point -> coloring.charAt(point) == '.').toList();
        return !empty.isEmpty() && (canClear ? region : empty).stream().allMatch(point -> isBeside(point, chain));
    }

    private boolean areNeighbors(Set<Integer> region, Set<Integer> chain) {
        return region.stream().anyMatch(point -> isBeside(point, chain));
    }

    private boolean isBeside(int point, Set<Integer> set) {
        return IntStream.of(board.neighbors(point)).anyMatch(set::contains);
    }

    /** Returns the stones that live. */
    public Set<Integer> stones() {
        return stones;
    }

    /** Returns the points of the regions beside stones of the color that live, and beside no others of it. */
    public Set<Integer> enclosed() {
        Set<Integer> points = new TreeSet<>();
        enclosedRegions().forEach(points::addAll);
        return points;
    }

    /** Returns the points of those of them with at most one point that is beside no stone of the color. */
    public Set<Integer> territory() {
        Set<Integer> points = new TreeSet<>();
        for (Set<Integer> region : enclosedRegions()) {
            if (region.stream().filter(point -> !isBesideOwn(point)).count() <= 1) {
                points.addAll(region);
            }
        }
        return points;
    }

    private List<Set<Integer>> enclosedRegions() {
        return allRegions.stream()
                .filter(region -> region.stream().anyMatch(this::isBesideOwn))
                .filter(region -> allChains.stream()
                        .filter(chain -> areNeighbors(region, chain))
                        .allMatch(stones::containsAll))
                .toList();
    }

    private boolean isBesideOwn(int point) {
        return IntStream.of(board.neighbors(point)).anyMatch(neighbor -> coloring.charAt(neighbor) == own);
    }
}
