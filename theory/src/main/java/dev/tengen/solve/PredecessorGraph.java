package dev.tengen.solve;

import dev.tengen.board.Color;

/** For each state, from which states one move leads to it, and how many moves lead on from it, if none were ever barred. */
final class PredecessorGraph {
    private final PositionIndex positions;

    /** Where the origins of each (coloring, color that plays) begin in {@link #origins}. */
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

    /** Returns whether a play leads from one coloring to the other; the suicide of one stone is none, since it changes nothing. */
    private static boolean isPlay(int origin, int target) {
        return target != PositionIndex.NONE && target != origin;
    }

    private static int key(int target, int color) {
        return target * 2 + color - Color.BLACK;
    }

    /** Returns the positions. */
    PositionIndex positions() {
        return positions;
    }

    /** Returns for each state how many moves there are, the pass among them. */
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

    /** Calls {@code visitor} with every state from which one move leads to {@code state}, once for each such move. */
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

    /** Is shown plays. */
    private interface PlayVisitor {
        void visit(int origin, int color, int target);
    }

    /** Is shown states. */
    interface StateVisitor {
        void visit(int state);
    }
}
