package dev.tengen.solve;

import dev.tengen.board.Color;

/**
 * Retrograde analysis of the <em>free game</em>, in which every repetition is allowed: who wins each state at one
 * threshold of the margin, and in how many moves.
 *
 * <p>A player wins a state if it can force a won end of the game. If neither can, the game could continue forever. The
 * analysis works backwards from the ends of games, as for endgame tablebases in chess: a state is won if one move of
 * the winner leads to a won state, or if all moves of the loser do.
 *
 * <p>Superko removes moves of both players, so the free game proves nothing about the real one. The search uses it for
 * move ordering, and a result that the search could not prove is conditional on it. Immutable.
 */
final class RetrogradeAnalysis {
    private final short[] ranks;

    /** Computes who wins each state: Black by a margin of {@code threshold} or more, White by keeping it below. */
    RetrogradeAnalysis(PredecessorGraph graph, int threshold) {
        ranks = new short[graph.positions().stateCount()];
        for (int winner = Color.BLACK; winner <= Color.WHITE; winner++) {
            new Propagation(graph, threshold, winner).run();
        }
    }

    /** Returns the winner of {@code state}; {@link Color#EMPTY} if nobody can force a win. */
    int winner(int state) {
        return ranks[state] == 0 ? Color.EMPTY : ranks[state] > 0 ? Color.BLACK : Color.WHITE;
    }

    /**
     * Returns the move ordering key of {@code state} for {@code color}; smaller keys are better. States won in few
     * moves come first, then states that nobody wins, then lost states, the longest loss first.
     */
    int moveOrder(int state, int color) {
        int rank = color == Color.BLACK ? ranks[state] : -ranks[state];
        return rank > 0 ? rank : rank == 0 ? 1 << Short.SIZE : (2 << Short.SIZE) + rank;
    }

    /** Propagates the wins of one player backwards from the ends of games. */
    private final class Propagation {
        private final PredecessorGraph graph;
        private final int threshold;
        private final int winner;
        private final byte[] movesLeft;
        private final int[] queue;
        private int queued;

        Propagation(PredecessorGraph graph, int threshold, int winner) {
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
                    countMove(PositionIndex.state(position, Color.BLACK, true), 1);
                    countMove(PositionIndex.state(position, Color.WHITE, true), 1);
                }
            }
            for (int next = 0; next < queued; next++) {
                int state = queue[next];
                int rank = Math.min(Math.abs(ranks[state]) + 1, Short.MAX_VALUE);
                graph.forEachOrigin(state, origin -> countMove(origin, rank));
            }
        }

        /**
         * Counts one more move from {@code state} to a state won by the winner, and marks {@code state} as won if that
         * decides it.
         */
        private void countMove(int state, int rank) {
            if (ranks[state] == 0 && (PositionIndex.color(state) == winner || --movesLeft[state] == 0)) {
                ranks[state] = (short) (winner == Color.BLACK ? rank : -rank);
                queue[queued++] = state;
            }
        }
    }
}
