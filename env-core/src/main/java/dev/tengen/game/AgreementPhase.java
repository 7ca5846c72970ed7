package dev.tengen.game;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import java.util.HashMap;
import java.util.Map;

/**
 * What players say of dead stones once passes have ended the play.
 *
 * <p>Under {@link DeadStones#AGREEMENT} the last pass is followed by two proposals, one of each player. A proposal is a move:
 * the pass, with a set of stones, which is empty where the player just passes. So turns, move numbers and undo need no word
 * about it. Where the two proposals are equal, the game is over; else the passes are forgotten and play goes on. Under other
 * rules the passes alone end the game.
 */
final class AgreementPhase {
    private static final int PROPOSAL_COUNT = 2;

    private final boolean isAsked;
    private final int passesToEnd;
    private final int endPassCount;
    private final History history;
    private final PointSet none;

    /** The sets that are not empty, by move number. Nobody changes them. */
    private final Map<Integer, PointSet> proposals = new HashMap<>();

    AgreementPhase(Rules rules, Grid grid, History history) {
        isAsked = rules.deadStones() == DeadStones.AGREEMENT;
        passesToEnd = rules.passesToEnd();
        endPassCount = passesToEnd + (isAsked ? PROPOSAL_COUNT : 0);
        this.history = history;
        none = new PointSet(grid);
    }

    private AgreementPhase(AgreementPhase other, History history) {
        isAsked = other.isAsked;
        passesToEnd = other.passesToEnd;
        endPassCount = other.endPassCount;
        this.history = history;
        none = other.none;
        proposals.putAll(other.proposals);
    }

    /** Returns a copy that goes with a copy of the history. */
    AgreementPhase copy(History historyCopy) {
        return new AgreementPhase(this, historyCopy);
    }

    void clear() {
        proposals.clear();
    }

    /** Returns whether the player to move has to propose. */
    boolean isUnderWay() {
        return isAsked && proposalCount() >= 0 && proposalCount() < PROPOSAL_COUNT;
    }

    /** Returns how many proposals follow the last pass; negative before that pass. */
    private int proposalCount() {
        return history.passCount(history.moveCount()) - passesToEnd;
    }

    /** Notes that the next move, which must be the pass, proposes {@code dead}. */
    void announce(PointSet dead) {
        if (!dead.isEmpty()) {
            proposals.put(history.moveCount() + 1, dead.copy());
        }
    }

    /** Takes note of the pass that the history has just got. */
    void passAdded() {
        int number = history.moveCount();
        if (isAsked && proposalCount() == PROPOSAL_COUNT && !proposed(number).equals(proposed(number - 1))) {
            history.clearPassCount();
        }
    }

    /** Forgets what move {@code number} proposed. */
    void moveRemoved(int number) {
        if (!proposals.isEmpty()) {
            proposals.remove(number);
        }
    }

    /** Returns the stones that move {@code number} proposed; none for any other move. Not to be changed. */
    PointSet proposed(int number) {
        PointSet dead = proposals.get(number);
        return dead == null ? none : dead;
    }

    /** Returns whether passes, and the proposals after them where the rules ask for these, have ended the game. */
    boolean isSettled() {
        return history.passCount(history.moveCount()) >= endPassCount;
    }

    /** Returns the stones agreed on; none as long as there is no agreement. Not to be changed. */
    PointSet dead() {
        return isSettled() ? proposed(history.moveCount()) : none;
    }

    /** Mixes what is proposed into {@code hash}, where it still matters. */
    long hash(long hash) {
        if (!isAsked || proposalCount() <= 0) {
            return hash;
        }
        long mixed = hash;
        PointSet dead = proposed(history.moveCount());
        for (int point = dead.first(); point >= 0; point = dead.next(point)) {
            mixed = SplitMix64.mix(mixed + point + 1);
        }
        return mixed;
    }
}
