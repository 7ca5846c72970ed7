package dev.tengen.solve;

import dev.tengen.board.Color;

/** The predecessors of each state and the number of moves from it, if no move were ever barred. */
final class PredecessorGraph {
    private final PositionIndex positions;

    /**
     * For each pair of a coloring and the color that played, the start index of its predecessors in {@link #origins}.
     */
    private final int[] starts;

    private final int[] origins;

    PredecessorGraph(PositionIndex positions) {
        this.positions = positions;
        starts = new int[positions.count() * 2 + 1];
        forEachPlay((origin, color, target) -> starts[key(target, color) + 1]++);
        for (int key = 1; key < starts.length; key++) {
            starts[key] += starts[key - 1];
        }
        origins = new int[starts[starts.length - 1]];
        int[] filled = starts.clone();
        forEachPlay((origin, color, target) -> origins[filled[key(target, color)]++] = origin);
    }

    private void forEachPlay(PlayVisitor visitor) {
        int pointCount = positions.grid().pointCount();
        for (int position = 0; position < positions.count(); position++) {
            for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                for (int point = 0; point < pointCount; point++) {
                    int target = positions.after(position, color, point);
                    if (isPlay(position, target)) {
                        visitor.visit(position, color, target);
                    }
                }
            }
        }
    }

    /**
     * Returns whether a play leads from one coloring to the other. A one-stone suicide does not count, because it
     * changes nothing.
     */
    private static boolean isPlay(int origin, int target) {
        return target != PositionIndex.NONE && target != origin;
    }

    private static int key(int target, int color) {
        return target * 2 + color - Color.BLACK;
    }

    /** Returns the index of positions. */
    PositionIndex positions() {
        return positions;
    }

    /** Returns the number of moves in each state, including the pass. */
    byte[] moveCounts() {
        byte[] counts = new byte[positions.stateCount()];
        forEachPlay((origin, color, target) -> {
            counts[PositionIndex.state(origin, color, false)]++;
            counts[PositionIndex.state(origin, color, true)]++;
        });
        for (int state = 0; state < counts.length; state++) {
            counts[state]++;
        }
        return counts;
    }

    /**
     * Calls {@code visitor} with every predecessor of {@code state}, once for each move that leads from it to
     * {@code state}.
     */
    void forEachOrigin(int state, StateVisitor visitor) {
        int mover = Color.opponent(PositionIndex.color(state));
        int position = PositionIndex.position(state);
        if (PositionIndex.isAfterPass(state)) {
            visitor.visit(PositionIndex.state(position, mover, false));
            return;
        }
        int key = key(position, mover);
        for (int i = starts[key]; i < starts[key + 1]; i++) {
            visitor.visit(PositionIndex.state(origins[i], mover, false));
            visitor.visit(PositionIndex.state(origins[i], mover, true));
        }
    }

    /** A visitor of plays. */
    private interface PlayVisitor {
        void visit(int origin, int color, int target);
    }

    /** A visitor of states. */
    interface StateVisitor {
        void visit(int state);
    }
}
