package dev.tengen.solve;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchBudget;
import java.util.Arrays;

/**
 * A depth-first proof search: proves who wins a threshold of the margin, for a state and its whole game history.
 *
 * <p>Not thread-safe.
 */
/*
 * The problem. Under positional superko the value of a position depends on the game that led to it: a play that would
 * recreate an earlier coloring is barred. A plain transposition table from positions to values then gives wrong
 * answers. A stored value may rest on a ban of the line in which it was found, or on a move that another line has
 * barred. (Campbell, "The graph-history interaction: on ignoring position history", 1985; Kishimoto and Müller, "A
 * general solution to the graph history interaction problem", 2004.) A table keyed by position and history is correct,
 * but almost never finds an entry again.
 *
 * The solution used here. The search decides one query at a time: does Black get at least t points more than White, yes
 * or no? The winner of the query has a strategy: one move in each state where it is the winner's turn, and an answer to
 * every move of the loser. With a proof we store what it requires of the history, as two sets of colorings:
 *
 *   entered   the colorings that the winner's moves create. The strategy can be carried out only if none of them has
 *             stood before.
 *   barred    the colorings that the loser could not create, because they had stood before the state of the proof.
 *             The strategy has no answer to these moves, so they have to be barred in the other game, too.
 *
 * Claim: consider any game that reaches the same state (coloring, mover, pass before) and in which no coloring of
 * `entered` has stood and all of `barred` have. There the same player wins the query. Proof: follow the strategy. The
 * winner's moves are legal, because the colorings they create have not stood before the state and do not occur twice in
 * a line of the proof; the search checked that. The loser's moves are among those that the proof answers: any move that
 * is barred in the proof is barred here, either by `barred` or because it repeats a coloring of the line itself.
 * Further colorings that stood here and bar the loser from more moves can only help the winner. They remove branches of
 * the loser, but never the pass, so a line never gets stuck. Each line ends, because the proof is finite.
 *
 * Note the asymmetry: neither set contains colorings that the loser creates, or colorings that the winner was barred
 * from. This keeps the sets small and the table useful. Storing everything that the search of a state touched would
 * also be correct, but of little use.
 *
 * How the sets are computed for a state with coloring p. If the mover wins by a play that creates c, and the child has
 * (entered', barred'), then entered = entered' + {c} and barred = barred' - {p}. If no move wins, then entered is the
 * union over the children, and barred is the union over the children and the colorings of banned plays, minus p. In
 * both cases p is removed because it has stood in every game that reaches this state. By the same step at the child, c
 * was already removed from barred'. No c is in entered', because c had stood when that proof was made, or a stored
 * proof was checked. A pass creates no coloring, and the pass that ends the game requires nothing.
 *
 * A stored proof for Black at t also answers every smaller threshold; one for White answers every greater threshold.
 *
 * The search is depth-first, with moves ordered by the RetrogradeAnalysis, which does not affect correctness. It has
 * its own stack, because lines can be hundreds of moves long. It stops without an answer if the budget is exhausted.
 */
final class ProofSearch {
    /** More than twice the largest margin, so that the retrograde analysis takes precedence in the ordering. */
    private static final int MARGIN_RANGE = 2 * Solver.MAX_POINT_COUNT + 1;

    private final PositionIndex positions;
    private final TranspositionTable table;
    private final boolean[] hasStood;
    private Frame[] frames = new Frame[0];
    private int depth;

    ProofSearch(PositionIndex positions, TranspositionTable table) {
        this.positions = positions;
        this.table = table;
        hasStood = new boolean[positions.count()];
    }

    /**
     * Returns the winner of {@code state} at {@code threshold}; {@link Color#EMPTY} if {@code budget} is exhausted
     * first.
     *
     * @param state the state to search
     * @param past the colorings that have stood, including that of the state
     * @param threshold the margin that Black must reach to win
     * @param order the retrograde analysis at {@code threshold}, for move ordering
     * @param budget the budget, which the search counts its nodes against
     */
    int winner(int state, int[] past, int threshold, RetrogradeAnalysis order, SearchBudget budget) {
        for (int position : past) {
            hasStood[position] = true;
        }
        try {
            Certificate known = table.find(state, threshold, hasStood);
            return known.isFound() ? known.winner() : prove(state, threshold, order, budget);
        } finally {
            Arrays.fill(hasStood, false);
        }
    }

    private int prove(int root, int threshold, RetrogradeAnalysis order, SearchBudget budget) {
        depth = 0;
        push(root, threshold, order, false);
        Certificate child = Certificate.NONE;
        while (budget.isLeft(depth)) {
            Frame frame = frames[depth - 1];
            Certificate done = frame.backUp(child);
            if (!done.isFound() && frame.hasMove()) {
                child = makeNextMove(frame, order, budget);
                continue;
            }
            child = done.isFound() ? done : frame.disproof();
            table.add(frame.state, child);
            hasStood[frame.position] &= !frame.isNewColoring;
            depth--;
            if (depth == 0) {
                return child.winner();
            }
        }
        return Color.EMPTY;
    }

