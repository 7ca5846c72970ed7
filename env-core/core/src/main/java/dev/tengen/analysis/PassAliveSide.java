package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;

/** Benson's algorithm for one color; {@link PassAlive} runs it for both. Only the constructor allocates. */
final class PassAliveSide {
    /*
     * D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976). A region is a maximal connected set of
     * points without own stones. It is vital to a chain if all its empty points are liberties of that chain. If the
     * enemy can remove its stones by suicide, all points of the region must be beside the chain, because each of them
     * can become the last empty one. While there is a chain with fewer than two vital regions, the chain is removed,
     * together with the regions beside it. The remaining chains are pass-alive.
     *
     * A point counts if it must be a liberty. A region with a counting point that is beside no own stone is vital to no
     * chain. Such regions cover most points of most boards, and one flood fill over whole words removes them all. Only
     * the remaining regions are processed point by point. A region is vital to at most four chains, those beside one of
     * its empty points.
     */
    private static final int DIRECTIONS = 4;

    private final Grid grid;
    private final int color;

    final PointSet stones;
    final PointSet territory;
    final PointSet enclosed;

    /** The points beside own stones. */
    private final PointSet beside;

    /** The points of regions that may be vital to a chain and were not removed. */
    private final PointSet open;

    /** A scratch set for the method in progress. */
    private final PointSet found;

    private final PointSet scratch;

    /** The points of all regions that were open at first, region after region, and the start index of each region. */
    private final short[] regionPoints;

    private final short[] regionStarts;
    private final short[] regionOfPoint;
    private int regionCount;

    /** The heads of the chains that a region is vital to, four slots for each region. */
    private final short[] vitalHeads;

    private final byte[] vitalCounts;

    /** For each head, the number of open regions that are vital to the chain. */
    private final short[] regionCounts;

    PassAliveSide(Grid grid, int color) {
        this.grid = grid;
        this.color = color;
        stones = new PointSet(grid);
        territory = new PointSet(grid);
        enclosed = new PointSet(grid);
        beside = new PointSet(grid);
        open = new PointSet(grid);
        found = new PointSet(grid);
        scratch = new PointSet(grid);
        int pointCount = grid.pointCount();
        regionPoints = new short[pointCount];
        regionStarts = new short[pointCount + 1];
        regionOfPoint = new short[pointCount];
        vitalHeads = new short[DIRECTIONS * pointCount];
        vitalCounts = new byte[pointCount];
        regionCounts = new short[pointCount];
    }

    /**
     * Computes the sets for {@code board}. {@code canClear} is true if the enemy can remove its own stones by suicide.
     */
    void find(Board board, boolean canClear) {
        stones.clear();
        territory.clear();
        enclosed.clear();
        openRegions(board, canClear);
        if (open.isEmpty()) {
            return;
        }
        listRegions();
        findVital(board, canClear);
        keepChainsWithTwo(board);
        boolean isChainRemoved = !stones.isEmpty();
        while (isChainRemoved) {
            isChainRemoved = removeRegions(board);
        }
        if (!stones.isEmpty()) {
            findEnclosed(board);
            findTerritory();
        }
    }

    /** Opens the regions whose counting points are all beside own stones. */
    private void openRegions(Board board, boolean canClear) {
        beside.clear();
        beside.addNeighborsOf(board.points(color));
        open.fill();
        open.removeAll(board.points(color));
        found.copyFrom(canClear ? open : board.points(Color.EMPTY));
        found.removeAll(beside);
        found.floodWithin(open);
        open.removeAll(found);
    }

    /** Lists the open regions and their points. */
    private void listRegions() {
        regionCount = 0;
        int end = 0;
        scratch.copyFrom(open);
        for (int point = scratch.first(); point >= 0; point = scratch.next(point)) {
            regionStarts[regionCount] = (short) end;
            end = listRegion(point, end);
            regionCount++;
        }
        regionStarts[regionCount] = (short) end;
    }

