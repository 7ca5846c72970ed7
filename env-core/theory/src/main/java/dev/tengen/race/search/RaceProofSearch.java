package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.budget.SearchBudget;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Suicide;
import java.util.ArrayList;
import java.util.List;

/**
 * A depth-first proof search: proves whether the attacker captures, for a state and its history.
 *
 * <p>Not thread-safe.
 */
/*
 * Repetition. Under superko the value of a state depends on the colorings that stood before it, so a plain
 * transposition table from states to values is wrong (the graph-history interaction problem). Two techniques make the
 * table correct and keep the search fast.
 *
 * Epochs. Only colorings that stood since the epoch began can recur (see RaceEpochs). A state at the start of an epoch
 * has no history, regardless of the earlier moves. In a race without a ko almost every play starts an epoch.
 *
 * Proofs. Within an epoch a proof is stored with two sets of colorings of the epoch. `entered` holds the colorings that
 * the winner's moves create; none may have stood. `barred` holds the colorings that the loser could not create because
 * they had stood; all must have stood. In any game that reaches the state and meets both conditions, the winner's moves
 * are legal, and the proof answers everything that the loser may play. The coloring of the state itself has stood in
 * every such game, so it is removed from `barred`. A proof of a state that starts an epoch puts no conditions on the
 * epoch before.
 *
 * A proof in which nothing was barred is free of ko. If a proof is not, the search can decide another goal: a
 * repetition, by either player, fails the player who is said to win. Then a repetition ends the line. Its proof depends
 * on its coloring having stood, and every coloring that either player creates is `entered`. A player who wins under
 * this goal wins under every rule: the proof contains no repetition, and it also answers every subset of the loser's
 * moves that a rule leaves.
 *
 * The search is depth-first. Moves with a stored proof come first, then the others in the order of RaceMoveOrdering.
 */
final class RaceProofSearch {
    /** The maximum depth: longer lines are abandoned, because the search recurses once for each move. */
    static final int MAX_DEPTH = 1_000;

    private final RaceRegion region;
    private final RacePlayPreview moves;
    private final RaceEpochs epochs;
    private final RaceTranspositionTable table = new RaceTranspositionTable();
    private final RaceHistory history = new RaceHistory();
    private final List<Frame> frames = new ArrayList<>();
    private final RaceMoveOrdering order;

    private RaceGoal goal = RaceGoal.underSuperko(Color.BLACK);
    private SearchBudget budget = new SearchBudget(SearchLimits.NONE, spent -> {});
    private int depth;

    RaceProofSearch(RaceRegion region, Suicide suicide) {
        this.region = region;
        moves = new RacePlayPreview(region, suicide);
        epochs = new RaceEpochs(region, suicide);
        order = new RaceMoveOrdering(region);
    }

    /**
     * Returns a proof; {@link RaceProof#NONE} if the budget is exhausted.
     *
     * @param asked the goal
     * @param past the canonical colorings that have stood in the current epoch, the current one last
     * @param mover the player to move
     * @param isAfterPass whether the last move was a pass
     * @param limit the budget
     */
    RaceProof prove(RaceGoal asked, List<RaceColoring> past, int mover, boolean isAfterPass, SearchBudget limit) {
        goal = asked;
        budget = limit;
        depth = 0;
        history.clear();
        past.forEach(coloring -> history.push(coloring.black(), coloring.white()));
        RaceColoring now = past.get(past.size() - 1);
        return search(now, mover, isAfterPass, 0);
    }

    /**
     * Proves a state whose coloring is the last of the history. Its epoch began at index {@code from} of the history.
     */
    private RaceProof search(RaceColoring coloring, int mover, boolean isAfterPass, int from) {
        RaceProof known = table.find(goal, coloring.black(), coloring.white(), mover, isAfterPass, history, from);
        if (known.isFound()) {
            return known;
        }
        budget.countNode();
        if (!budget.isLeft(depth) || depth == MAX_DEPTH) {
            return RaceProof.NONE;
        }
        if (depth == frames.size()) {
            frames.add(new Frame());
        }
        Frame frame = frames.get(depth++);
        RaceProof proof = frame.prove(coloring, mover, isAfterPass, from);
        depth--;
        if (proof.isFound()) {
            proof = proof.withoutBarred(coloring);
            table.add(goal, coloring.black(), coloring.white(), mover, isAfterPass, proof);
        }
        return proof;
    }

    /** A state on the search stack, with its moves. There is one frame for each depth, which is reused. */
    private final class Frame {
        private final int[] points = new int[RaceRegion.MAX_POINT_COUNT + 1];
        private final long[] keys = new long[RaceRegion.MAX_POINT_COUNT + 1];
        private final RaceColoring[] targets = new RaceColoring[RaceRegion.MAX_POINT_COUNT + 1];
        private final boolean[] isSameEpochs = new boolean[RaceRegion.MAX_POINT_COUNT + 1];
        private int moveCount;
        private RaceColoring coloring = new RaceColoring(0, 0);
        private int mover;
        private boolean isAfterPass;
        private int from;
        private RaceProof lossProof = RaceProof.NONE;

