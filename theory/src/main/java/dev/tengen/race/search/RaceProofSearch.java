package dev.tengen.race.search;

import dev.tengen.analysis.SearchBudget;
import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.game.Suicide;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves whether the attacker captures, for a state and what has stood before it.
 *
 * <p>Not thread-safe.
 */
/*
 * Repetition. Under superko the value of a state depends on what stood before it, so that a table from states to values is
 * wrong. Two things keep it right here, and fast.
 *
 * Epochs. Only what stood since the epoch began can come again (RaceEpochs says why). A state that begins an epoch has no
 * past, whatever was played before. In a race without a ko almost every play begins one.
 *
 * Proofs. Within an epoch a proof is kept with two sets of colorings of the epoch. `entered`: what the winner's moves
 * create; none may have stood. `barred`: what the loser was kept from creating because it had stood; all must have. In any
 * game that comes to the state and is such, the winner's moves are legal, and all that the loser may play is answered. What
 * the state of a proof itself shows has stood in every game that comes to it, and is left out. A proof of a state that
 * begins an epoch has nothing to say about the epoch before.
 *
 * A proof in which nothing was barred is free of ko. Where a proof is not, the question can be asked again in other words: a
 * repetition, by whomever, fails the player who is said to win. A repetition is then an end of the line, which rests on its
 * coloring's having stood, and all that either player creates is `entered`. Who wins that wins under any rule: the proof has
 * no repetition in it, and holds for what a rule leaves of the other's moves.
 *
 * The search goes depth first. First come moves whose proof is at hand, then those that promise something: see moveOrder.
 */
final class RaceProofSearch {
    /** Lines longer than this are given up: methods call themselves once for a move. */
    static final int MAX_DEPTH = 1_000;

    private final RaceRegion region;
    private final RaceMoves moves;
    private final RaceEpochs epochs;
    private final RaceTranspositionTable table = new RaceTranspositionTable();
    private final RaceHistory line = new RaceHistory();
    private final List<Frame> frames = new ArrayList<>();
    private final RaceMoveOrdering order;

    private RaceGoal question = new RaceGoal(Color.BLACK, RepetitionRule.BARRED);
    private SearchBudget budget = new SearchBudget(SearchLimits.NONE, spent -> {});
    private int depth;

    RaceProofSearch(RaceRegion region, Suicide suicide) {
        this.region = region;
        moves = new RaceMoves(region, suicide);
        epochs = new RaceEpochs(region, suicide);
        order = new RaceMoveOrdering(region);
    }

    /**
     * Returns a proof for the state in which {@code past}, canonical colorings of one epoch, have stood, the present one last;
     * {@link RaceProof#NONE} where the budget is used up.
     */
    RaceProof prove(RaceGoal asked, List<RaceColoring> past, int mover, boolean isAfterPass, SearchBudget limit) {
        question = asked;
        budget = limit;
        depth = 0;
        line.clear();
        past.forEach(coloring -> line.push(coloring.black(), coloring.white()));
        RaceColoring now = past.get(past.size() - 1);
        return search(now, mover, isAfterPass, 0);
    }

