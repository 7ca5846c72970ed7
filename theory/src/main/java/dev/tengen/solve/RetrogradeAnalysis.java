package dev.tengen.solve;

import dev.tengen.board.Color;

/**
 * Who wins, and how soon, at one threshold of the margin if every repetition were allowed: the <em>free game</em>.
 *
 * <p>A player wins a state if the game ends well from there whatever the other does; where neither can bring that about,
 * the game could go on without end. Worked out backwards from the ends, as in tablebases of chess: a state is won if one
 * move of the winner leads to a won one, or if all moves of the loser do.
 *
 * <p>Superko takes moves from both players, so the free game proves nothing of the real one. It tells the search which
 * moves to try first, and it is what an answer is said to be conditional on where the search did not end. Immutable.
 */
final class RetrogradeAnalysis {
    private final short[] ranks;

    /** Works out who gets a margin of {@code threshold} or more (Black), or keeps the other below it (White). */
    RetrogradeAnalysis(PredecessorGraph graph, int threshold) {
        ranks = new short[graph.positions().stateCount()];
        for (int winner = Color.BLACK; winner <= Color.WHITE; winner++) {
            new Backwards(graph, threshold, winner).run();
        }
    }

    /** Returns who wins {@code state}, or {@link Color#EMPTY}. */
    int winner(int state) {
        return ranks[state] == 0 ? Color.EMPTY : ranks[state] > 0 ? Color.BLACK : Color.WHITE;
    }

    /**
     * Returns how promising {@code state} is to {@code color}, the less the better: states won in few moves, then those that
     * nobody wins, then lost ones, the longest loss first.
     */
    int order(int state, int color) {
        int rank = color == Color.BLACK ? ranks[state] : -ranks[state];
        return rank > 0 ? rank : rank == 0 ? 1 << Short.SIZE : (2 << Short.SIZE) + rank;
    }

    /** The way back from the ends that one player wins. */
    private final class Backwards {
        private final PredecessorGraph graph;
        private final int threshold;
        private final int winner;
        private final byte[] movesLeft;
        private final int[] queue;
        private int queued;

        Backwards(PredecessorGraph graph, int threshold, int winner) {
            this.graph = graph;
            this.threshold = threshold;
            this.winner = winner;
            movesLeft = graph.moveCounts();
            queue = new int[movesLeft.length];
        }

        void run() {
            PositionIndex positions = graph.positions();
            for (int position = 0; position < positions.count(); position++) {
                if (Certificate.ofEnd(positions.margin(position), threshold).winner() == winner) {
                    reach(PositionIndex.state(position, Color.BLACK, true), 1);
                    reach(PositionIndex.state(position, Color.WHITE, true), 1);
                }
            }
            for (int next = 0; next < queued; next++) {
                int state = queue[next];
                int rank = Math.min(Math.abs(ranks[state]) + 1, Short.MAX_VALUE);
                graph.forEachOrigin(state, origin -> reach(origin, rank));
            }
        }

        /** Notes that one more move from {@code state} leads to where the winner wins. */
        private void reach(int state, int rank) {
            if (ranks[state] == 0 && (PositionIndex.color(state) == winner || --movesLeft[state] == 0)) {
                ranks[state] = (short) (winner == Color.BLACK ? rank : -rank);
                queue[queued++] = state;
            }
        }
    }
}