    /** Lists the points of the region at {@code start} from index {@code from}; returns the index after the last. */
    private int listRegion(int start, int from) {
        int end = from;
        scratch.remove(start);
        regionPoints[end++] = (short) start;
        for (int i = from; i < end; i++) {
            int point = regionPoints[i];
            regionOfPoint[point] = (short) regionCount;
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int neighbor = grid.neighbor(point, direction);
                if (grid.contains(neighbor) && scratch.contains(neighbor)) {
                    scratch.remove(neighbor);
                    regionPoints[end++] = (short) neighbor;
                }
            }
        }
        return end;
    }

    /** Finds the chains that each open region is vital to, and counts these regions for each chain. */
    private void findVital(Board board, boolean canClear) {
        Arrays.fill(regionCounts, (short) 0);
        for (int region = 0; region < regionCount; region++) {
            vitalCounts[region] = 0;
            int first = firstEmpty(board, region);
            // Only a board that was set up can have stones without a liberty, and so a region without an empty point.
            if (first >= 0) {
                addHeadsBeside(board, first, region);
                keepHeadsBesideAll(board, region, canClear);
            }
            for (int i = 0; i < vitalCounts[region]; i++) {
                regionCounts[vitalHeads[DIRECTIONS * region + i]]++;
            }
        }
    }

    private int firstEmpty(Board board, int region) {
        for (int i = regionStarts[region]; i < regionStarts[region + 1]; i++) {
            if (board.colorAt(regionPoints[i]) == Color.EMPTY) {
                return regionPoints[i];
            }
        }
        return -1;
    }

    private void addHeadsBeside(Board board, int point, int region) {
        int base = DIRECTIONS * region;
        int count = 0;
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (board.colorAt(neighbor) == color) {
                int head = board.head(neighbor);
                boolean isNew = true;
                for (int i = base; i < base + count; i++) {
                    isNew &= vitalHeads[i] != head;
                }
                vitalHeads[base + count] = (short) head;
                count += isNew ? 1 : 0;
            }
        }
        vitalCounts[region] = (byte) count;
    }

    private void keepHeadsBesideAll(Board board, int region, boolean canClear) {
        int base = DIRECTIONS * region;
        int count = vitalCounts[region];
        for (int i = regionStarts[region]; i < regionStarts[region + 1] && count > 0; i++) {
            int point = regionPoints[i];
            if (canClear || board.colorAt(point) == Color.EMPTY) {
                int kept = 0;
                for (int vital = base; vital < base + count; vital++) {
                    if (isBeside(board, point, vitalHeads[vital])) {
                        vitalHeads[base + kept++] = vitalHeads[vital];
                    }
                }
                count = kept;
            }
        }
        vitalCounts[region] = (byte) count;
    }

    private boolean isBeside(Board board, int point, int head) {
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (board.colorAt(neighbor) == color && board.head(neighbor) == head) {
                return true;
            }
        }
        return false;
    }

    /** Marks the chains with two or more vital regions as alive, the starting point of the iteration. */
    private void keepChainsWithTwo(Board board) {
        for (int region = 0; region < regionCount; region++) {
            for (int i = 0; i < vitalCounts[region]; i++) {
                int head = vitalHeads[DIRECTIONS * region + i];
                if (regionCounts[head] >= 2 && !stones.contains(head)) {
                    board.addChain(head, stones);
                }
            }
        }
    }

    /**
     * Removes the open regions beside chains that are not alive; returns whether other chains were removed as a result.
     */
    private boolean removeRegions(Board board) {
        found.copyFrom(board.points(color));
        found.removeAll(stones);
        scratch.clear();
        scratch.addNeighborsOf(found);
        scratch.retainAll(open);
        boolean isChainRemoved = false;
        for (int point = scratch.first(); point >= 0; point = scratch.next(point)) {
            if (open.contains(point)) {
                isChainRemoved |= removeRegion(board, regionOfPoint[point]);
            }
        }
        return isChainRemoved;
    }

    private boolean removeRegion(Board board, int region) {
        for (int i = regionStarts[region]; i < regionStarts[region + 1]; i++) {
            open.remove(regionPoints[i]);
        }
        boolean isChainRemoved = false;
        for (int i = 0; i < vitalCounts[region]; i++) {
            int head = vitalHeads[DIRECTIONS * region + i];
            if (--regionCounts[head] == 1) {
                isChainRemoved = true;
                found.clear();
                board.addChain(head, found);
                stones.removeAll(found);
            }
        }
        return isChainRemoved;
    }

    /** Finds the regions whose only neighboring own stones are pass-alive. */
    private void findEnclosed(Board board) {
        PointSet others = found;
        others.copyFrom(board.points(color));
        others.removeAll(stones);
        enclosed.fill();
        enclosed.removeAll(board.points(color));
        PointSet reached = open;
        reached.clear();
        reached.addNeighborsOf(others);
        reached.retainAll(enclosed);
        reached.floodWithin(enclosed);
        enclosed.removeAll(reached);
    }

    /**
     * Finds the enclosed regions with at most one point that is beside no own stone: two could become two enemy eyes.
     */
    private void findTerritory() {
        territory.copyFrom(enclosed);
        PointSet inner = open;
        inner.copyFrom(enclosed);
        inner.removeAll(beside);
        for (int point = inner.first(); point >= 0; point = inner.next(point)) {
            inner.remove(point);
            PointSet region = found;
            region.clear();
            region.add(point);
            region.floodWithin(enclosed);
            scratch.copyFrom(region);
            scratch.retainAll(inner);
            if (!scratch.isEmpty()) {
                territory.removeAll(region);
                inner.removeAll(region);
            }
        }
    }
}