    /** Proves a state whose coloring is the last of the line; its epoch began with number {@code from} of the line. */
    private RaceProof search(RaceColoring coloring, int mover, boolean isAfterPass, int from) {
        RaceProof known = table.find(question, coloring.black(), coloring.white(), mover, isAfterPass, line, from);
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
            proof = proof.given(coloring);
            table.add(question, coloring.black(), coloring.white(), mover, isAfterPass, proof);
        }
        return proof;
    }

    /** A state whose moves are being searched. One for each depth, used again and again. */
    private final class Frame {
        private final int[] points = new int[RaceRegion.MAX_POINT_COUNT + 1];
        private final long[] keys = new long[RaceRegion.MAX_POINT_COUNT + 1];
        private final RaceColoring[] targets = new RaceColoring[RaceRegion.MAX_POINT_COUNT + 1];
        private final boolean[] goesOn = new boolean[RaceRegion.MAX_POINT_COUNT + 1];
        private int moveCount;
        private RaceColoring coloring = new RaceColoring(0, 0);
        private int mover;
        private boolean isAfterPass;
        private int from;
        private RaceProof lost = RaceProof.NONE;

        RaceProof prove(RaceColoring now, int newMover, boolean newIsAfterPass, int newFrom) {
            coloring = now;
            mover = newMover;
            isAfterPass = newIsAfterPass;
            from = newFrom;
            moveCount = 0;
            lost = RaceProof.always(Color.opponent(mover), true);
            RaceProof atOnce = gather();
            if (atOnce.isFound()) {
                return atOnce;
            }
            for (int i = 0; i < moveCount; i++) {
                RaceProof child = follow(i);
                if (!child.isFound()) {
                    return child;
                }
                if (child.winner() == mover) {
                    order.reward(mover, points[i]);
                    return child;
                }
                lost = lost.and(child);
            }
            return lost;
        }

        /** Lists the moves, the promising ones first. Returns a proof if a move wins as is known already, otherwise NONE. */
        private RaceProof gather() {
            if (isAfterPass && question.defender() == mover) {
                return RaceProof.always(mover, true);
            }
            epochs.find(coloring.black(), coloring.white());
            long volatileOwn = epochs.volatilePoints(mover);
            long volatileEnemy = epochs.volatilePoints(Color.opponent(mover));
            order.look(coloring, mover);
            long rest = region.withoutTwins(region.all() & ~(coloring.black() | coloring.white()));
            for (; rest != 0; rest &= rest - 1) {
                int point = Long.numberOfTrailingZeros(rest);
                if (moves.play(coloring.black(), coloring.white(), mover, point)) {
                    RaceProof won = addPlay(point, RaceEpochs.goesOn(volatileOwn, volatileEnemy, point, moves));
                    if (won.isFound()) {
                        return won;
                    }
                }
            }
            return isAfterPass ? RaceProof.NONE : addPass();
        }

        /** Lists what {@code moves} tells, if the race goes on. Returns a proof if it wins as is known already, otherwise NONE. */
        private RaceProof addPlay(int point, boolean isSameEpoch) {
            if (moves.winner() != Color.EMPTY) {
                return moves.winner() == mover ? RaceProof.always(mover, true) : RaceProof.NONE;
            }
            RaceColoring target = region.canonical(moves.coloring());
            if (isSameEpoch && line.hasStood(from, target.black(), target.white())) {
                return repeat(target);
            }
            RaceProof known = table.find(
                    question,
                    target.black(),
                    target.white(),
                    Color.opponent(mover),
                    false,
                    line,
                    isSameEpoch ? from : line.length());
            if (known.winner() == mover) {
                return behind(known, target, isSameEpoch);
            }
            put(point, target, isSameEpoch, order.key(point, mover, moves));
            return RaceProof.NONE;
        }

        private RaceProof repeat(RaceColoring target) {
            int failing = question.repetition().failing();
            if (failing == Color.EMPTY) {
                lost = lost.barring(target);
                return RaceProof.NONE;
            }
            RaceProof proof = RaceProof.ofRepetition(Color.opponent(failing), target);
            if (proof.winner() == mover) {
                return proof;
            }
            lost = lost.and(proof);
            return RaceProof.NONE;
        }

        private RaceProof addPass() {
            RaceProof known =
                    table.find(question, coloring.black(), coloring.white(), Color.opponent(mover), true, line, from);
            if (known.winner() == mover) {
                return known;
            }
            put(region.pointCount(), coloring, true, order.passKey(mover, question));
            return RaceProof.NONE;
        }

        /** Puts a move before those with a lesser key. */
        private void put(int point, RaceColoring target, boolean isSameEpoch, long key) {
            int place = moveCount++;
            while (place > 0 && keys[place - 1] < key) {
                keys[place] = keys[place - 1];
                points[place] = points[place - 1];
                targets[place] = targets[place - 1];
                goesOn[place] = goesOn[place - 1];
                place--;
            }
            keys[place] = key;
            points[place] = point;
            targets[place] = target;
            goesOn[place] = isSameEpoch;
        }

        /** Searches what follows move number {@code index}; returns what that proves of this state. */
        private RaceProof follow(int index) {
            RaceColoring target = targets[index];
            int enemy = Color.opponent(mover);
            if (points[index] == region.pointCount()) {
                return search(coloring, enemy, true, from);
            }
            line.push(target.black(), target.white());
            RaceProof child = search(target, enemy, false, goesOn[index] ? from : line.length() - 1);
            line.pop();
            return child.isFound() ? behind(child, target, goesOn[index]) : child;
        }

        /** Returns what the proof of {@code target} proves of this state, as far as that move goes. */
        private RaceProof behind(RaceProof child, RaceColoring target, boolean isSameEpoch) {
            if (!isSameEpoch) {
                assert child.barred().isEmpty()
                        : "nothing has stood in a new epoch, yet " + child.barred() + " is barred";
                return child.forgetting();
            }
            boolean enters = child.winner() == mover || question.repetition() != RepetitionRule.BARRED;
            return enters ? child.entering(target) : child;
        }
    }
}
