package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.PointSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The agreement phase: after passes have ended play, the players propose which stones are dead.
 *
 * <p>Under {@link DeadStones#AGREEMENT} the last pass is followed by two proposals, one by each player. A proposal is a
 * move: the pass, with a set of stones. The set is empty if the player just passes. So turns, move numbers and undo
 * need no special case. If the two proposals are equal, the game is over. Otherwise the count of consecutive passes
 * restarts and play resumes. Under other rules the passes alone end the game.
 */
final class AgreementPhase {
    private static final int PROPOSAL_COUNT = 2;

    /** Whether the rules require an agreement. */
    private boolean isRequired;

    private int passesToEndPlay;
    private final History history;

    /** The nonempty proposals, by move number. Nobody changes the sets. Immutable as long as it is empty. */
    private Map<Integer, PointSet> proposals = Map.of();

    AgreementPhase(Rules rules, History history) {
        isRequired = rules.deadStones() == DeadStones.AGREEMENT;
        passesToEndPlay = rules.passesToEnd();
        this.history = history;
    }

    /** Copies the rules and the proposals of {@code other}. */
    void copyFrom(AgreementPhase other) {
        isRequired = other.isRequired;
        passesToEndPlay = other.passesToEndPlay;
        proposals = other.proposals.isEmpty() ? Map.of() : new HashMap<>(other.proposals);
    }

    void clear() {
        proposals = Map.of();
    }

    /** Returns whether the player to move must propose dead stones. */
    boolean isActive() {
        return isRequired && proposalCount() >= 0 && proposalCount() < PROPOSAL_COUNT;
    }

    /** Returns the number of proposals since the last pass of play; negative before that pass. */
    private int proposalCount() {
        return history.passCount() - passesToEndPlay;
    }

    /** Records that the next move, which must be the pass, proposes {@code dead}. */
    void recordProposal(PointSet dead) {
        if (!dead.isEmpty()) {
            if (proposals.isEmpty()) {
                proposals = new HashMap<>();
            }
            proposals.put(history.moveCount() + 1, dead.copy());
        }
    }

    /** Updates the phase after the history has added a pass. */
    void passAdded() {
        int number = history.moveCount();
        if (isRequired && proposalCount() == PROPOSAL_COUNT && !proposed(number).equals(proposed(number - 1))) {
            history.clearPassCount();
        }
    }

    /** Removes the proposal of move {@code number}. */
    void moveRemoved(int number) {
        if (!proposals.isEmpty()) {
            proposals.remove(number);
        }
    }

    /**
     * Returns the stones that move {@code number} proposed; empty for any other move. The caller must not change the
     * set.
     */
    PointSet proposed(int number) {
        PointSet dead = proposals.get(number);
        return dead == null ? new PointSet(history.grid()) : dead;
    }

    /** Returns whether the passes, and the proposals after them if the rules require these, have ended the game. */
    boolean isComplete() {
        return history.passCount() >= passesToEndPlay + (isRequired ? PROPOSAL_COUNT : 0);
    }

    /** Returns whether the players have agreed that there are dead stones: those that the last move proposed. */
    boolean hasDead() {
        return isComplete() && proposals.containsKey(history.moveCount());
    }

    /** Mixes the pending proposal into {@code hash} while it can still affect the game. */
    long hash(long hash) {
        if (!isRequired || proposalCount() <= 0) {
            return hash;
        }
        long mixed = hash;
        PointSet dead = proposed(history.moveCount());
        for (int point = dead.first(); point >= 0; point = dead.next(point)) {
            mixed = SplitMix64.mix(mixed + point + 1);
        }
        return mixed;
    }

    /** Returns the number of nonempty proposals. */
    int count() {
        return proposals.size();
    }
}