        RaceProof prove(RaceColoring now, int newMover, boolean newIsAfterPass, int newFrom) {
            coloring = now;
            mover = newMover;
            isAfterPass = newIsAfterPass;
            from = newFrom;
            moveCount = 0;
            lossProof = RaceProof.always(Color.opponent(mover), true);
            RaceProof atOnce = listMoves();
            if (atOnce.isFound()) {
                return atOnce;
            }
            for (int i = 0; i < moveCount; i++) {
                RaceProof child = searchMove(i);
                if (!child.isFound()) {
                    return child;
                }
                if (child.winner() == mover) {
                    order.reward(mover, points[i]);
                    return child;
                }
                lossProof = lossProof.and(child);
            }
            return lossProof;
        }

        /**
         * Lists the moves in the order of their keys. Returns a proof if a stored proof shows that a move wins,
         * otherwise NONE.
         */
        private RaceProof listMoves() {
            if (isAfterPass && goal.defender() == mover) {
                return RaceProof.always(mover, true);
            }
            epochs.compute(coloring.black(), coloring.white());
            long volatileOwn = epochs.volatilePoints(mover);
            long volatileEnemy = epochs.volatilePoints(Color.opponent(mover));
            order.prepare(coloring, mover);
            long rest = region.withoutTwins(region.all() & ~(coloring.black() | coloring.white()));
            for (; rest != 0; rest &= rest - 1) {
                int point = Long.numberOfTrailingZeros(rest);
                if (moves.play(coloring.black(), coloring.white(), mover, point)) {
                    RaceProof won = addPlay(point, RaceEpochs.continuesEpoch(volatileOwn, volatileEnemy, point, moves));
                    if (won.isFound()) {
                        return won;
                    }
                }
            }
            return isAfterPass ? RaceProof.NONE : addPass();
        }

        /**
         * Lists the play in {@code moves} unless it ends the race. Returns a proof if the play is known to win,
         * otherwise NONE.
         */
        private RaceProof addPlay(int point, boolean isSameEpoch) {
            if (moves.winner() != Color.EMPTY) {
                return moves.winner() == mover ? RaceProof.always(mover, true) : RaceProof.NONE;
            }
            RaceColoring target = region.canonical(moves.coloring());
            if (isSameEpoch && history.hasStood(from, target.black(), target.white())) {
                return repeat(target);
            }
            RaceProof known = table.find(
                    goal,
                    target.black(),
                    target.white(),
                    Color.opponent(mover),
                    false,
                    history,
                    isSameEpoch ? from : history.length());
            if (known.winner() == mover) {
                return proofVia(known, target, isSameEpoch);
            }
            insert(point, target, isSameEpoch, order.key(point, mover, moves));
            return RaceProof.NONE;
        }

        private RaceProof repeat(RaceColoring target) {
            int failing = goal.failing();
            if (failing == Color.EMPTY) {
                lossProof = lossProof.withBarred(target);
                return RaceProof.NONE;
            }
            RaceProof proof = RaceProof.ofRepetition(Color.opponent(failing), target);
            if (proof.winner() == mover) {
                return proof;
            }
            lossProof = lossProof.and(proof);
            return RaceProof.NONE;
        }

        private RaceProof addPass() {
            RaceProof known =
                    table.find(goal, coloring.black(), coloring.white(), Color.opponent(mover), true, history, from);
            if (known.winner() == mover) {
                return known;
            }
            insert(region.pointCount(), coloring, true, order.passKey(mover, goal));
            return RaceProof.NONE;
        }

        /** Inserts a move before those with a smaller key. */
        private void insert(int point, RaceColoring target, boolean isSameEpoch, long key) {
            int place = moveCount++;
            while (place > 0 && keys[place - 1] < key) {
                keys[place] = keys[place - 1];
                points[place] = points[place - 1];
                targets[place] = targets[place - 1];
                isSameEpochs[place] = isSameEpochs[place - 1];
                place--;
            }
            keys[place] = key;
            points[place] = point;
            targets[place] = target;
            isSameEpochs[place] = isSameEpoch;
        }

        /** Searches the move at {@code index} and returns what the result proves of this state. */
        private RaceProof searchMove(int index) {
            RaceColoring target = targets[index];
            int enemy = Color.opponent(mover);
            if (points[index] == region.pointCount()) {
                return search(coloring, enemy, true, from);
            }
            history.push(target.black(), target.white());
            RaceProof child = search(target, enemy, false, isSameEpochs[index] ? from : history.length() - 1);
            history.pop();
            return child.isFound() ? proofVia(child, target, isSameEpochs[index]) : child;
        }

        /** Returns the proof of this state that follows from the proof of {@code target}, for that move alone. */
        private RaceProof proofVia(RaceProof child, RaceColoring target, boolean isSameEpoch) {
            if (!isSameEpoch) {
                assert child.barred().isEmpty()
                        : "nothing has stood in a new epoch, yet " + child.barred() + " is barred";
                return child.withoutConditions();
            }
            boolean enters = child.winner() == mover || goal.failing() != Color.EMPTY;
            return enters ? child.withEntered(target) : child;
        }
    }
}