    /**
     * Makes the next move of {@code frame}. Returns the stored proof of the resulting state; if there is none, pushes a
     * frame for it and returns {@link Certificate#NONE}.
     */
    private Certificate makeNextMove(Frame frame, RetrogradeAnalysis order, SearchBudget budget) {
        int target = frame.nextTarget();
        if (target == PositionIndex.NONE && PositionIndex.isAfterPass(frame.state)) {
            return Certificate.ofEnd(positions.margin(frame.position), frame.threshold);
        }
        int child = frame.childState(target);
        Certificate known = table.find(child, frame.threshold, hasStood);
        if (!known.isFound()) {
            push(child, frame.threshold, order, target != PositionIndex.NONE);
            budget.countNode();
        }
        return known;
    }

    private void push(int state, int threshold, RetrogradeAnalysis order, boolean isNewColoring) {
        if (depth == frames.length) {
            frames = Arrays.copyOf(frames, 2 * depth + 64);
            for (int i = depth; i < frames.length; i++) {
                frames[i] = new Frame(positions.grid().moveCount());
            }
        }
        frames[depth++].open(state, threshold, order, isNewColoring);
    }

    /** A state on the search stack, with its moves. */
    private final class Frame {
        private final int[] targets;
        private final int[] keys;
        private int moveCount;
        private int next;
        private int state;
        private int position;
        private int threshold;
        private int mover;
        private boolean isNewColoring;
        private int[] entered = Certificate.NONE.entered();
        private int[] barred = Certificate.NONE.barred();

        Frame(int maxMoveCount) {
            targets = new int[maxMoveCount];
            keys = new int[maxMoveCount];
        }

        void open(int newState, int newThreshold, RetrogradeAnalysis order, boolean isNew) {
            state = newState;
            threshold = newThreshold;
            position = PositionIndex.position(state);
            mover = PositionIndex.color(state);
            isNewColoring = isNew;
            hasStood[position] = true;
            entered = Certificate.NONE.entered();
            barred = Certificate.NONE.barred();
            next = 0;
            moveCount = 0;
            addPlays(order);
            addPass(order);
        }

        private void addPlays(RetrogradeAnalysis order) {
            int[] banned = new int[targets.length];
            int bannedCount = 0;
            for (int point = 0; point < positions.grid().pointCount(); point++) {
                int target = positions.after(position, mover, point);
                if (target == PositionIndex.NONE) {
                    continue;
                }
                if (hasStood[target]) {
                    banned[bannedCount++] = target;
                } else {
                    add(target, orderingKey(childState(target), order));
                }
            }
            barred = sortedDistinct(banned, bannedCount);
        }

        private void addPass(RetrogradeAnalysis order) {
            if (!PositionIndex.isAfterPass(state)) {
                add(PositionIndex.NONE, orderingKey(childState(PositionIndex.NONE), order));
            } else {
                boolean isWon =
                        Certificate.ofEnd(positions.margin(position), threshold).winner() == mover;
                add(PositionIndex.NONE, isWon ? 0 : Integer.MAX_VALUE);
            }
        }

        /**
         * Returns the move ordering key of a move to {@code child}; smaller keys come first. A stored win comes first
         * of all, then the order of the retrograde analysis; ties are broken by the greater margin.
         */
        private int orderingKey(int child, RetrogradeAnalysis order) {
            if (table.find(child, threshold, hasStood).winner() == mover) {
                return 0;
            }
            int margin = positions.margin(PositionIndex.position(child));
            return order.moveOrder(child, mover) * MARGIN_RANGE - (mover == Color.BLACK ? margin : -margin);
        }

        /** Inserts a move in the order of its key. A play is identified by the coloring it creates, a pass by NONE. */
        private void add(int target, int key) {
            int place = moveCount++;
            while (place > 0 && keys[place - 1] > key) {
                keys[place] = keys[place - 1];
                targets[place] = targets[place - 1];
                place--;
            }
            keys[place] = key;
            targets[place] = target;
        }

        boolean hasMove() {
            return next < moveCount;
        }

        int nextTarget() {
            return targets[next++];
        }

        int childState(int target) {
            int opponent = Color.opponent(mover);
            return target == PositionIndex.NONE
                    ? PositionIndex.state(position, opponent, true)
                    : PositionIndex.state(target, opponent, false);
        }

        /**
         * Backs up the result of the last move. Returns what it proves of this state, or NONE if the state is still
         * undecided.
         */
        Certificate backUp(Certificate child) {
            if (!child.isFound()) {
                return child;
            }
            if (child.winner() == mover) {
                int target = targets[next - 1];
                int[] own = target == PositionIndex.NONE ? Certificate.NONE.entered() : new int[] {target};
                return new Certificate(
                        mover,
                        threshold,
                        Certificate.union(child.entered(), own),
                        Certificate.without(child.barred(), position));
            }
            entered = Certificate.union(entered, child.entered());
            barred = Certificate.union(barred, child.barred());
            return Certificate.NONE;
        }

        /** Returns the proof for the opponent after no move has won. */
        Certificate disproof() {
            return new Certificate(Color.opponent(mover), threshold, entered, Certificate.without(barred, position));
        }
    }

    private static int[] sortedDistinct(int[] values, int count) {
        int[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return Arrays.stream(sorted).distinct().toArray();
    }
}
