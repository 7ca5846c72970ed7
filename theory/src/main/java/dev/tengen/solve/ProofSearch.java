package dev.tengen.solve;

import dev.tengen.analysis.SearchBudget;
import dev.tengen.board.Color;
import java.util.Arrays;

/**
 * Proves who gets a margin, for a state and all that has stood before it.
 *
 * <p>Not thread-safe.
 */
/*
 * The trap. Under positional superko the value of a position depends on how the game came to it: a play that would recreate
 * an earlier coloring is barred. A table from position to value, the usual means of a search, then gives wrong answers: the
 * value it keeps may rest on a ban of the line in which it was found, or on a move that another line has barred. (Campbell,
 * "The graph-history interaction: on ignoring position history", 1985; Kishimoto and Müller, "A general solution to the
 * graph history interaction problem", 2004.) A table by position and history is right and finds next to nothing again.
 *
 * The way out taken here. One question at a time: does Black get at least t points more than White, yes or no? The winner
 * of the question has a strategy: one move in each state where it is the winner's turn, an answer to every move of the
 * loser. With a proof we keep what it takes of the past, in two sets of colorings:
 *
 *   entered   those that the winner's moves create. The strategy can be carried out only if none of them has stood before.
 *   barred    those that the loser was kept from creating, because they had stood before the state of the proof.
 *             The strategy has no answer to these moves, so they have to be barred in the other game, too.
 *
 * Claim: in any game that comes to the same state (coloring, mover, pass before), where no coloring of `entered` has stood
 * and all of `barred` have, the same player wins the question. Follow the strategy. The winner's moves are legal: what they
 * create has not stood before the state, and does not stand twice in a line of the proof, where that was checked. The
 * loser's moves are among those that the proof answers: any that is barred in the proof is barred here, either by `barred`
 * or because it repeats a coloring of the line itself. That other colorings stood here and bar the loser from more moves
 * can only help the winner: the loser's branch is then not there, and a pass always is, so a line never gets stuck.
 * The line ends, since the proof is finite.
 *
 * Note the asymmetry: what the loser creates, and what the winner was kept from, is in neither set. That is what makes the
 * sets small and the table useful; to keep all that the search of a state had to do with would be right as well, and of
 * little use.
 *
 * How the sets are made, for a state with coloring p. If the mover wins by a play that creates c, and the child has
 * (entered', barred'): entered = entered' + {c}, barred = barred' - {p}. If no move wins: entered = the union over the
 * children, barred = the union over the children and the colorings of banned plays, less p. In both, p goes because it has
 * stood in every game that comes to this state; by the same step at the child c has gone from barred' already. No c is in
 * entered', because it had stood when that proof was made, or a kept one was checked. A pass creates nothing; the pass that
 * ends the game needs nothing.
 *
 * A kept proof for Black at t also answers every lesser threshold, one for White every greater one.
 *
 * The search itself goes depth first, the moves in the order of the RetrogradeAnalysis, which has nothing to do with correctness. It
 * keeps its own stack, since lines go on for hundreds of moves, and stops where the budget says so, without an answer.
 */
final class ProofSearch {
    /** More than twice the greatest margin, so that the free game comes first. */
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
     * Returns who wins {@code state} at the threshold of {@code order}, where the colorings {@code past} have stood, that of the
     * state among them; {@link Color#EMPTY} where {@code budget} was used up.
     */
    int winner(int state, int[] past, int threshold, RetrogradeAnalysis order, SearchBudget budget) {
        for (int position : past) {
            hasStood[position] = true;
        }
        try {
            Certificate known = table.find(state, threshold, hasStood);
            return known == Certificate.NONE ? prove(state, threshold, order, budget) : known.winner();
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
            Certificate done = frame.take(child);
            if (done == Certificate.NONE && frame.hasMove()) {
                child = follow(frame, order, budget);
                continue;
            }
            child = done == Certificate.NONE ? frame.lost() : done;
            table.add(frame.state, child);
            hasStood[frame.position] &= !frame.isNewColoring;
            depth--;
            if (depth == 0) {
                return child.winner();
            }
        }
        return Color.EMPTY;
    }

    /** Makes the next move of {@code frame}. Returns what is known of where it leads; if nothing is, the search goes on there. */
    private Certificate follow(Frame frame, RetrogradeAnalysis order, SearchBudget budget) {
        int target = frame.nextTarget();
        if (target == PositionIndex.NONE && PositionIndex.isAfterPass(frame.state)) {
            return Certificate.ofEnd(positions.margin(frame.position), frame.threshold);
        }
        int child = frame.childState(target);
        Certificate known = table.find(child, frame.threshold, hasStood);
        if (known == Certificate.NONE) {
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

    /** A state whose moves are being searched. */
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
                    add(target, promise(childState(target), order));
                }
            }
            barred = ascending(banned, bannedCount);
        }

        private void addPass(RetrogradeAnalysis order) {
            if (!PositionIndex.isAfterPass(state)) {
                add(PositionIndex.NONE, promise(childState(PositionIndex.NONE), order));
            } else {
                boolean isWon =
                        Certificate.ofEnd(positions.margin(position), threshold).winner() == mover;
                add(PositionIndex.NONE, isWon ? 0 : Integer.MAX_VALUE);
            }
        }

        /**
         * Returns how promising a move to {@code child} is, the less the better: a proof at hand is best of all; among equals of
         * the free game, the greater margin.
         */
        private int promise(int child, RetrogradeAnalysis order) {
            if (table.find(child, threshold, hasStood).winner() == mover) {
                return 0;
            }
            int margin = positions.margin(PositionIndex.position(child));
            return order.order(child, mover) * MARGIN_RANGE - (mover == Color.BLACK ? margin : -margin);
        }

        /** Puts a move before those that are less promising; it is told by the coloring it creates, a pass by NONE. */
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

        /** Takes in what the last move has come to. Returns what it proves of this state, or NONE where that is open. */
        Certificate take(Certificate child) {
            if (child == Certificate.NONE) {
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

        /** Returns what is proven once no move has won. */
        Certificate lost() {
            return new Certificate(Color.opponent(mover), threshold, entered, Certificate.without(barred, position));
        }
    }

    private static int[] ascending(int[] values, int count) {
        int[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return Arrays.stream(sorted).distinct().toArray();
    }
}
